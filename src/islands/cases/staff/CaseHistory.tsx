import { Timeline } from "#islands/staff/shared/Timeline.tsx";
import type { CaseDetail, CaseNote } from "#lib/cases/cases.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/staff-cases.ts";

const t = getTexts("staffCases");

/** What happened since the case was opened. */
export function CaseHistory({ detail }: { detail: CaseDetail }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("history.title")}</h2>
      <Timeline
        entries={[
          { id: "opened", what: t("history.opened"), at: detail.openedAt },
          ...detail.notes.map((note) => ({
            id: note._id,
            what: describeNote(note),
            at: note.at,
            text: isRepeated(note) ? undefined : note.text,
            isInternal: note.kind === "note",
          })),
        ]}
      />
    </section>
  );
}

/** The emails about a decision contain its reason, which the decision itself shows. */
const isRepeated = ({ kind, author }: CaseNote): boolean =>
  kind === "assigned" || (kind === "sent" && !author);

function describeNote({ kind, author, recipient, text }: CaseNote): string {
  const name = author ? isolatedInRtl(author) : t("history.someone");
  if (kind === "assigned")
    return t(`history.${text === "released" ? "released" : "assigned"}`, { name });
  if (kind === "sent")
    return t(recipient === "person" ? "history.sentPerson" : "history.sentReporter");
  if (kind === "decided" && !author) return t("history.decidedOutside");
  return t(`history.${kind}`, { name });
}
