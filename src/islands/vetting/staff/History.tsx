import { NoteForm } from "#islands/staff/shared/NoteForm.tsx";
import { Timeline } from "#islands/staff/shared/Timeline.tsx";
import { isolatedInRtl, listTexts } from "#lib/text/bidi.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { addInterviewNote } from "#lib/vetting/staff-vetting.calls.ts";
import type { VettingEvent } from "#lib/vetting/vetting.responses.ts";
import { maxVettingReasonLength } from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/staff-vetting.ts";
import { useVettingChange } from "./use-vetting-change.ts";

const t = getTexts("staffVetting");

/** What happened, with the reasons that the teacher was given. */
export function History({ events }: { events: readonly VettingEvent[] }) {
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-base">{t("history.title")}</h2>
      {events.length === 0 && <p className="muted text-sm">{t("history.none")}</p>}
      <Timeline
        entries={events.map((event) => ({
          id: event._id,
          what: describeEvent(event),
          at: event.at,
          text: event.reason,
          isInternal: event.kind === "note",
        }))}
      />
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
  const note = useVettingChange((text: string) => addInterviewNote(teacherId, text));
  return (
    <NoteForm
      title={t("notes.title")}
      label={t("notes.label")}
      hint={t("notes.hint")}
      maxLength={maxVettingReasonLength}
      send={note}
      save={t("notes.save")}
      saving={t("notes.saving")}
    />
  );
}
