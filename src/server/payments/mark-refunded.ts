import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { mailRefunded } from "../enrolments/enrolments.mail.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { passOnSeats } from "../enrolments/waiting-list.ts";
import type { Payment, PaymentRows } from "./payment-rows.ts";
import { payments } from "./payments.table.ts";

type RefundFacts = Partial<
  Pick<Payment, "sessionId" | "paymentIntentId" | "chargeId" | "refundId" | "refundReason">
>;

/**
 * Writes down, once, that the money has gone back: payment and enrolment are refunded, the seat is
 * free, student and teacher are told. An earlier reason stays. Expects the rows to be locked.
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
  if (enrolment.status === "held" || enrolment.status === "enrolled") {
    await tx
      .update(enrolments)
      .set({ status: "refunded", endedAt: now })
      .where(eq(enrolments.id, enrolment.id));
    await passOnSeats(context, tx, course);
  }
  await mailRefunded(context, tx, enrolment, course, refundReason);
}
