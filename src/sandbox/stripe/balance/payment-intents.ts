import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { StripeContext } from "../context.ts";
import type { Cause } from "../events.ts";
import { listPage } from "../http/lists.ts";
import { page, text } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";
import type { SessionPlan } from "../store.ts";

type PaymentIntent = Stripe.PaymentIntent;

export const listPaymentIntentsParams = z.strictObject({ ...page, customer: z.optional(text) });
export const listChargesParams = z.strictObject({ ...page, payment_intent: z.optional(text) });

export function listPaymentIntents(
  { store }: StripeContext,
  input: z.output<typeof listPaymentIntentsParams>,
) {
  const { customer } = input;
  const where = customer === undefined ? {} : { customer };
  return listPage(store.paymentIntents.list(where), input, "/v1/payment_intents");
}

export function listCharges({ store }: StripeContext, input: z.output<typeof listChargesParams>) {
  const { payment_intent } = input;
  const where = payment_intent === undefined ? {} : { payment_intent };
  return listPage(store.charges.list(where), input, "/v1/charges");
}

/** Checkout creates the payment intent when the payer first submits the form. */
export function createPaymentIntent(
  { store, emit }: StripeContext,
  session: Pick<Stripe.Checkout.Session, "amount_total" | "currency">,
  plan: SessionPlan,
): PaymentIntent {
  const id = newId("pi");
  const intent: PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: plan.applicationFee,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    confirmation_method: "automatic",
    created: nowInSeconds(),
    currency: session.currency ?? "usd",
    customer: null,
    customer_account: null,
    description: plan.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: plan.paymentMetadata,
    next_action: null,
    on_behalf_of: plan.onBehalfOf,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: "automatic",
      },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: plan.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    ...(plan.destination && { transfer_data: { destination: plan.destination } }),
    transfer_group: null,
  };
  emit({ type: "payment_intent.created", object: intent });
  return store.paymentIntents.put(id, intent);
}

/** Cancels the payment intent of an expired session, unless it has succeeded. */
export function cancelPaymentIntent(
  { store, emit }: StripeContext,
  id: string,
  cause: Cause,
): void {
  const intent = store.paymentIntents.get(id);
  if (!intent || intent.status === "succeeded" || intent.status === "canceled") return;
  const canceled: PaymentIntent = {
    ...intent,
    canceled_at: nowInSeconds(),
    cancellation_reason: "automatic",
    status: "canceled",
  };
  store.paymentIntents.put(id, canceled);
  emit({ type: "payment_intent.canceled", object: canceled, cause });
}

/** Stores the charge that paid the intent. */
export function succeedIntent(
  { store, emit }: StripeContext,
  intent: PaymentIntent,
  charge: Stripe.Charge,
): void {
  store.charges.put(charge.id, charge);
  const paid = store.paymentIntents.put(intent.id, {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    status: "succeeded",
    transfer_group: charge.transfer_group,
  });
  emit({ type: "charge.succeeded", object: charge });
  emit({ type: "payment_intent.succeeded", object: paid });
}

/** Stores a charge that the bank declined. The intent can be tried again. */
export function declineIntent(
  { store, emit }: StripeContext,
  intent: PaymentIntent,
  charge: Stripe.Charge,
  message: string,
): void {
  store.charges.put(charge.id, charge);
  const failed = store.paymentIntents.put(intent.id, {
    ...intent,
    last_payment_error: {
      charge: charge.id,
      code: "card_declined",
      decline_code: "generic_decline",
      doc_url: "https://stripe.com/docs/error-codes/card-declined",
      message,
      type: "card_error",
    },
    latest_charge: charge.id,
  });
  emit({ type: "charge.failed", object: charge });
  emit({ type: "payment_intent.payment_failed", object: failed });
}
