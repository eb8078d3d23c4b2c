import type { BaseSyntheticEvent } from "react";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/account-settings.ts";
import { ModalForm } from "../ModalForm.tsx";

const t = getTexts("accountSettings");

export type CalendarChange = "replace" | "end";

interface CalendarModalProps {
  change: CalendarChange;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before turning off a link that calendars may use. */
export function CalendarModal({ change, busy, error, onConfirm, onClose }: CalendarModalProps) {
  const submit = (event: BaseSyntheticEvent) => {
    event.preventDefault();
    if (!busy) onConfirm();
  };
  return (
    <Dialog open title={t(`calendar.${change}.title`)} onClose={onClose}>
      <ModalForm
        onSubmit={submit}
        onClose={onClose}
        busy={busy}
        problem={error ? messageOf(error) : undefined}
        success={undefined}
        action={t(`calendar.${change}.action`)}
        busyAction={t(`calendar.${change}.busy`)}
        isDangerous={change === "end"}
      >
        <p className="text-sm">{t(`calendar.${change}.text`)}</p>
      </ModalForm>
    </Dialog>
  );
}
