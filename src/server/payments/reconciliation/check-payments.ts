/**
 * The recurring check of all payments. It repairs contradictions between enrollments, payments,
 * refunds and the provider's records if the correct state is certain, and otherwise notifies the
 * operator.
 */

import { eq } from "drizzle-orm";
import { chargeFindings, recordFindings } from "#lib/payments/finding-kinds.ts";
import { findSeatsWithoutClasses } from "../../classes/sold/removed-classes.ts";
import type { Context } from "../../context.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { transact } from "../../db/transact.ts";
import { startBatch } from "../../jobs/batch.ts";
import { purgeSeatPages } from "../../seats/seat-pages.ts";
import { releaseOverdueHolds } from "../../seats/waiting-list.jobs.ts";
import { offerFreedSeats } from "../../seats/waiting-list.ts";
import { settleCheckout } from "../checkout/settle.ts";
import { seatOrRefund } from "../checkout/settle-changes.ts";
import { lockPayment } from "../payment-rows.ts";
import { attemptRefund } from "../refunds/refund.ts";
import { findPendingRefund, requestRefund } from "../refunds/refund-request.ts";
import { mailRefunded } from "../refunds/refunds.mails.ts";
import { findSilence } from "../webhook/silence.ts";
import { compareCharges } from "./compare-charges.ts";
import {
  findPaymentsWithoutSeat,
  findRefundedSeats,
  findSeatsInClosedCourses,
  findStuck,
  findUnpaidSeats,
  findUnrefundedPayments,
} from "./disagreements.ts";
import { type Finding, reportFindings } from "./findings.ts";

/** How many days of charges are compared: by frequent checks, and by the daily one. */
export const comparedDays = { often: 2, daily: 90 } as const;

/** @throws the first failure, after all checks, so that the job is retried. */
export async function checkPayments(
  context: Context,
  days: number = comparedDays.often,
): Promise<void> {
  const { attempt, end } = startBatch(context);
  const { db } = context;
  await attempt({ step: "holds" }, () => releaseOverdueHolds(context));
  for (const { enrollmentId, canceledAt } of await findSeatsInClosedCourses(db)) {
    await attempt({ enrollmentId }, () => refundClosed(context, enrollmentId, canceledAt !== null));
  }
  for (const { enrollmentId, sessionId } of await findUnpaidSeats(db)) {
    if (sessionId) await attempt({ enrollmentId }, () => settleCheckout(context, sessionId));
  }
  for (const { paymentId, sessionId } of await findPaymentsWithoutSeat(db)) {
    await attempt({ paymentId }, () => repairSeatOf(context, paymentId, sessionId));
  }
  const found: Finding[] = [];
  for (const { paymentId, chargeId } of await findRefundedSeats(db)) {
    await attempt({ paymentId }, async () => {
      if (await endRefundedSeat(context, paymentId, chargeId)) return;
      const details = `The charge is ${chargeId ?? "not known"}.`;
      found.push({ kind: "refund-not-made", subjectId: paymentId, details });
    });
  }
  for (const { paymentId, chargeId } of await findUnrefundedPayments(db)) {
    const details = `The charge is ${chargeId ?? "not known"}.`;
    found.push({ kind: "refund-not-made", subjectId: paymentId, details });
  }
  for (const { enrollmentId, paymentId } of await findUnpaidSeats(db)) {
    const details = `The payment is ${paymentId ?? "missing"}.`;
    found.push({ kind: "seat-without-charge", subjectId: enrollmentId, details });
  }
  for (const { seat } of await findSeatsWithoutClasses(db, new Date())) {
    const details = `The course is ${seat.courseId}.`;
    found.push({ kind: "seat-without-classes", subjectId: seat.id, details });
  }
  found.push(...(await findStuck(db, new Date())));
  // The sandbox's records are older than the demo's events.
  if (!context.config.stripe.sandbox) found.push(...(await findSilence(db, new Date())));
  await reportFindings(context, found, recordFindings);
  await attempt({ step: "charges" }, async () => {
    const different = await compareCharges(context, days);
    // A short check doesn't cover older findings, so it must not close them.
    await reportFindings(context, different, days >= comparedDays.daily ? chargeFindings : []);
  });
  end();
}

/** Refunds the payment in full because the course no longer takes place for this student. */
async function refundClosed(
  context: Context,
  enrollmentId: string,
  isCanceled: boolean,
): Promise<void> {
  const reason = isCanceled ? "course-cancelled" : "course-closed";
  const refundId = await transact(context.db, (tx) =>
    requestRefund(context, tx, enrollmentId, reason),
  );
  context.log.warn({ enrollmentId, reason }, "A seat in a closed course is refunded");
  if (refundId) await attemptRefund(context, refundId);
}

/**
 * Repairs a payment that is paid but has no seat: settles it again, then confirms the seat or
 * requests a refund.
 */
async function repairSeatOf(
  context: Context,
  paymentId: string,
  sessionId: string | null,
): Promise<void> {
  if (sessionId) await settleCheckout(context, sessionId);
  const repaired = await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    if (rows?.payment.status !== "paid") return undefined;
    if (rows.enrollment.status === "enrolled" || rows.enrollment.status === "left")
      return undefined;
    await seatOrRefund(context, tx, rows, rows.payment.paidAt ?? new Date());
    return { rows, refundId: await findPendingRefund(tx, paymentId) };
  });
  if (!repaired) return;
  context.log.warn({ paymentId }, "A payment without a seat was repaired");
  await purgeSeatPages(context, repaired.rows.enrollment, repaired.rows.course);
  if (repaired.refundId) await attemptRefund(context, repaired.refundId);
}

/**
 * Ends the seat if the money was actually refunded.
 * @returns false if it wasn't.
 */
async function endRefundedSeat(
  context: Context,
  paymentId: string,
  chargeId: string | null,
): Promise<boolean> {
  const charge = chargeId ? await context.stripe.charges.retrieve(chargeId) : undefined;
  const ended = await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    if (!rows) return undefined;
    const { payment, enrollment, course } = rows;
    const isBack = charge?.refunded || payment.refundReason === "dispute";
    if (!isBack || payment.status !== "refunded") return undefined;
    await tx
      .update(enrollments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(eq(enrollments.id, enrollment.id));
    await offerFreedSeats(context, tx, course);
    const reason = payment.refundReason ?? "provider";
    await mailRefunded(context, tx, enrollment, course, {
      reason,
      amountCents: payment.amountCents,
      payment,
    });
    return rows;
  });
  if (ended) await purgeSeatPages(context, ended.enrollment, ended.course);
  return ended !== undefined;
}
