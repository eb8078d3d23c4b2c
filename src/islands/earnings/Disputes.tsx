import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { DisputeView } from "#lib/earnings/earnings.responses.ts";
import { disputePath } from "#lib/payments/dispute-evidence.rules.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/earnings.ts";
import { DisputeBadge } from "./shared/DisputeBadge.tsx";
import { TimeLeft } from "./TimeLeft.tsx";

const t = getTexts("earnings");

/** Disputes opened by students' banks. Renders nothing if there are none. */
export function Disputes({ disputes }: { disputes: readonly DisputeView[] }) {
  if (disputes.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="disputes">
      <h2 id="disputes" className="text-heading">
        {t("dispute.title")}
      </h2>
      <ul className="grid gap-3">
        {disputes.map((dispute) => (
          <Dispute key={dispute._id} dispute={dispute} />
        ))}
      </ul>
    </section>
  );
}

function Dispute({ dispute }: { dispute: DisputeView }) {
  const { _id, status, amount, reason, dueBy, openedAt, closedAt, course, student, isQuestion } =
    dispute;
  const { submittedAt } = dispute;
  return (
    <li className="panel grid gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold" dir="auto">
            {student?.name ?? t("dispute.someStudent")}
          </p>
          <p className="muted text-sm" dir="auto">
            {course.title}
          </p>
        </div>
        <div className="shrink-0 text-end">
          <p className="tabular text-lg font-semibold">{formatExactPrice(amount)}</p>
          <DisputeBadge status={status} isQuestion={isQuestion} />
        </div>
      </div>
      <p className="text-sm">{t("dispute.text", { reason, outcome: describeOutcome(dispute) })}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <p className="muted">
          {status === "open" && dueBy ? (
            <>
              {t.rich("dispute.respondBy", {
                time: () => <LocalTime key="time" instant={dueBy} />,
              })}{" "}
              <TimeLeft dueBy={dueBy} />
            </>
          ) : status === "review" && submittedAt ? (
            t.rich("dispute.sent", {
              time: () => <LocalTime key="time" instant={submittedAt} />,
            })
          ) : (
            t.rich(closedAt ? "dispute.decided" : "dispute.opened", {
              time: () => <LocalTime key="time" instant={closedAt ?? openedAt} />,
            })
          )}
        </p>
        {status === "open" && (
          <a className="btn btn-secondary btn-sm" href={localizePath(disputePath(_id))}>
            {t("dispute.submit")}
          </a>
        )}
        {status !== "open" && (
          <a className="link" href={localizePath(disputePath(_id))}>
            {t("dispute.view")}
          </a>
        )}
      </div>
    </li>
  );
}

/** An inquiry is a dispute for which the bank hasn't taken any money. */
function describeOutcome({ status, isQuestion, isEnrolled }: DisputeView): string {
  if (status === "lost") return t(isEnrolled ? "dispute.partLost" : "dispute.lost");
  return t(isQuestion ? `dispute.question.${status}` : `dispute.${status}`);
}
