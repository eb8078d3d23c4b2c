import { LocalTime } from "#islands/ui/LocalTime.tsx";
import {
  type DisputeStatus,
  type DisputeView,
  disputeStatusLabels,
} from "#lib/payments/disputes.ts";
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
              Answer until <LocalTime instant={dueBy} />
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
            Tell Us What You Know
          </a>
        )}
      </div>
    </li>
  );
}

const consequences: Record<DisputeStatus, string> = {
  open: "The student stays enrolled. We answer the bank for you: tell us which classes took place, who attended, and what was agreed.",
  review: "The bank has our answer and decides within some weeks. The student stays enrolled.",
  won: "The money stays with you.",
  lost: "The money went back to the student, whose enrollment has ended. We gave up our share.",
};

/** For inquiries, where the bank hasn't taken any money. */
const questions: Record<Exclude<DisputeStatus, "lost">, string> = {
  open: "So far the bank only asks, and no money was taken. Tell us what you know and we answer it; if you agree with the student, a refund settles it.",
  review: "The bank has our answer. No money was taken, and a refund still settles it.",
  won: "The bank has closed its question and takes no money.",
};

const partLost =
  "A part of the money went back to the student, who stays enrolled. We gave up our share of it.";

function describeOutcome({ status, isQuestion, isEnrolled }: DisputeView): string {
  if (status === "lost") return isEnrolled ? partLost : consequences.lost;
  return isQuestion ? questions[status] : consequences[status];
}

function toLetter(id: string, course: string): string {
  const subject = encodeURIComponent(`Dispute ${id}: ${course}`);
  return `mailto:${site.supportEmail}?subject=${subject}`;
}
