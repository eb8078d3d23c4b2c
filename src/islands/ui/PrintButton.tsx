import { Button } from "#islands/ui/Button.tsx";

/** Prints the page. */
export default function PrintButton({ quiet = false }: { quiet?: boolean }) {
  return (
    <Button look={quiet ? "quiet" : "main"} onClick={() => window.print()}>
      Print
    </Button>
  );
}
