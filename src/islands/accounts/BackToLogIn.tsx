import { Button } from "#islands/ui/Button.tsx";

/** Leaves the way to a new password. */
export function BackToLogIn({ onBack }: { onBack: () => void }) {
  return (
    <Button look="plain" onClick={onBack}>
      Back to login
    </Button>
  );
}
