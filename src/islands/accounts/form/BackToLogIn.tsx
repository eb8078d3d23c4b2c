import { Button } from "#islands/ui/Button.tsx";

/** Returns from resetting the password to the log-in form. */
export function BackToLogIn({ onBack }: { onBack: () => void }) {
  return (
    <Button look="plain" onClick={onBack}>
      Back to login
    </Button>
  );
}
