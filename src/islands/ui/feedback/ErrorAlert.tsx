import { Button } from "../Button.tsx";
import { Alert } from "./Alert.tsx";

interface ErrorAlertProps {
  message: string;
  retry?: (() => void) | undefined;
  retryLabel?: string;
  busy?: boolean;
}

/** An error message with a retry button. */
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
