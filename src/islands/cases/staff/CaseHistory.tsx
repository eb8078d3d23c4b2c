import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { CaseDetail, CaseNote } from "#lib/cases/cases.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/staff-cases.ts";

const t = getTexts("staffCases");

/** What happened since the case was opened, oldest first. */
export function CaseHistory({ detail }: { detail: CaseDetail }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("history.title")}</h2>
      <ol className="grid gap-4 border-s-2 border-base-300 ps-4 text-sm">
        <li>
          <p>{t("history.opened")}</p>
          <p className="muted text-xs">
            <LocalTime instant={detail.openedAt} />
          </p>
        </li>
        {detail.notes.map((note) => (
          <li key={note._id} className="grid gap-1">
            <p>{describeNote(note)}</p>
            {note.text && !isRepeated(note) && (
              <p
                className={`max-w-prose rounded-field p-3 wrap-anywhere whitespace-pre-line ${note.kind === "note" ? "bg-warning/15" : "border border-base-300 bg-base-100"}`}
                dir="auto"
              >
                {note.text}
              </p>
            )}
            <p className="muted text-xs">
              <LocalTime instant={note.at} />
            </p>
          </li>
        ))}
      </ol>
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
  if (kind === "decided" && !author) return t("history.decidedByLink");
  return t(`history.${kind}`, { name });
}
