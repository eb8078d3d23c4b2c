/** Finds the subscription that an event of the payment provider is about, and records its state. */
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";
import { idOf } from "./subscription-facts.ts";
import { syncSubscription } from "./subscription-sync.ts";

export interface PlanEvent {
  type: string;
  objectId: string;
  /** The charge, if the object is a refund or a dispute. */
  chargeId?: string | undefined;
}

/** Records the state that the event is about. Other events are ignored. */
export async function syncPlanEvent(context: Context, event: PlanEvent): Promise<void> {
  const { type, objectId, chargeId } = event;
  if (type.startsWith("customer.subscription.")) await syncSubscription(context, objectId);
  else if (type === "customer.deleted") await syncCustomer(context, objectId);
  else if (type.startsWith("invoice.")) await syncInvoice(context, objectId);
  else if (type === "charge.refunded") await syncCharge(context, objectId);
  else if (chargeId && isAboutCharge(type)) await syncCharge(context, chargeId);
}

function isAboutCharge(type: string): boolean {
  return (
    type.startsWith("refund.") ||
    type.startsWith("charge.dispute.") ||
    type === "charge.refund.updated"
  );
}

/** The subscriptions of a customer end when the customer is deleted. */
async function syncCustomer(context: Context, customerId: string): Promise<void> {
  const rows = await context.db
    .select({ id: planSubscriptions.id })
    .from(planSubscriptions)
    .where(eq(planSubscriptions.customerId, customerId));
  for (const { id } of rows) await syncSubscription(context, id);
}

async function syncInvoice(context: Context, invoiceId: string): Promise<void> {
  const [known] = await context.db
    .select({ subscriptionId: planInvoices.subscriptionId })
    .from(planInvoices)
    .where(eq(planInvoices.id, invoiceId));
  const id = known?.subscriptionId ?? (await findSubscriptionOf(context, invoiceId));
  if (id) await syncSubscription(context, id, invoiceId);
}

async function findSubscriptionOf(
  { stripe }: Context,
  invoiceId: string,
): Promise<string | undefined> {
  const { parent } = await stripe.invoices.retrieve(invoiceId);
  return idOf(parent?.subscription_details?.subscription);
}

/** Charges for courses have no customer. */
async function syncCharge(context: Context, chargeId: string): Promise<void> {
  const { customer, payment_intent } = await context.stripe.charges.retrieve(chargeId);
  const intent = idOf(payment_intent);
  if (!customer || !intent) return;
  const { data } = await context.stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: intent },
  });
  for (const { invoice } of data) {
    const id = idOf(invoice);
    if (id) await syncInvoice(context, id);
  }
}
