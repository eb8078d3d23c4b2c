import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { maxTrialNote } from "#lib/trials/trials.rules.ts";
import { getTexts } from "#translations/trial-booking.ts";

const t = getTexts("trialBooking");

interface TrialNoteProps {
  note: string;
  onChange: (note: string) => void;
}

/** What the teacher should know before the lesson. */
export function TrialNote({ note, onChange }: TrialNoteProps) {
  return (
    <TextAreaField
      label={t("note")}
      hint={t("noteHint")}
      optional
      rows={3}
      maxLength={maxTrialNote}
      dir="auto"
      value={note}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
