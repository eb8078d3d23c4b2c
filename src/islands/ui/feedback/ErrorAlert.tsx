import { getTexts } from "#translations/ui.ts";
import { Button } from "../Button.tsx";
import { Alert } from "./Alert.tsx";

const t = getTexts("ui");

interface ErrorAlertProps {
  message: string;
  retry?: (() => void) | undefined;
  retryLabel?: string;
  busy?: boolean;
}

/** An error message with a retry button. */
export function ErrorAlert({ message, retry, retryLabel, busy = false }: ErrorAlertProps) {
  return (
    <Alert>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>{message}</span>
        {retry && (
          <Button look="quiet" className="btn-sm" onClick={retry} busy={busy}>
            {retryLabel ?? t("tryAgain")}
          </Button>
        )}
      </div>
    </Alert>
  );
}
