import type { ReactNode } from "react";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { getTexts } from "#translations/disputes.ts";
import { DisputeBadge } from "./DisputeBadge.tsx";

const t = getTexts("disputes");

/** Whether the bank still accepts a response. */
export const isAnswerable = ({ state }: DisputeEvidence): boolean =>
  state === "none" || state === "draft";

interface SummaryProps {
  dispute: DisputeEvidence;
  timeLeft?: ReactNode;
  children?: ReactNode;
}

/** What the bank asks, and until when. */
export function DisputeSummary({ dispute, timeLeft, children }: SummaryProps) {
  const { status, isQuestion, amount, reason, facts, dueBy } = dispute;
  return (
    <section className="panel grid gap-3 p-5 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-xl" dir="auto">
            {facts.student}
          </h2>
          <p className="muted text-sm" dir="auto">
            {facts.course.title}
          </p>
        </div>
        <div className="sm:text-end">
          <p className="tabular text-lg font-semibold">{formatExactPrice(amount)}</p>
          <DisputeBadge status={status} isQuestion={isQuestion} />
        </div>
      </div>
      <p className="text-sm">{t("reason", { reason })}</p>
      {dueBy && isAnswerable(dispute) && (
        <p className="text-sm font-medium">
          {t.rich("respondBy", { time: () => <LocalTime key="time" instant={dueBy} /> })}{" "}
          {timeLeft && <span className="muted font-normal">{timeLeft}</span>}
        </p>
      )}
      {children}
    </section>
  );
}

interface OutcomeProps {
  dispute: DisputeEvidence;
  /** What happened to the response. */
  text: string;
  /** Who responded. */
  by?: string | undefined;
}

/** What happened to the response, and the statement that was sent. */
export function DisputeOutcome({ dispute, text, by }: OutcomeProps) {
  const { state, status, statement, submittedAt } = dispute;
  return (
    <section className="panel grid gap-3 p-5 md:p-6">
      <h2 className="text-xl">{t("sentStatement")}</h2>
      <Alert kind={state === "too-late" || status === "lost" ? "error" : "success"}>{text}</Alert>
      {by && <p className="text-sm">{by}</p>}
      {submittedAt && (
        <p className="muted text-sm">
          {t.rich("submittedOn", { time: () => <LocalTime key="time" instant={submittedAt} /> })}
        </p>
      )}
      <p className="text-sm break-words whitespace-pre-line" dir="auto">
        {statement || t("noStatement")}
      </p>
    </section>
  );
}
