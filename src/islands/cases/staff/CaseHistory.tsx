import { Timeline } from "#islands/staff/shared/Timeline.tsx";
import type { CaseDetail, CaseNote } from "#lib/cases/cases.responses.ts";
import type { CaseOutcome } from "#lib/cases/cases.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { nameOutcome } from "./DecisionForm.tsx";

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
            what: describeNote(detail, note),
            at: note.at,
            text: isRepeated(note) ? undefined : note.text,
            isInternal: note.kind === "note" || note.kind === "reinstated",
          })),
        ]}
      />
    </section>
  );
}

/** The emails about a decision contain its reason, which the decision itself shows. */
const isRepeated = ({ kind, author }: CaseNote): boolean =>
  kind === "assigned" || (kind === "sent" && !author);

/** Suspensions end when the day begins in UTC. */
const nameDate = (instant: string): string => formatDate(instant, "UTC");

function describeDecision(detail: CaseDetail, note: CaseNote & { outcome: CaseOutcome }): string {
  const { outcome, until, refundsStudents } = note;
  const decision = nameOutcome(detail, outcome);
  return [
    until ? t("history.until", { decision, date: nameDate(until) }) : decision,
    ...(refundsStudents ? [t("history.refunds")] : []),
  ].join(" · ");
}

function describeNote(detail: CaseDetail, note: CaseNote): string {
  const { kind, author, recipient, text, outcome, appeal } = note;
  const name = author ? isolatedInRtl(author) : t("history.someone");
  if (kind === "assigned") {
    const what = text === "released" || text === "left" ? text : "assigned";
    return t(`history.${what}`, { name });
  }
  if (kind === "sent")
    return t(recipient === "person" ? "history.sentPerson" : "history.sentReporter");
  // A refund that was made elsewhere has settled the case.
  if (kind === "decided" && outcome === "refund" && !author) return t("history.refunded");
  if (kind === "decided") {
    const by = author ? t(`history.${appeal ?? "decided"}`, { name }) : t("history.decidedOutside");
    return outcome ? `${by} ${describeDecision(detail, { ...note, outcome })}` : by;
  }
  return t(`history.${kind}`, { name });
}
