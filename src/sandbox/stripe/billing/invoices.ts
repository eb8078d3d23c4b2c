// Creates the invoices of subscriptions and charges the customers' saved cards.
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { processingFee, recordBalance } from "../balance/balance.ts";
import { makeCharge } from "../balance/charges.ts";
import { createPaymentIntent, declineIntent, succeedIntent } from "../balance/payment-intents.ts";
import type { StripeContext } from "../context.ts";
import { openDisputeOfCard } from "../disputes/disputes.ts";
import { listPage } from "../http/lists.ts";
import { page, text } from "../http/params.ts";
import { newId } from "../ids.ts";
import { find, type Invoice, idOf, type SessionPlan, type Subscription } from "../store.ts";
import { type Line, makeInvoice } from "./invoice-shape.ts";
import { findSavedCard } from "./saved-cards.ts";
import { itemOf } from "./subscription-shape.ts";

const DAY = 24 * 60 * 60;

/** When a declined renewal is charged again, in days after the first attempt. */
const RETRY_DAYS = [3, 8, 14];

export const listInvoicesParams = z.strictObject({
  ...page,
  customer: z.optional(text),
  status: z.optional(z.enum(["draft", "open", "paid", "uncollectible", "void"])),
  subscription: z.optional(text),
});
export const listInvoicePaymentsParams = z.strictObject({
  ...page,
  invoice: z.optional(text),
  payment: z.optional(
    z.strictObject({ payment_intent: z.optional(text), type: z.enum(["payment_intent"]) }),
  ),
  status: z.optional(z.enum(["canceled", "open", "paid"])),
});

export function listInvoices({ store }: StripeContext, input: z.output<typeof listInvoicesParams>) {
  const all = store.invoices
    .list(input.status === undefined ? {} : { status: input.status })
    .filter(
      (invoice) =>
        (input.customer ?? invoice.customer) === invoice.customer &&
        (input.subscription ?? subscriptionOf(invoice)) === subscriptionOf(invoice),
    );
  return listPage(all, input, "/v1/invoices");
}

export function listInvoicePayments(
  { store }: StripeContext,
  input: z.output<typeof listInvoicePaymentsParams>,
) {
  const wanted = input.payment?.payment_intent;
  const all = store.invoicePayments
    .list(input.status === undefined ? {} : { status: input.status })
    .filter(
      ({ invoice, payment }) =>
        (input.invoice ?? invoice) === invoice &&
        (wanted ?? payment.payment_intent) === payment.payment_intent,
    );
  return listPage(all, input, "/v1/invoice_payments");
}

export function subscriptionOf(invoice: Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** Creates and finalizes an invoice. The customer's credit reduces the amount due. */
export function createInvoice(
  stripe: StripeContext,
  subscription: Subscription,
  reason: "subscription_create" | "subscription_cycle" | "subscription_update",
  lines: Line[],
  at: number,
): Invoice {
  const { baseUrl, store, emit } = stripe;
  const customer = find(store.customers, "customer", String(subscription.customer));
  const sequence = customer.next_invoice_sequence ?? 1;
  const number = `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`;
  const { balance, email } = customer;
  const invoice = makeInvoice({ subscription, reason, lines, at, number, email, balance, baseUrl });
  store.customers.put(customer.id, {
    ...customer,
    balance: invoice.ending_balance ?? 0,
    next_invoice_sequence: sequence + 1,
  });
  store.invoices.put(invoice.id, invoice);
  emit({ type: "invoice.created", object: invoice });
  emit({ type: "invoice.finalized", object: invoice });
  return invoice;
}

/** The charge for a period of the subscription's price. */
export function periodLine(subscription: Subscription, start: number, end: number): Line {
  const { price } = itemOf(subscription);
  const amount = price.unit_amount ?? 0;
  return { amount, description: "1 × Halaqa Premium", price, period: { start, end } };
}

/** Charges the saved card. A declined charge is retried a few days later. */
export function payInvoice(
  stripe: StripeContext,
  invoice: Invoice,
  paymentMethod: string,
  at: number,
): Invoice {
  const { store } = stripe;
  if (invoice.amount_due === 0) return settle(stripe, invoice, at);
  const card = findSavedCard(store, paymentMethod);
  const intent = findIntent(stripe, invoice, at);
  const charge: Stripe.Charge = {
    ...makeCharge(payerOf(invoice), planOf(invoice), intent, card),
    created: at,
    customer: invoice.customer as string,
    payment_method: paymentMethod,
  };
  if (card.decline !== null) return fail(stripe, invoice, intent, charge, card.decline);
  charge.balance_transaction = recordBalance(
    store,
    "charge",
    charge.id,
    charge.amount,
    charge.currency,
    processingFee(charge),
  );
  succeedIntent(stripe, intent, charge);
  const paid = settle(stripe, invoice, at);
  openDisputeOfCard(stripe, charge, card);
  return paid;
}

function settle({ store, emit }: StripeContext, invoice: Invoice, at: number): Invoice {
  const paid = store.invoices.put(invoice.id, {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (invoice.amount_due > 0 ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  });
  for (const payment of store.invoicePayments.list({ status: "open" })) {
    if (payment.invoice !== invoice.id) continue;
    store.invoicePayments.put(payment.id, {
      ...payment,
      amount_paid: payment.amount_requested,
      status: "paid",
      status_transitions: { canceled_at: null, paid_at: at },
    });
  }
  emit({ type: "invoice.paid", object: paid });
  emit({ type: "invoice.payment_succeeded", object: paid });
  return paid;
}

function fail(
  stripe: StripeContext,
  invoice: Invoice,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  message: string,
): Invoice {
  const nextDay = RETRY_DAYS[invoice.attempt_count];
  const failed = stripe.store.invoices.put(invoice.id, {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: nextDay === undefined ? null : invoice.created + nextDay * DAY,
  });
  declineIntent(stripe, intent, charge, message);
  stripe.emit({ type: "invoice.payment_failed", object: failed });
  return failed;
}

/** The payment intent of the invoice, created for the first attempt. */
function findIntent(stripe: StripeContext, invoice: Invoice, at: number): Stripe.PaymentIntent {
  const { store } = stripe;
  const known = store.invoicePayments.list().find((payment) => payment.invoice === invoice.id);
  const knownId = idOf(known?.payment.payment_intent);
  if (knownId) return find(store.paymentIntents, "payment_intent", knownId);
  const intent = store.paymentIntents.put(
    ...withCustomer(createPaymentIntent(stripe, payerOf(invoice), planOf(invoice)), invoice, at),
  );
  const id = newId("inpay");
  store.invoicePayments.put(id, {
    id,
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: at,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return intent;
}

function withCustomer(
  intent: Stripe.PaymentIntent,
  invoice: Invoice,
  at: number,
): [string, Stripe.PaymentIntent] {
  return [intent.id, { ...intent, created: at, customer: invoice.customer as string }];
}

function payerOf({ amount_due, currency, customer_email }: Invoice) {
  return { amount_total: amount_due, currency, customer_email };
}

/** Invoices of the platform's own subscriptions have no seller. */
function planOf(invoice: Invoice): SessionPlan {
  return {
    lineItems: [],
    applicationFee: null,
    destination: null,
    description:
      invoice.billing_reason === "subscription_create"
        ? "Subscription creation"
        : "Subscription update",
    onBehalfOf: null,
    paymentMetadata: {},
    receiptEmail: null,
  };
}
