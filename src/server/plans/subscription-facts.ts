/** Reads a subscription with its invoices from the payment provider. */
import type { Stripe } from "stripe";
import type { SubscriptionStatus } from "#lib/plans/plans.rules.ts";
import type { Context } from "../context.ts";
import type { planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";

export type SubscriptionRow = typeof planSubscriptions.$inferSelect;
export type InvoiceRow = typeof planInvoices.$inferSelect;

export interface SubscriptionFacts {
  /** The IDs that our checkout stored in the subscription. */
  metadata: Stripe.Metadata;
  subscription: Omit<SubscriptionRow, "userId" | "cancelReason" | "pastDueSince">;
  /** Newest first. Only invoices whose payment was read have a `payment`. */
  invoices: InvoiceFacts[];
}

type DisputeFacts = Pick<InvoiceRow, "dispute" | "needsResponse" | "respondBy">;
type Payment = Pick<InvoiceRow, "refundedCents" | "paymentIntentId"> & DisputeFacts;

export interface InvoiceFacts {
  invoice: Omit<InvoiceRow, "refundAttempt" | keyof Payment>;
  payment?: Payment;
}

/** How many invoices are read. Older ones change only with their own event. */
const readInvoices = 12;

/**
 * @param invoiceIds the invoices whose payments have changed. The latest paid one is always read.
 * @throws Stripe's errors, including if the subscription doesn't exist.
 */
export async function readSubscription(
  { stripe }: Pick<Context, "stripe">,
  id: string,
  invoiceIds: readonly string[] = [],
): Promise<SubscriptionFacts> {
  const askedAt = new Date();
  const subscription = await stripe.subscriptions.retrieve(id);
  const { data } = await stripe.invoices.list({ subscription: id, limit: readInvoices });
  const latestPaid = data.find(({ status, amount_paid }) => status === "paid" && amount_paid > 0);
  const invoices: InvoiceFacts[] = [];
  for (const each of data) {
    const invoice = toInvoiceRow(each, id, askedAt);
    const isRead = each.id === latestPaid?.id || invoiceIds.includes(each.id);
    invoices.push(isRead ? { invoice, payment: await readPayment(stripe, each) } : { invoice });
  }
  return {
    metadata: subscription.metadata,
    subscription: toSubscriptionRow(subscription, askedAt),
    invoices,
  };
}

function toSubscriptionRow(
  subscription: Stripe.Subscription,
  askedAt: Date,
): SubscriptionFacts["subscription"] {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no item`);
  const { price, current_period_start: start, current_period_end: end } = item;
  const cancelAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? end : null);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscription.status as SubscriptionStatus,
    interval: price.recurring?.interval === "year" ? "year" : "month",
    priceId: price.id,
    amountCents: price.unit_amount ?? 0,
    currency: price.currency,
    currentPeriodStart: toDate(start),
    currentPeriodEnd: toDate(end),
    trialEnd: toOptionalDate(subscription.trial_end),
    cancelAt: toOptionalDate(cancelAt),
    endedAt: toOptionalDate(subscription.ended_at),
    askedAt,
    createdAt: toDate(subscription.created),
  };
}

function toInvoiceRow(
  invoice: Stripe.Invoice,
  subscriptionId: string,
  askedAt: Date,
): InvoiceFacts["invoice"] {
  const periods = invoice.lines.data.map(({ period }) => period);
  return {
    id: invoice.id,
    subscriptionId,
    number: invoice.number,
    status: (invoice.status ?? "draft") as InvoiceRow["status"],
    amountCents: invoice.amount_due,
    currency: invoice.currency,
    periodStart: toDate(Math.max(invoice.period_start, ...periods.map(({ start }) => start))),
    periodEnd: toDate(Math.max(invoice.period_end, ...periods.map(({ end }) => end))),
    pageUrl: invoice.hosted_invoice_url ?? null,
    createdAt: toDate(invoice.created),
    paidAt: toOptionalDate(invoice.status_transitions.paid_at),
    askedAt,
  };
}

/** The payment of an invoice, with its refunds and the latest dispute. */
export async function readPayment(
  stripe: Stripe,
  { id: invoice, amount_due }: Pick<Stripe.Invoice, "id" | "amount_due">,
): Promise<Payment> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    limit: 100,
    expand: ["data.payment.payment_intent.latest_charge"],
  });
  const [paid] = data.filter(({ status }) => status === "paid");
  const intent = paid?.payment.payment_intent;
  if (typeof intent !== "object") {
    return { refundedCents: 0, paymentIntentId: null, ...undisputed };
  }
  const charge = intent.latest_charge;
  if (typeof charge !== "object" || charge === null) {
    return { refundedCents: 0, paymentIntentId: intent.id, ...undisputed };
  }
  return {
    refundedCents: Math.min(charge.amount_refunded, amount_due),
    paymentIntentId: intent.id,
    ...(charge.disputed ? await readDispute(stripe, charge.id) : undisputed),
  };
}

const undisputed: DisputeFacts = { dispute: null, needsResponse: false, respondBy: null };

async function readDispute(stripe: Stripe, charge: string): Promise<DisputeFacts> {
  const { data } = await stripe.disputes.list({ charge, limit: 1 });
  const [found] = data;
  if (!found) return undisputed;
  const { status, evidence_details } = found;
  const needsResponse = status === "needs_response" || status === "warning_needs_response";
  return {
    dispute: toDispute(status),
    needsResponse,
    respondBy: needsResponse ? toOptionalDate(evidence_details.due_by) : null,
  };
}

/** An inquiry takes no money, so it isn't a dispute yet. */
function toDispute(status: Stripe.Dispute.Status): InvoiceRow["dispute"] {
  if (status.startsWith("warning_") || status === "prevented") return null;
  if (status === "won") return "won";
  return status === "lost" ? "lost" : "open";
}

export function idOf(field: string | { id: string } | null | undefined): string | undefined {
  return typeof field === "object" ? field?.id : field;
}

const toDate = (seconds: number) => new Date(seconds * 1000);
const toOptionalDate = (seconds: number | null) => (seconds === null ? null : toDate(seconds));
