import { and, desc, eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { enrolments } from "../../db/tables/enrolments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { offerFreedSeats } from "../../seats/waiting-list.ts";
import type { Payment, PaymentRows } from "../payment-rows.ts";
import { mailRefunded } from "./refunds.mails.ts";

type RefundFacts = Partial<
  Pick<
    Payment,
    | "sessionId"
    | "receiptNumber"
    | "paymentIntentId"
    | "chargeId"
    | "destinationPaymentId"
    | "refundReason"
  >
>;

/**
 * Writes down, once, that the money has gone back: payment and enrolment are refunded, the seat is
 * free, student and teacher are told, in the teacher's words where there are some. An earlier reason
 * stays. Expects the rows to be locked.
 */
export async function markRefunded(
  context: Context,
  tx: Db,
  { payment, enrolment, course }: PaymentRows,
  facts: RefundFacts,
): Promise<void> {
  if (payment.status === "refunded") return;
  const now = new Date();
  const refundReason = payment.refundReason ?? facts.refundReason ?? "provider";
  await tx
    .update(payments)
    .set({
      ...facts,
      refundReason,
      status: "refunded",
      paidAt: payment.paidAt ?? now,
      refundedAt: now,
    })
    .where(eq(payments.id, payment.id));
  const note = refundReason === "teacher" ? await findNote(tx, payment) : undefined;
  await endRequested(tx, payment);
  if (enrolment.status === "held" || enrolment.status === "enrolled") {
    await tx
      .update(enrolments)
      .set({ status: "refunded", endedAt: now })
      .where(eq(enrolments.id, enrolment.id));
    await offerFreedSeats(context, tx, course);
  }
  await mailRefunded(context, tx, enrolment, course, {
    reason: refundReason,
    amountCents: payment.amountCents,
    note,
  });
}

/** The teacher's words with the latest wish to give everything back. */
async function findNote(tx: Db, payment: Payment): Promise<string | null | undefined> {
  const [wish] = await tx
    .select({ note: refunds.note })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payment.id),
        eq(refunds.isWhole, true),
        eq(refunds.reason, "teacher"),
      ),
    )
    .orderBy(desc(refunds.createdAt))
    .limit(1);
  return wish?.note;
}

/** What is still wished for when everything has gone back can't be made any more. */
async function endRequested(tx: Db, payment: Payment): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: "failed", failure: "Everything had been given back already." })
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, "requested")));
}
