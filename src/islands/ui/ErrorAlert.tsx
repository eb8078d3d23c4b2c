import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";

interface ErrorAlertProps {
  message: string;
  retry?: (() => void) | undefined;
  retryLabel?: string;
  busy?: boolean;
}

/** What went wrong and the way to try again. */
export function ErrorAlert({
  message,
  retry,
  retryLabel = "Try Again",
  busy = false,
}: ErrorAlertProps) {
  return (
    <Alert>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>{message}</span>
        {retry && (
          <Button look="quiet" className="btn-sm" onClick={retry} busy={busy}>
            {retryLabel}
          </Button>
        )}
      </div>
    </Alert>
  );
}
