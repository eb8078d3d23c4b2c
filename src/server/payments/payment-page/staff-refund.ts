/** Refunds by staff. */
import { AppError } from "#lib/errors.ts";
import { toCents } from "#lib/payments/money.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import type { StaffRefundInput } from "#lib/payments/staff-refund.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { findInterested } from "../../cases/interests.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { transact } from "../../db/transact.ts";
import { withinDeadline } from "../../providers/stripe/failures.ts";
import { recordStaffAction } from "../../staff/audit.ts";
import { requireNotOneself } from "../../staff/own-affairs.ts";
import type { StaffMember } from "../../staff/staff-actor.ts";
import { lockPayment, type Payment } from "../payment-rows.ts";
import { completeRequestedRefund } from "../refunds/refund.ts";
import {
  findKnownRequest,
  requestPartialRefund,
  requestRefund,
} from "../refunds/refund-request.ts";
import { readRefundable } from "../refunds/refundable.ts";
import { paymentNotFound } from "./payment-page.ts";

/**
 * The staff roles, besides owners, that can refund. Support staff are included because they answer
 * questions about payments.
 */
export const refunders: readonly StaffRole[] = ["bookkeeper", "support"];

/**
 * Refunds a payment in full or in part, once for each request, with or without taking back the
 * teacher's share. The request and its entry in the audit log are one transaction. Reconciliation
 * completes interrupted refunds.
 *
 * @throws AppError `not_found`; `forbidden` for the student and the teacher, if someone else can refund;
 * `invalid_input` for an amount that is too small; `conflict` if the request was made with other choices,
 * the page showed another amount, another refund is being made, a bank is deciding on a dispute, or the
 * provider rejects it; `provider_unavailable` if the refund is requested and made later.
 */
export async function refundAsStaff(
  context: Context,
  staff: StaffMember,
  paymentId: string,
  input: StaffRefundInput,
): Promise<void> {
  const { enrollmentId, refundId } = await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    if (!rows) throw paymentNotFound();
    const interested = await findInterested(tx, { kind: "payment", id: paymentId });
    await requireNotOneself(tx, staff, interested, refunders);
    const { amount, seen, reason, ...choices } = input;
    const amountCents = amount === undefined ? undefined : toCents(amount);
    const known = await findKnownRequest(tx, paymentId, { ...choices, amountCents, note: reason });
    const request = { ...choices, amountCents, reason, seenCents: toCents(seen) };
    const refundId =
      known?.id ?? (await requestAndRecord(context, tx, staff, rows.payment, request));
    return { enrollmentId: rows.enrollment.id, refundId };
  });
  await withinDeadline(refundMessages.delayed, () =>
    completeRequestedRefund(context, enrollmentId, refundId),
  );
}

interface RequestedByStaff {
  /** Undefined for everything that is left. */
  amountCents?: number | undefined;
  /** The refundable amount that the page showed, unless the page is an older one. */
  seenCents: number | undefined;
  teacherKeepsShare: boolean;
  reason: string;
  requestId: string;
}

async function requestAndRecord(
  context: Context,
  tx: Db,
  staff: StaffMember,
  payment: Payment,
  request: RequestedByStaff,
): Promise<string> {
  const details = await requestStaffRefund(context, tx, payment, request);
  await recordStaffAction(tx, staff, {
    kind: "refund-payment",
    subjectKind: "payment",
    subjectId: payment.id,
    reason: request.reason,
    details: { ...details },
  });
  return details.refundId;
}

/** What the audit log says about a refund by staff. */
export interface RecordedRefund {
  refundId: string;
  amountCents: number;
  /** What could be refunded before. */
  leftCents: number;
  teacherKeepsShare: boolean;
}

/**
 * Requests a refund by staff, on the page of the payment or by a decision in a case. The payment must be
 * locked, and the caller records the refund in the audit log.
 * @throws the same errors as `refundAsStaff`.
 */
export async function requestStaffRefund(
  context: Context,
  tx: Db,
  payment: Payment,
  { amountCents: part, seenCents, teacherKeepsShare, reason, requestId }: RequestedByStaff,
): Promise<RecordedRefund> {
  if (payment.status === "refunding") throw new AppError("conflict", refundMessages.delayed);
  const { leftCents } = await readRefundable(tx, payment.id);
  const details = { note: reason, requestId, teacherKeepsShare };
  const isStale = seenCents !== undefined && seenCents !== leftCents;
  if (part === undefined && leftCents > 0 && isStale) {
    throw new AppError("conflict", refundMessages.changed(leftCents));
  }
  const refundId =
    part === undefined
      ? await requestRefund(context, tx, payment.enrollmentId, "staff", details)
      : await requestPartialRefund(context, tx, payment.enrollmentId, {
          ...details,
          by: "staff",
          amountCents: part,
          seenCents,
        });
  if (refundId === undefined) throw new AppError("conflict", describeRefundable(0));
  return { refundId, amountCents: part ?? leftCents, leftCents, teacherKeepsShare };
}
