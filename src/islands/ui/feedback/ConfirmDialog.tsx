import type { ReactNode } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { Button } from "../Button.tsx";
import { Dialog } from "../Dialog.tsx";
import { Alert } from "./Alert.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What happens. */
  children: ReactNode;
  /** The action's request. */
  action: { isPending: boolean; error: unknown };
  labels: { keep: string; confirm: string; busy?: string | undefined };
  /** False for an action that neither removes nor cancels anything. */
  isDangerous?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that can't be undone. Shows why it failed, and stays open then. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, labels, isDangerous = true, onConfirm, onClose } = props;
  return (
    <Dialog open title={title} busy={action.isPending} onClose={onClose}>
      {children}
      {action.error != null && <Alert>{messageOf(action.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onClose}>
          {labels.keep}
        </Button>
        <Button
          look={isDangerous ? "danger" : "main"}
          busy={action.isPending}
          busyLabel={labels.busy}
          onClick={onConfirm}
        >
          {labels.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
