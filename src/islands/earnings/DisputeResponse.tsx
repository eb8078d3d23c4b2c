import { useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import { labelDispute } from "#lib/payments/dispute-texts.ts";
import { disputeOptions } from "#lib/payments/disputes.queries.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/disputes.ts";
import { DisputeFacts } from "./DisputeFacts.tsx";
import { EvidenceFiles } from "./EvidenceFiles.tsx";
import { EvidenceForm } from "./EvidenceForm.tsx";
import { TimeLeft } from "./TimeLeft.tsx";

const t = getTexts("disputes");

/** A disputed payment: the deadline, what we send to the bank, and the teacher's statement. */
export default function DisputeResponse({ id }: { id: string }) {
  const dispute = useQuery(disputeOptions(id), queryClient);
  return (
    <div className="grid gap-6">
      <a className="link link-secondary text-sm" href={localizePath(earningsPath)}>
        {t("back")}
      </a>
      {dispute.isPending && <Loading label={t("loading")} />}
      {dispute.isError && <Failure query={dispute} />}
      {dispute.data && <Response dispute={dispute.data} />}
    </div>
  );
}

function Failure({ query }: { query: Parameters<typeof QueryError>[0]["query"] }) {
  const { error } = query;
  // Trying again doesn't help if it isn't a dispute of this teacher.
  return error instanceof ApiError && (error.status === 404 || error.status === 403) ? (
    <Alert>{error.message}</Alert>
  ) : (
    <QueryError query={query} />
  );
}

function Response({ dispute }: { dispute: DisputeEvidence }) {
  const { status, state, isQuestion, amount, reason, facts } = dispute;
  return (
    <>
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
            <span className="badge badge-soft badge-sm">{labelDispute(status, isQuestion)}</span>
          </div>
        </div>
        <p className="text-sm">{t("reason", { reason })}</p>
        <Deadline dispute={dispute} />
        {isQuestion && status === "open" && <p className="text-sm">{t("refundInstead")}</p>}
      </section>
      <DisputeFacts facts={facts} />
      {state === "none" || state === "draft" ? (
        <>
          <EvidenceFiles dispute={dispute} isOpen />
          <EvidenceForm key={dispute._id} dispute={dispute} />
        </>
      ) : (
        <>
          <Outcome dispute={dispute} />
          {dispute.files.length > 0 && <EvidenceFiles dispute={dispute} isOpen={false} />}
        </>
      )}
    </>
  );
}

function Deadline({ dispute: { dueBy, state } }: { dispute: DisputeEvidence }) {
  if (!dueBy || (state !== "none" && state !== "draft")) return null;
  return (
    <p className="text-sm font-medium">
      {t.rich("respondBy", { time: () => <LocalTime key="time" instant={dueBy} /> })}{" "}
      <span className="muted font-normal">
        <TimeLeft dueBy={dueBy} />
      </span>
    </p>
  );
}

/** What happened to the response, and the statement that was sent. */
function Outcome({ dispute }: { dispute: DisputeEvidence }) {
  const { state, status, statement, submittedAt } = dispute;
  const text =
    state === "decided"
      ? t(status === "won" ? "state.won" : "state.lost")
      : t(`state.${state === "sending" || state === "too-late" ? state : "submitted"}`);
  return (
    <section className="panel grid gap-3 p-5 md:p-6">
      <h2 className="text-xl">{t("statement")}</h2>
      <Alert kind={state === "too-late" || status === "lost" ? "error" : "success"}>{text}</Alert>
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
