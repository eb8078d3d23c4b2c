/** Refunds by staff. */
import { inArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { toCents } from "#lib/payments/money.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import type { StaffRefundInput } from "#lib/payments/staff-refund.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { transact } from "../../db/transact.ts";
import { withinDeadline } from "../../providers/stripe/failures.ts";
import { recordStaffAction } from "../../staff/audit.ts";
import { requireNotOneself } from "../../staff/own-affairs.ts";
import type { StaffMember } from "../../staff/staff-actor.ts";
import { lockPayment, type Payment, type PaymentRows } from "../payment-rows.ts";
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
    await requireNotOneself(tx, staff, await findConcerned(tx, rows), refunders);
    const { amount, reason, requestId, teacherKeepsShare } = input;
    const known = await findKnownRequest(tx, paymentId, {
      requestId,
      amountCents: amount === undefined ? undefined : toCents(amount),
      note: reason,
      teacherKeepsShare,
    });
    const refundId = known?.id ?? (await request(context, tx, staff, rows.payment, input));
    return { enrollmentId: rows.enrollment.id, refundId };
  });
  await withinDeadline(refundMessages.delayed, () =>
    completeRequestedRefund(context, enrollmentId, refundId),
  );
}

/** The accounts of the student and the teacher. */
export async function findConcerned(
  tx: Db,
  { enrollment, course }: Pick<PaymentRows, "enrollment" | "course">,
): Promise<string[]> {
  const rows = await tx
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(inArray(profiles.id, [enrollment.studentId, course.teacherId]));
  return rows.map(({ userId }) => userId);
}

async function request(
  context: Context,
  tx: Db,
  staff: StaffMember,
  payment: Payment,
  { amount, seen, teacherKeepsShare, reason, requestId }: StaffRefundInput,
): Promise<string> {
  if (payment.status === "refunding") throw new AppError("conflict", refundMessages.delayed);
  const { leftCents } = await readRefundable(tx, payment.id);
  const seenCents = toCents(seen);
  const details = { note: reason, requestId, teacherKeepsShare };
  const amountCents = amount === undefined ? leftCents : toCents(amount);
  if (amount === undefined && leftCents > 0 && leftCents !== seenCents) {
    throw new AppError("conflict", refundMessages.changed(leftCents));
  }
  const refundId =
    amount === undefined
      ? await requestRefund(context, tx, payment.enrollmentId, "staff", details)
      : await requestPartialRefund(context, tx, payment.enrollmentId, {
          ...details,
          by: "staff",
          amountCents,
          seenCents,
        });
  if (refundId === undefined) throw new AppError("conflict", describeRefundable(0));
  await recordStaffAction(tx, staff, {
    kind: "refund-payment",
    subjectKind: "payment",
    subjectId: payment.id,
    reason,
    details: { refundId, amountCents, leftCents, teacherKeepsShare },
  });
  return refundId;
}
