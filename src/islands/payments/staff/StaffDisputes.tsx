import { useQuery } from "@tanstack/react-query";
import { DisputeFacts } from "#islands/earnings/shared/DisputeFacts.tsx";
import {
  DisputeOutcome,
  DisputeSummary,
  isAnswerable,
} from "#islands/earnings/shared/DisputeSummary.tsx";
import { EvidenceFiles } from "#islands/earnings/shared/EvidenceFiles.tsx";
import { EvidenceForm } from "#islands/earnings/shared/EvidenceForm.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import {
  deleteStaffEvidenceFile,
  saveStaffEvidence,
  submitStaffEvidence,
  uploadStaffEvidenceFile,
} from "#lib/payments/staff-payments.calls.ts";
import { refreshStaffPayment, staffDisputesOptions } from "#lib/payments/staff-payments.queries.ts";
import type { StaffPayment } from "#lib/payments/staff-payments.responses.ts";
import { getTexts } from "#translations/staff-payment.ts";

const t = getTexts("staffPayment");

/** The disputes of a payment, to which bookkeepers and owners can respond. */
export function StaffDisputes({ payment: { _id, events } }: { payment: StaffPayment }) {
  const isDisputed = events.some(
    ({ kind }) => kind === "dispute-opened" || kind === "inquiry-opened",
  );
  return isDisputed ? <Disputes paymentId={_id} /> : null;
}

function Disputes({ paymentId }: { paymentId: string }) {
  const result = useQuery(staffDisputesOptions(paymentId), queryClient);
  if (result.isPending) return <Loading label={t("loading")} />;
  if (result.isError) {
    const { error } = result;
    return error instanceof ApiError && error.status === 403 ? (
      // Support staff see the payment, but not the evidence.
      <p className="panel p-5 text-sm">{t("dispute.who")}</p>
    ) : (
      <QueryError query={result} />
    );
  }
  return result.data.disputes.map((dispute) => (
    <Dispute key={dispute._id} paymentId={paymentId} dispute={dispute} />
  ));
}

function Dispute({ paymentId, dispute }: { paymentId: string; dispute: DisputeEvidence }) {
  const { _id, files, state, submittedBy } = dispute;
  const canRespond = isAnswerable(dispute);
  const refresh = () => void refreshStaffPayment(paymentId);
  return (
    <>
      <DisputeSummary dispute={dispute}>
        {canRespond && <p className="max-w-prose text-sm">{t("dispute.who")}</p>}
        {state === "draft" && <p className="max-w-prose text-sm">{t("dispute.draft")}</p>}
      </DisputeSummary>
      <DisputeFacts facts={dispute.facts} />
      {(canRespond || files.length > 0) && (
        <EvidenceFiles
          dispute={dispute}
          calls={
            canRespond
              ? {
                  upload: (kind, file) => uploadStaffEvidenceFile(paymentId, _id, kind, file),
                  remove: (fileId) => deleteStaffEvidenceFile(paymentId, _id, fileId),
                  onChanged: refresh,
                  onRefused: refresh,
                }
              : undefined
          }
        />
      )}
      {canRespond ? (
        <EvidenceForm
          dispute={dispute}
          hint={t("dispute.hint")}
          save={async (statement) => {
            await saveStaffEvidence(paymentId, _id, statement);
            await refreshStaffPayment(paymentId);
          }}
          submit={(statement) => submitStaffEvidence(paymentId, _id, statement)}
          onSubmitted={refresh}
          onRefused={refresh}
        />
      ) : (
        <DisputeOutcome
          dispute={dispute}
          text={describeOutcome(dispute)}
          by={submittedBy ? t(`dispute.by.${submittedBy}`) : undefined}
        />
      )}
    </>
  );
}

function describeOutcome({ state, status }: DisputeEvidence): string {
  if (state === "decided") return t(`dispute.state.${status === "won" ? "won" : "lost"}`);
  return t(`dispute.state.${state === "sending" || state === "too-late" ? state : "submitted"}`);
}
