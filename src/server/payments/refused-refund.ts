import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { refundMessages } from "#lib/payments.ts";
import type { Context } from "../context.ts";
import { transact } from "../db/transact.ts";
import { isDisputed } from "../providers/stripe/failures.ts";
import { lockPayment } from "./payment-rows.ts";
import { payments } from "./payments.table.ts";
import type { Refund } from "./refund-request.ts";
import { refunds } from "./refunds.table.ts";

/**
 * Forgets a teacher's wish that the provider refuses: everything is as before, and the next wish is
 * a new one. Returns what the teacher is told.
 */
export async function dropRefund(
  context: Context,
  refund: Refund,
  error: unknown,
): Promise<AppError> {
  await transact(context.db, async (tx) => {
    await lockPayment(tx, refund.paymentId);
    const [dropped] = await tx
      .update(refunds)
      .set({ status: "failed", failure: error instanceof Error ? error.message : String(error) })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, "requested")))
      .returning();
    if (!dropped?.isWhole) return;
    await tx
      .update(payments)
      .set({ status: "paid", refundReason: null })
      .where(and(eq(payments.id, refund.paymentId), eq(payments.status, "refunding")));
  });
  const message = isDisputed(error) ? refundMessages.disputed : refundMessages.refused;
  return new AppError("conflict", message, { cause: error });
}
