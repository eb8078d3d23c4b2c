import type { BaseSyntheticEvent } from "react";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { ModalForm } from "./ModalForm.tsx";

const modals = {
  replace: {
    title: "Replace Calendar Link",
    words: "The old link stops working at once. Calendars that use it need the new one.",
    action: "Replace link",
    busyAction: "Replacing...",
    fallback: "The link could not be replaced. Please try again.",
  },
  end: {
    title: "Turn Off Calendar Link",
    words: "The link stops working at once. Calendars that use it hear of no more changes.",
    action: "Turn off",
    busyAction: "Turning off...",
    fallback: "The link could not be turned off. Please try again.",
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
  const { title, words, action, busyAction, fallback } = modals[change];
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
        problem={error ? messageOf(error, fallback) : undefined}
        success={undefined}
        action={action}
        busyAction={busyAction}
        isDangerous={change === "end"}
      >
        <p className="text-sm">{words}</p>
      </ModalForm>
    </Dialog>
  );
}
