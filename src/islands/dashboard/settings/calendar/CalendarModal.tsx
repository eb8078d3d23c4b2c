import type { BaseSyntheticEvent } from "react";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { ModalForm } from "../ModalForm.tsx";

const modals = {
  replace: {
    title: "Replace calendar link",
    text: "The old link will stop working right away. Add the new link to your calendars.",
    action: "Replace link",
    busyAction: "Replacing...",
  },
  end: {
    title: "Turn off calendar link",
    text: "The link will stop working right away, and your calendars will stop updating.",
    action: "Turn off",
    busyAction: "Turning off...",
  },
} as const;
export type CalendarChange = keyof typeof modals;

interface CalendarModalProps {
  change: CalendarChange;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before turning off a link that calendars may use. */
export function CalendarModal({ change, busy, error, onConfirm, onClose }: CalendarModalProps) {
  const { title, text, action, busyAction } = modals[change];
  const submit = (event: BaseSyntheticEvent) => {
    event.preventDefault();
    if (!busy) onConfirm();
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      <ModalForm
        onSubmit={submit}
        onClose={onClose}
        busy={busy}
        problem={error ? messageOf(error) : undefined}
        success={undefined}
        action={action}
        busyAction={busyAction}
        isDangerous={change === "end"}
      >
        <p className="text-sm">{text}</p>
      </ModalForm>
    </Dialog>
  );
}
