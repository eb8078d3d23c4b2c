import { getTexts } from "#translations/staff-payment.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { DisputeEvidence, StaffDisputes } from "./dispute-evidence.responses.ts";
import type { EvidenceFileKind } from "./dispute-evidence.rules.ts";
import type { StaffPayment } from "./staff-payments.responses.ts";
import type { StaffRefundInput } from "./staff-refund.ts";

const t = getTexts("staffPayment");

const pathOf = (paymentId: string) => `/payments/${encodeURIComponent(paymentId)}`;

export async function fetchStaffPayment(paymentId: string): Promise<StaffPayment> {
  return requireObject<StaffPayment>(await callStaff(pathOf(paymentId)));
}

export async function fetchStaffDisputes(paymentId: string): Promise<StaffDisputes> {
  return requireObject<StaffDisputes>(await callStaff(`${pathOf(paymentId)}/disputes`));
}

const disputeOf = (paymentId: string, disputeId: string) =>
  `${pathOf(paymentId)}/disputes/${encodeURIComponent(disputeId)}`;

export async function saveStaffEvidence(
  paymentId: string,
  disputeId: string,
  statement: string,
): Promise<void> {
  await callStaff(disputeOf(paymentId, disputeId), {
    method: "PUT",
    body: { statement },
    fallback: t("dispute.notSaved"),
  });
}

export async function uploadStaffEvidenceFile(
  paymentId: string,
  disputeId: string,
  kind: EvidenceFileKind,
  file: File,
): Promise<DisputeEvidence> {
  const body = new FormData();
  body.set("kind", kind);
  body.set("file", file);
  const request = { method: "POST", body, fallback: t("dispute.fileFailed") } as const;
  const answer = await callStaff(`${disputeOf(paymentId, disputeId)}/files`, request);
  return requireObject<DisputeEvidence>(answer);
}

export async function deleteStaffEvidenceFile(
  paymentId: string,
  disputeId: string,
  fileId: string,
): Promise<DisputeEvidence> {
  const path = `${disputeOf(paymentId, disputeId)}/files/${encodeURIComponent(fileId)}`;
  const request = { method: "DELETE", fallback: t("dispute.fileFailed") } as const;
  return requireObject<DisputeEvidence>(await callStaff(path, request));
}

export async function submitStaffEvidence(
  paymentId: string,
  disputeId: string,
  statement: string,
): Promise<void> {
  await callStaff(`${disputeOf(paymentId, disputeId)}/submit`, {
    method: "POST",
    body: { statement },
    fallback: t("dispute.failed"),
  });
}

export async function sendStaffRefund(paymentId: string, refund: StaffRefundInput): Promise<void> {
  await callStaff(`${pathOf(paymentId)}/refund`, {
    method: "POST",
    body: refund,
    fallback: t("refund.failed"),
  });
}
