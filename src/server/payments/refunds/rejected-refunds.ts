/** What becomes of full refunds that the provider keeps rejecting. */
import { and, eq } from "drizzle-orm";
import { openCase } from "../../cases/open-case.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { payments } from "../../db/tables/payments.table.ts";
import type { Payment } from "../payment-rows.ts";

/** How often a full refund is attempted before a person has to act. */
export const maxRefundTries = 3;

/** Lets another refund be requested after one was dropped. The payment must be locked. */
export async function returnToPaid(tx: Db, paymentId: string): Promise<Payment | undefined> {
  const [paid] = await tx
    .update(payments)
    .set({ status: "paid", refundReason: null })
    .where(and(eq(payments.id, paymentId), eq(payments.status, "refunding")))
    .returning();
  return paid;
}

/** Opens a case about a payment whose refund the provider rejected, or adds the rejection to the case. */
export async function reportRejection(
  context: Context,
  tx: Db,
  paymentId: string,
  cause: string,
): Promise<void> {
  await openCase(context, tx, {
    subject: { kind: "payment", id: paymentId },
    category: null,
    details: `The payment provider rejected a refund: ${cause}`,
    reporter: { kind: "system" },
  });
}
