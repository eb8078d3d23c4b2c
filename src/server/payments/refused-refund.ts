import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { refundMessages } from "#lib/payments.ts";
import type { Context } from "../context.ts";
import { transact } from "../db/transact.ts";
import { mailRefused } from "../enrolments/refunds.mail.ts";
import { isDisputed } from "../providers/stripe/failures.ts";
import { lockPayment } from "./payment-rows.ts";
import { payments } from "./payments.table.ts";
import type { Refund } from "./refund-request.ts";
import { refunds } from "./refunds.table.ts";

/**
 * Forgets a teacher's wish that the provider refuses: everything is as before, and the next wish is
 * a new one. Returns what the teacher is told, by mail too; undefined where the student has a claim
 * to the money by now.
 */
export async function dropRefund(
  context: Context,
  refund: Refund,
  error: unknown,
): Promise<AppError | undefined> {
  const message = isDisputed(error) ? refundMessages.disputed : refundMessages.refused;
  const isWish = await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, refund.paymentId);
    const [now] = await tx
      .select({ reason: refunds.reason })
      .from(refunds)
      .where(eq(refunds.id, refund.id));
    if (!rows || now?.reason !== "teacher") return false;
    const [dropped] = await tx
      .update(refunds)
      .set({ status: "failed", failure: error instanceof Error ? error.message : String(error) })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, "requested")))
      .returning();
    if (!dropped) return true;
    await mailRefused(context, tx, rows, { amountCents: dropped.amountCents, message });
    if (!dropped.isWhole) return true;
    await tx
      .update(payments)
      .set({ status: "paid", refundReason: null })
      .where(and(eq(payments.id, refund.paymentId), eq(payments.status, "refunding")));
    return true;
  });
  if (!isWish) return undefined;
  return new AppError("conflict", message, { cause: error });
}
