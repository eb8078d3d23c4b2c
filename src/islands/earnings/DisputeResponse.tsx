import { useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { refreshEarnings } from "#lib/earnings/earnings.queries.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import {
  deleteEvidenceFile,
  saveEvidence,
  submitEvidence,
  uploadEvidenceFile,
} from "#lib/payments/disputes.calls.ts";
import { disputeOptions, putDispute, refreshDispute } from "#lib/payments/disputes.queries.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/disputes.ts";
import { DisputeFacts } from "./shared/DisputeFacts.tsx";
import { DisputeOutcome, DisputeSummary, isAnswerable } from "./shared/DisputeSummary.tsx";
import { EvidenceFiles } from "./shared/EvidenceFiles.tsx";
import { EvidenceForm } from "./shared/EvidenceForm.tsx";
import { TimeLeft } from "./TimeLeft.tsx";

const t = getTexts("disputes");

/** A disputed payment: the deadline, what we send to the bank, and the teacher's statement. */
export default function DisputeResponse({ id }: { id: string }) {
  const dispute = useQuery(disputeOptions(id), queryClient);
  return (
    <div className="grid gap-6">
      <a
        className="link link-secondary justify-self-start py-1 text-sm"
        href={localizePath(earningsPath)}
      >
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
  // Retrying doesn't help if it isn't a dispute of this teacher.
  return error instanceof ApiError && (error.status === 404 || error.status === 403) ? (
    <Alert>{error.message}</Alert>
  ) : (
    <QueryError query={query} />
  );
}

function Response({ dispute }: { dispute: DisputeEvidence }) {
  const { _id, status, isQuestion, submittedBy } = dispute;
  return (
    <>
      <DisputeSummary
        dispute={dispute}
        timeLeft={dispute.dueBy && <TimeLeft dueBy={dispute.dueBy} />}
      >
        {isQuestion && status === "open" && <p className="text-sm">{t("refundInstead")}</p>}
      </DisputeSummary>
      <DisputeFacts facts={dispute.facts} />
      {isAnswerable(dispute) ? (
        <>
          <EvidenceFiles
            dispute={dispute}
            calls={{
              upload: (kind, file) => uploadEvidenceFile(_id, kind, file),
              remove: (fileId) => deleteEvidenceFile(_id, fileId),
              onChanged: putDispute,
              onRefused: () => void refreshDispute(_id),
            }}
          />
          <EvidenceForm
            key={_id}
            dispute={dispute}
            hint={t("hint")}
            save={async (statement) => putDispute(await saveEvidence(_id, statement))}
            submit={async (statement) => putDispute(await submitEvidence(_id, statement))}
            onSubmitted={() => void refreshEarnings()}
            onRefused={() => void refreshDispute(_id)}
          />
        </>
      ) : (
        <>
          <DisputeOutcome
            dispute={dispute}
            text={describeOutcome(dispute)}
            by={submittedBy === "staff" ? t("byStaff") : undefined}
          />
          {dispute.files.length > 0 && <EvidenceFiles dispute={dispute} />}
        </>
      )}
    </>
  );
}

function describeOutcome({ state, status }: DisputeEvidence): string {
  if (state === "decided") return t(status === "won" ? "state.won" : "state.lost");
  return t(`state.${state === "sending" || state === "too-late" ? state : "submitted"}`);
}
