import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { DisputeView } from "#lib/earnings/earnings.responses.ts";
import { type DisputeStatus, disputeStatusLabels } from "#lib/payments/disputes.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { site } from "#lib/site/site.ts";

const badges: Record<DisputeStatus, string> = {
  open: "badge-warning",
  review: "badge-info",
  won: "badge-success",
  lost: "badge-neutral",
};

/** Disputes opened by students' banks. Renders nothing if there are none. */
export function Disputes({ disputes }: { disputes: readonly DisputeView[] }) {
  if (disputes.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="disputes">
      <h2 id="disputes" className="text-heading">
        Disputes
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
  return (
    <li className="panel grid gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold" dir="auto">
            {student?.name ?? "A student"}
          </p>
          <p className="muted text-sm" dir="auto">
            {course.title}
          </p>
        </div>
        <div className="shrink-0 text-end">
          <p className="tabular text-lg font-semibold">{formatExactPrice(amount)}</p>
          <span className={`badge badge-soft badge-sm ${badges[status]}`}>
            {isQuestion && status === "won" ? "Closed" : disputeStatusLabels[status]}
          </span>
        </div>
      </div>
      <p className="text-sm">
        {reason}. {describeOutcome(dispute)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <p className="muted">
          {status === "open" && dueBy ? (
            <>
              Respond by <LocalTime instant={dueBy} />
            </>
          ) : (
            <>
              {closedAt ? "Decided " : "Opened "}
              <LocalTime instant={closedAt ?? openedAt} />
            </>
          )}
        </p>
        {status === "open" && (
          <a className="btn btn-secondary btn-sm" href={toLetter(_id, course.title)}>
            Submit evidence
          </a>
        )}
      </div>
    </li>
  );
}

const consequences: Record<DisputeStatus, string> = {
  open: "The student stays enrolled. We'll respond to the bank for you. Tell us which classes took place, who attended and what was agreed.",
  review:
    "The bank has our response and will decide within a few weeks. The student stays enrolled.",
  won: "You keep the money.",
  lost: "The money was returned to the student, whose enrollment has ended. We returned our fee.",
};

/** For inquiries, where the bank hasn't taken any money. */
const questions: Record<Exclude<DisputeStatus, "lost">, string> = {
  open: "The bank has asked about this payment but hasn't taken any money. Send us your evidence, and we'll respond. If you agree with the student, refund the payment instead.",
  review:
    "The bank has our response. No money has been taken, and you can still refund the payment instead.",
  won: "The bank has closed its inquiry and won't take any money.",
};

const partLost =
  "Part of the money was returned to the student, who stays enrolled. We returned our fee on it.";

function describeOutcome({ status, isQuestion, isEnrolled }: DisputeView): string {
  if (status === "lost") return isEnrolled ? partLost : consequences.lost;
  return isQuestion ? questions[status] : consequences[status];
}

function toLetter(id: string, course: string): string {
  const subject = encodeURIComponent(`Dispute ${id}: ${course}`);
  return `mailto:${site.supportEmail}?subject=${subject}`;
}
