import { Button } from "#islands/ui/Button.tsx";
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

interface PrintButtonProps {
  quiet?: boolean;
  /** What is printed, if it isn't the page as it is shown. */
  label?: string;
}

/** Prints the page. */
export default function PrintButton({ quiet = false, label = t("print") }: PrintButtonProps) {
  return (
    <Button look={quiet ? "quiet" : "main"} onClick={() => window.print()}>
      {label}
    </Button>
  );
}
