import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { isolatedInRtl, listTexts } from "#lib/text/bidi.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { addInterviewNote } from "#lib/vetting/staff-vetting.calls.ts";
import type { VettingEvent } from "#lib/vetting/vetting.responses.ts";
import { maxVettingReasonLength } from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/staff-vetting.ts";
import { useVettingChange } from "./use-vetting-change.ts";

const t = getTexts("staffVetting");

/** What happened, oldest first, with the reasons that the teacher was given. */
export function History({ events }: { events: readonly VettingEvent[] }) {
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-base">{t("history.title")}</h2>
      {events.length === 0 && <p className="muted text-sm">{t("history.none")}</p>}
      <ol className="grid gap-4 border-s-2 border-base-300 ps-4 text-sm empty:hidden">
        {events.map((event) => (
          <li key={event._id} className="grid gap-1">
            <p>{describeEvent(event)}</p>
            {event.reason && (
              <p
                className={`max-w-prose rounded-field p-3 wrap-anywhere whitespace-pre-line ${event.kind === "note" ? "bg-warning/15" : "bg-base-200"}`}
                dir="auto"
              >
                {event.reason}
              </p>
            )}
            <p className="muted text-xs">
              <LocalTime instant={event.at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeEvent({ kind, by, scope, until }: VettingEvent): string {
  const name = by ? isolatedInRtl(by) : t("history.someone");
  return t(`history.${kind}`, {
    name,
    date: formatCalendarDate(until),
    scope: listTexts(scope.map((each) => t(`scope.${each}`))),
  });
}

/** Adds interview notes, which only reviewers read. */
export function InterviewNotes({ teacherId }: { teacherId: string }) {
  const [text, setText] = useState("");
  const note = useVettingChange(
    () => addInterviewNote(teacherId, text),
    () => setText(""),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    note.mutate(undefined);
  };
  return (
    <form className="panel grid gap-4 p-5" noValidate onSubmit={save}>
      <h2 className="text-base">{t("notes.title")}</h2>
      <TextAreaField
        label={t("notes.label")}
        hint={t("notes.hint")}
        rows={4}
        dir="auto"
        maxLength={maxVettingReasonLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {note.isError && <Alert>{note.error.message}</Alert>}
      <Button
        type="submit"
        look="quiet"
        busy={note.isPending}
        busyLabel={t("notes.saving")}
        className="justify-self-start"
      >
        {t("notes.save")}
      </Button>
    </form>
  );
}
