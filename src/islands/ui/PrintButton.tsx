import { Button } from "#islands/ui/Button.tsx";
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

/** Prints the page. */
export default function PrintButton({ quiet = false }: { quiet?: boolean }) {
  return (
    <Button look={quiet ? "quiet" : "main"} onClick={() => window.print()}>
      {t("print")}
    </Button>
  );
}
