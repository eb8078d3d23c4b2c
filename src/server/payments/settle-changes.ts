/** The changes of settling: each in a transaction that holds course, enrolment and payment. */
import { and, count, eq, ne } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { mailEnrolled } from "../enrolments/enrolments.mail.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { passOnSeats, takePlace } from "../enrolments/waiting-list.ts";
import type { SettledCharge } from "./checkout-session.ts";
import { markRefunded } from "./mark-refunded.ts";
import type { Payment, PaymentRows } from "./payment-rows.ts";
import { payments } from "./payments.table.ts";

/** The checkout ended unpaid: the seat is free again, and goes to who waits for it. */
export async function settleExpired(
  context: Context,
  tx: Db,
  { payment, enrolment, course }: PaymentRows,
): Promise<void> {
  if (payment.status !== "open") return;
  await tx
    .update(payments)
    .set({ status: "expired", checkoutRequest: null })
    .where(eq(payments.id, payment.id));
  if (enrolment.status === "held") {
    await tx
      .update(enrolments)
      .set({ status: "expired", endedAt: new Date() })
      .where(eq(enrolments.id, enrolment.id));
    await passOnSeats(context, tx, course);
  }
}

/**
 * The checkout was paid. The held seat becomes final; where it has been given away since, or the
 * course has no room for it, the money goes back. Returns the payment's status from now on.
 */
export async function settlePaid(
  context: Context,
  tx: Db,
  rows: PaymentRows,
  sessionId: string,
  charge: SettledCharge,
): Promise<Payment["status"]> {
  const { payment, enrolment, course } = rows;
  if (payment.status === "refunded") return "refunded";
  if (charge.refunded) {
    const facts = { sessionId, paymentIntentId: charge.paymentIntentId, chargeId: charge.id };
    await markRefunded(context, tx, rows, { ...facts, refundReason: "provider" });
    return "refunded";
  }
  if (payment.status === "paid" || payment.status === "refunding") return payment.status;

  const now = new Date();
  const keeps = enrolment.status === "held" && (await hasRoom(tx, rows));
  const status = keeps ? "paid" : "refunding";
  await tx
    .update(payments)
    .set({
      status,
      sessionId,
      checkoutRequest: null,
      paymentIntentId: charge.paymentIntentId,
      chargeId: charge.id,
      paidAt: now,
      ...(keeps ? {} : { refundReason: "no-seat" as const }),
    })
    .where(eq(payments.id, payment.id));
  if (keeps) {
    await tx
      .update(enrolments)
      .set({ status: "enrolled", enrolledAt: now })
      .where(eq(enrolments.id, enrolment.id));
    await takePlace(tx, enrolment);
    await mailEnrolled(context, tx, enrolment, course);
  } else if (enrolment.status === "held") {
    await tx
      .update(enrolments)
      .set({ status: "refunded", endedAt: now })
      .where(eq(enrolments.id, enrolment.id));
  }
  return status;
}

async function hasRoom(tx: Db, { enrolment, course }: PaymentRows): Promise<boolean> {
  const [others] = await tx
    .select({ number: count() })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.courseId, course.id),
        eq(enrolments.status, "enrolled"),
        ne(enrolments.id, enrolment.id),
      ),
    );
  return (others?.number ?? 0) < course.maxStudents;
}
