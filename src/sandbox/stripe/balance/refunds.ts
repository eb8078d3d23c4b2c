import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { findConnected } from "../accounts/account-changes.ts";
import { mergeMetadata } from "../accounts/accounts.ts";
import type { StripeContext } from "../context.ts";
import { closeInquiries, isUnderDispute } from "../disputes/disputes.ts";
import type { Cause } from "../events.ts";
import { refusedParam, StripeError } from "../http/errors.ts";
import { listPage } from "../http/lists.ts";
import { boolean, integer, metadata, page, text } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";
import { money } from "../money.ts";
import { find, idOf } from "../store.ts";
import { recordBalance } from "./balance.ts";
import { returnFee, reverseTransfer } from "./reversals.ts";

export const createRefundParams = z.strictObject({
  amount: z.optional(integer.check(z.positive())),
  charge: z.optional(text),
  metadata: z.optional(metadata),
  payment_intent: z.optional(text),
  reason: z.optional(z.enum(["duplicate", "fraudulent", "requested_by_customer"])),
  refund_application_fee: z._default(boolean, false),
  reverse_transfer: z._default(boolean, false),
});
export const updateRefundParams = z.strictObject({ metadata: z.optional(metadata) });
export const listRefundsParams = z.strictObject({
  ...page,
  charge: z.optional(text),
  payment_intent: z.optional(text),
});

type CreateRefund = z.output<typeof createRefundParams>;

/** Refunds the amount, or everything that is left, but never more than was charged. */
export function createRefund(
  stripe: StripeContext,
  input: CreateRefund,
  cause: Cause,
): Stripe.Refund {
  const { store, emit } = stripe;
  const charge = chargeToRefund(stripe, input);
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  checkRefundable(charge, amount, left, input);
  checkSeller(stripe, charge, input);

  const id = newId("re");
  const refund: Stripe.Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: recordBalance(store, "refund", id, -amount, charge.currency),
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: "refund" }, type: "card" },
    metadata: input.metadata ?? {},
    payment_intent: idOf(charge.payment_intent),
    payment_method: idOf(charge.payment_method),
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  const fee = input.refund_application_fee ? returnFee(stripe, charge, amount) : 0;
  if (input.reverse_transfer) {
    refund.transfer_reversal = reverseTransfer(stripe, charge, {
      refunded: amount,
      fee,
      source: id,
    });
  }
  store.refunds.put(id, refund);
  store.refundFacts.put(id, {
    reverseTransfer: input.reverse_transfer,
    refundApplicationFee: input.refund_application_fee,
  });
  const refundedAmount = charge.amount_refunded + amount;
  const refunded = store.charges.put(charge.id, {
    ...charge,
    amount_refunded: refundedAmount,
    refunded: refundedAmount === charge.amount,
  });
  emit({ type: "refund.created", object: refund, cause });
  emit({ type: "charge.refunded", object: refunded, before: charge, cause });
  if (refunded.refunded) closeInquiries(stripe, charge.id, cause);
  return refund;
}

export function updateRefund(
  { store, emit }: StripeContext,
  id: string,
  input: z.output<typeof updateRefundParams>,
  cause: Cause,
): Stripe.Refund {
  const refund = find(store.refunds, "refund", id);
  const changed = { ...refund, metadata: mergeMetadata(refund.metadata ?? {}, input.metadata) };
  emit({ type: "refund.updated", object: changed, before: refund, cause });
  return store.refunds.put(id, changed);
}

export function listRefunds({ store }: StripeContext, input: z.output<typeof listRefundsParams>) {
  const { charge, payment_intent } = input;
  const where = { ...(charge && { charge }), ...(payment_intent && { payment_intent }) };
  return listPage(store.refunds.list(where), input, "/v1/refunds");
}

function chargeToRefund({ store }: StripeContext, input: CreateRefund): Stripe.Charge {
  if (input.charge !== undefined) return find(store.charges, "charge", input.charge, "charge");
  if (input.payment_intent === undefined) {
    const message =
      "One of the following params should be provided for this request: payment_intent or charge.";
    throw new StripeError(400, message, { code: "parameter_missing", executed: false });
  }
  const intent = find(
    store.paymentIntents,
    "payment_intent",
    input.payment_intent,
    "payment_intent",
  );
  const charge = store.charges.get(idOf(intent.latest_charge) ?? "");
  if (!charge?.paid) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw new StripeError(400, message, { param: "payment_intent" });
  }
  return charge;
}

/**
 * Rejects refunds that the seller can't cover, and refunds of payments that a bank has taken back.
 */
function checkSeller(stripe: StripeContext, charge: Stripe.Charge, input: CreateRefund): void {
  if (isUnderDispute(stripe, charge.id)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeError(400, message, { code: "charge_disputed" });
  }
  const seller = idOf(charge.transfer_data?.destination);
  if (input.reverse_transfer && seller !== null) findConnected(stripe, seller);
}

function checkRefundable(
  charge: Stripe.Charge,
  amount: number,
  left: number,
  input: CreateRefund,
): void {
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new StripeError(400, message, { code: "charge_already_refunded" });
  }
  if (!charge.paid) {
    throw new StripeError(400, `Charge ${charge.id} was not successful and can't be refunded.`);
  }
  if (amount > left) {
    const [requested, rest] = [money(amount, charge.currency), money(left, charge.currency)];
    const message = `Refund amount (${requested}) is greater than unrefunded amount on charge (${rest})`;
    throw new StripeError(400, message, { param: "amount" });
  }
  if (input.reverse_transfer && !charge.transfer) {
    throw refusedParam(
      "reverse_transfer",
      `Cannot reverse transfer on charge ${charge.id} because it does not have an associated transfer.`,
    );
  }
  if (input.refund_application_fee && charge.application_fee === null) {
    throw refusedParam(
      "refund_application_fee",
      `Attempting to refund_application_fee on charge ${charge.id}, but it has no application fee`,
    );
  }
}
