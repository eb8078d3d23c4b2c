import { Button } from "#islands/ui/Button.tsx";
import { describeWait } from "./error-text.ts";
import type { Resend } from "./use-resend.ts";

interface ResendButtonProps {
  label: string;
  resend: Resend;
  disabled?: boolean;
  onAsk: () => void;
}

/** A button to request another code, with a countdown until that is possible. */
export function ResendButton({ label, resend, disabled = false, onAsk }: ResendButtonProps) {
  return (
    <Button
      look="plain"
      className="tabular disabled:text-base-content/70"
      disabled={disabled || resend.wait > 0}
      busy={resend.busy}
      busyLabel="Sending..."
      onClick={() => {
        onAsk();
        void resend.ask();
      }}
    >
      {resend.wait > 0 ? `${label} in ${describeWait(resend.wait)}` : label}
    </Button>
  );
}
