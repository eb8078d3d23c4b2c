/**
 * Recovers the teacher's share of a payment lost in a dispute, which the bank has already taken
 * from the platform.
 */
import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { isPermanentRefusal, isProviderFailure } from "../../providers/stripe/failures.ts";
import type { Dispute } from "../payment-rows.ts";

/**
 * Reverses the transfer of a lost payment, including the fee's share, once. If the provider rejects
 * this because the teacher's account no longer exists, the platform bears the loss, and a log entry
 * informs the operator.
 *
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function recoverDispute(context: Context, disputeId: string): Promise<void> {
  const [found] = await context.db
    .select({
      dispute: disputes,
      chargeId: payments.chargeId,
      feeCents: payments.feeCents,
      destination: payments.destinationAccountId,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.id, disputeId), eq(disputes.recovery, "due")));
  if (!found?.chargeId) return;
  const { dispute, chargeId, feeCents, destination } = found;
  let recovered: Recovered;
  try {
    recovered =
      // Nothing was transferred. The loss reduces what the platform owes the teacher.
      destination === null
        ? { recovery: "made", takenBackCents: 0, returnId: null }
        : toRecovered(await takeBack(context, dispute, chargeId, feeCents));
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

async function takeBack(context: Context, dispute: Dispute, chargeId: string, feeCents: number) {
  const { transfer } = await context.stripe.charges.retrieve(chargeId, { expand: ["transfer"] });
  if (!transfer || typeof transfer === "string") {
    throw new Error(`The charge ${chargeId} has no transfer`);
  }
  return reverseTransfer(context, dispute, transfer, feeCents);
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
 * Reverses what is left of the transfer, or finds an earlier reversal whose response was lost.
 * Undefined if nothing is left to reverse.
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
    // The key contains the amount, because the provider rejects a reused key with a different
    // amount.
    { idempotencyKey: `dispute-${dispute.id}-${amount}` },
  );
}

/** Attempts the recovery immediately. If the provider is unavailable, reconciliation retries it. */
export async function attemptRecovery(context: Context, disputeId: string): Promise<void> {
  try {
    await recoverDispute(context, disputeId);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, disputeId }, "Recovering a lost payment is delayed");
  }
}
