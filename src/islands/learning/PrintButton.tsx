import { Button } from "#islands/ui/Button.tsx";

export default function PrintButton() {
  return <Button onClick={() => window.print()}>Print</Button>;
}
