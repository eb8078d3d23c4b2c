import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/staff-letters.ts";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  action: string;
  busyLabel?: string;
  isDangerous?: boolean;
  /** The mutation of the action. */
  change: { isPending: boolean; error: unknown; reset(): void };
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, action, busyLabel, isDangerous, change, onConfirm, onClose } = props;
  const t = getTexts("staffLetters");
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <Dialog open={open} title={title} busy={open && change.isPending} onClose={close}>
      <p>{text}</p>
      {change.error !== null && <Alert>{messageOf(change.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="plain" onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          look={isDangerous ? "danger" : "main"}
          busy={change.isPending}
          busyLabel={busyLabel}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
