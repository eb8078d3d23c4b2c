/** Taking the teacher's share of a lost payment back: the platform has paid the bank already. */
import { and, eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isDenied, isProviderTrouble } from "../providers/stripe/failures.ts";
import { disputes } from "./disputes.table.ts";
import { payments } from "./payments.table.ts";

/**
 * Reverses the transfer of a lost payment, once, with the fee's share. When the provider refuses
 * (the teacher's account is gone) the operator is told by the log and the platform bears it.
 *
 * @throws Stripe's errors when the provider can't be asked.
 */
export async function recoverDispute(context: Context, disputeId: string): Promise<void> {
  const [found] = await context.db
    .select({ dispute: disputes, chargeId: payments.chargeId, feeCents: payments.feeCents })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.id, disputeId), eq(disputes.recovery, "due")));
  if (!found?.chargeId) return;
  const { dispute, chargeId, feeCents } = found;
  let recovery: "made" | "refused" = "made";
  try {
    const charge = await context.stripe.charges.retrieve(chargeId);
    const transfer = typeof charge.transfer === "object" ? charge.transfer?.id : charge.transfer;
    if (!transfer) throw new Error(`The charge ${chargeId} has no transfer`);
    await context.stripe.transfers.createReversal(
      transfer,
      {
        amount: dispute.amountCents,
        ...(feeCents > 0 && { refund_application_fee: true }),
        metadata: { disputeId: dispute.id },
      },
      { idempotencyKey: `dispute-${dispute.id}` },
    );
  } catch (error) {
    if (!isDenied(error)) throw error;
    context.log.error(
      { err: error, disputeId: dispute.providerDisputeId },
      "The teacher's share of a lost payment could not be taken back: settle it with the teacher",
    );
    recovery = "refused";
  }
  await context.db
    .update(disputes)
    .set({ recovery })
    .where(and(eq(disputes.id, disputeId), eq(disputes.recovery, "due")));
}

/** Tries it at once; what the provider can't do now is left to reconciling. */
export async function attemptRecovery(context: Context, disputeId: string): Promise<void> {
  try {
    await recoverDispute(context, disputeId);
  } catch (error) {
    if (!isProviderTrouble(error)) throw error;
    context.log.warn({ err: error, disputeId }, "A lost payment is taken back later");
  }
}
