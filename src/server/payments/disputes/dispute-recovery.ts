/** Recovers the teacher's share of a lost payment, which the platform has already paid to the bank. */
import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { isPermanentRefusal, isProviderFailure } from "../../providers/stripe/failures.ts";
import type { Dispute } from "../payment-rows.ts";

/**
 * Reverses the transfer of a lost payment, once, including the fee's share. If the provider rejects
 * this because the teacher's account no longer exists, the platform bears the loss and the log notifies
 * the operator.
 *
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function recoverDispute(context: Context, disputeId: string): Promise<void> {
  const [found] = await context.db
    .select({ dispute: disputes, chargeId: payments.chargeId, feeCents: payments.feeCents })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.id, disputeId), eq(disputes.recovery, "due")));
  if (!found?.chargeId) return;
  const { dispute, chargeId, feeCents } = found;
  let recovered: Recovered;
  try {
    const { transfer } = await context.stripe.charges.retrieve(chargeId, { expand: ["transfer"] });
    if (!transfer || typeof transfer === "string") {
      throw new Error(`The charge ${chargeId} has no transfer`);
    }
    recovered = toRecovered(await reverseTransfer(context, dispute, transfer, feeCents));
  } catch (error) {
    if (!isPermanentRefusal(error)) throw error;
    context.log.error(
      { err: error, disputeId: dispute.providerDisputeId },
      "The teacher's share of a lost payment could not be recovered: settle it with the teacher",
    );
    recovered = { recovery: "refused" };
  }
  await context.db
    .update(disputes)
    .set(recovered)
    .where(and(eq(disputes.id, disputeId), eq(disputes.recovery, "due")));
}

type Recovered = Partial<Pick<Dispute, "recovery" | "takenBackCents" | "returnId">>;

function toRecovered(reversal: Stripe.TransferReversal | undefined): Recovered {
  const name = reversal?.destination_payment_refund;
  return {
    recovery: "made",
    takenBackCents: reversal?.amount ?? 0,
    returnId: typeof name === "object" ? (name?.id ?? null) : (name ?? null),
  };
}

/**
 * Takes what the teacher still has of it, or finds what was taken before, if that response was lost.
 * Undefined if nothing is left to take.
 */
async function reverseTransfer(
  context: Context,
  dispute: Dispute,
  transfer: Stripe.Transfer,
  feeCents: number,
): Promise<Stripe.TransferReversal | undefined> {
  const made = transfer.reversals.data.find(({ metadata }) => metadata?.disputeId === dispute.id);
  if (made) return made;
  const amount = Math.min(dispute.amountCents, transfer.amount - transfer.amount_reversed);
  if (amount <= 0) return undefined;
  return context.stripe.transfers.createReversal(
    transfer.id,
    {
      amount,
      ...(feeCents > 0 && { refund_application_fee: true }),
      metadata: { disputeId: dispute.id },
    },
    // The key contains the amount, because the provider rejects a key that is reused with another
    // amount.
    { idempotencyKey: `dispute-${dispute.id}-${amount}` },
  );
}

/** Attempts it at once. Reconciling does it later if the provider is unavailable. */
export async function attemptRecovery(context: Context, disputeId: string): Promise<void> {
  try {
    await recoverDispute(context, disputeId);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, disputeId }, "Recovering a lost payment is delayed");
  }
}
