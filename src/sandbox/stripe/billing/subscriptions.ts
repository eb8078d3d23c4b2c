// Subscriptions: reading and changing them through the API, and the changes that happen as time
// passes.
import * as z from "zod/mini";
import { mergeMetadata } from "../accounts/accounts.ts";
import type { StripeContext } from "../context.ts";
import { type Cause, noCall } from "../events.ts";
import { noSuch, StripeError } from "../http/errors.ts";
import { listPage } from "../http/lists.ts";
import { boolean, metadata, page, text } from "../http/params.ts";
import { find, type Invoice, idOf, type Price, type Subscription } from "../store.ts";
import { addInterval, billingNow } from "./billing-clock.ts";
import { createInvoice, payInvoice, periodLine } from "./invoices.ts";
import { intervalOf } from "./prices.ts";
import { findSavedCard } from "./saved-cards.ts";
import { changeSubscription, endSubscription, setRenewal } from "./subscription-changes.ts";
import { itemOf, makeSubscription, toPlan, withItem } from "./subscription-shape.ts";

const DAY = 24 * 60 * 60;
const TRIAL_NOTICE = 3 * DAY;

export const listSubscriptionsParams = z.strictObject({
  ...page,
  customer: z.optional(text),
  price: z.optional(text),
  status: z.optional(
    z.enum([
      "active",
      "all",
      "canceled",
      "ended",
      "incomplete",
      "incomplete_expired",
      "past_due",
      "paused",
      "trialing",
      "unpaid",
    ]),
  ),
});
export const updateSubscriptionParams = z.strictObject({
  cancel_at_period_end: z.optional(boolean),
  metadata: z.optional(metadata),
});
export const cancelSubscriptionParams = z.strictObject({
  invoice_now: z.optional(boolean),
  prorate: z.optional(boolean),
});

export function listSubscriptions(
  { store }: StripeContext,
  input: z.output<typeof listSubscriptionsParams>,
) {
  const isListed = ({ status }: Subscription) => {
    if (input.status === "all") return true;
    if (input.status === undefined) return status !== "canceled";
    if (input.status === "ended") return status === "canceled" || status === "incomplete_expired";
    return status === input.status;
  };
  const all = store.subscriptions
    .list()
    .filter(
      (each) =>
        isListed(each) &&
        (input.customer ?? each.customer) === each.customer &&
        (input.price ?? itemOf(each).price.id) === itemOf(each).price.id,
    );
  return listPage(all, input, "/v1/subscriptions");
}

export function updateSubscription(
  stripe: StripeContext,
  id: string,
  input: z.output<typeof updateSubscriptionParams>,
  cause: Cause,
): Subscription {
  const subscription = find(stripe.store.subscriptions, "subscription", id);
  if (subscription.status === "canceled") {
    throw new StripeError(
      400,
      "A canceled subscription can only update its cancellation_details and metadata.",
    );
  }
  const changed = {
    ...subscription,
    metadata: mergeMetadata(subscription.metadata, input.metadata),
  };
  const isChange =
    input.cancel_at_period_end !== undefined &&
    input.cancel_at_period_end !== subscription.cancel_at_period_end;
  if (isChange) return setRenewal(stripe, changed, !input.cancel_at_period_end, cause);
  if (input.metadata === undefined) return subscription;
  return changeSubscription(stripe, subscription, { metadata: changed.metadata }, cause);
}

export function cancelSubscription(stripe: StripeContext, id: string, cause: Cause): Subscription {
  const subscription = stripe.store.subscriptions.get(id);
  // Stripe responds the same way if the subscription was already canceled.
  if (!subscription || subscription.status === "canceled") throw noSuch("subscription", id);
  return endSubscription(stripe, subscription, "cancellation_requested", cause);
}

interface Start {
  customer: string;
  price: Price;
  paymentMethod: string;
  metadata: Record<string, string>;
  description: string | null;
  trialDays: number;
}

/** Starts a subscription whose first invoice can be paid. The caller has checked the card. */
export function startSubscription(
  stripe: StripeContext,
  { trialDays, ...facts }: Start,
): { subscription: Subscription; invoice: Invoice } {
  const { store, emit } = stripe;
  const start = billingNow(store);
  const hasTrial = trialDays > 0;
  const periodEnd = hasTrial
    ? start + trialDays * DAY
    : addInterval(start, intervalOf(facts.price), start);
  const created = makeSubscription({ ...facts, start, periodEnd, hasTrial });
  store.subscriptions.put(created.id, created);
  const line = periodLine(created, start, periodEnd);
  const lines = hasTrial
    ? [{ ...line, amount: 0, description: "Trial period for Halaqa Premium" }]
    : [line];
  const invoice = payInvoice(
    stripe,
    createInvoice(stripe, created, "subscription_create", lines, start),
    facts.paymentMethod,
    start,
  );
  const subscription = store.subscriptions.put(created.id, {
    ...created,
    latest_invoice: invoice.id,
  });
  emit({ type: "customer.subscription.created", object: subscription });
  return { subscription, invoice };
}

/** Performs everything that is due by now, in chronological order. */
export function runBilling(stripe: StripeContext): void {
  const now = billingNow(stripe.store);
  for (;;) {
    const [next] = stripe.store.subscriptions
      .list()
      .flatMap((subscription) => findNextStep(stripe, subscription) ?? [])
      .filter(({ at }) => at <= now)
      .toSorted((one, other) => one.at - other.at);
    if (!next) return;
    next.run();
  }
}

interface Step {
  at: number;
  run(): void;
}

function findNextStep(stripe: StripeContext, subscription: Subscription): Step | undefined {
  const { status, cancel_at: cancelAt, trial_end: trialEnd } = subscription;
  const end = itemOf(subscription).current_period_end;
  if (status === "past_due") {
    const invoice = findOpenInvoice(stripe, subscription);
    const at = invoice?.next_payment_attempt;
    if (!invoice || !at) return undefined;
    return { at, run: () => retry(stripe, subscription, invoice, at) };
  }
  if (status !== "active" && status !== "trialing") return undefined;
  if (cancelAt !== null && cancelAt <= end) {
    const run = () =>
      endSubscription(stripe, subscription, "cancellation_requested", noCall, cancelAt);
    return { at: cancelAt, run };
  }
  const isAnnounced = stripe.store.announcedTrials.get(subscription.id) !== undefined;
  if (status === "trialing" && trialEnd !== null && !isAnnounced) {
    return { at: trialEnd - TRIAL_NOTICE, run: () => announceTrialEnd(stripe, subscription) };
  }
  return { at: end, run: () => renew(stripe, subscription, end) };
}

export function findOpenInvoice(
  { store }: StripeContext,
  { latest_invoice }: Subscription,
): Invoice | undefined {
  const invoice = store.invoices.get(idOf(latest_invoice) ?? "");
  return invoice?.status === "open" ? invoice : undefined;
}

function announceTrialEnd({ store, emit }: StripeContext, subscription: Subscription): void {
  store.announcedTrials.put(subscription.id, { id: subscription.id });
  emit({ type: "customer.subscription.trial_will_end", object: subscription });
}

/** Starts the next period and charges for it. */
function renew(stripe: StripeContext, subscription: Subscription, at: number): void {
  const { price } = itemOf(subscription);
  const end = addInterval(at, intervalOf(price), subscription.billing_cycle_anchor);
  const line = periodLine(subscription, at, end);
  const created = createInvoice(stripe, subscription, "subscription_cycle", [line], at);
  const invoice = payInvoice(stripe, created, methodOf(subscription), at);
  const next = withItem(subscription, { current_period_start: at, current_period_end: end });
  changeSubscription(stripe, subscription, {
    items: next.items,
    latest_invoice: invoice.id,
    status: invoice.status === "paid" ? "active" : "past_due",
  });
}

function retry(stripe: StripeContext, subscription: Subscription, invoice: Invoice, at: number) {
  const tried = payInvoice(stripe, invoice, methodOf(subscription), at);
  if (tried.status === "paid") changeSubscription(stripe, subscription, { status: "active" });
  else if (tried.next_payment_attempt === null) {
    endSubscription(stripe, subscription, "payment_failed", noCall, at);
  }
}

function methodOf(subscription: Subscription): string {
  return idOf(subscription.default_payment_method) ?? "";
}

/** Saves another card for the subscription, and pays an open invoice with it. */
export function replaceCard(
  stripe: StripeContext,
  before: Subscription,
  paymentMethod: string,
): void {
  const subscription = changeSubscription(stripe, before, {
    default_payment_method: paymentMethod,
  });
  const open = findOpenInvoice(stripe, subscription);
  if (!open || findSavedCard(stripe.store, paymentMethod).decline !== null) return;
  payInvoice(stripe, open, paymentMethod, billingNow(stripe.store));
  changeSubscription(stripe, subscription, { status: "active" });
}

/**
 * Switches to another price. A new period begins, and the unused part of the current one is
 * credited. During a trial, nothing is due.
 * @returns the message of a declined card, in which case nothing changes.
 */
export function changePrice(
  stripe: StripeContext,
  before: Subscription,
  price: Price,
): string | undefined {
  const item = itemOf(before);
  if (before.status === "trialing") {
    changeSubscription(stripe, before, {
      items: withItem(before, { price, plan: toPlan(price) }).items,
    });
    return undefined;
  }
  const declined = findSavedCard(stripe.store, methodOf(before)).decline;
  if (declined !== null) return declined;
  const at = billingNow(stripe.store);
  const length = item.current_period_end - item.current_period_start;
  const unused = Math.max(0, item.current_period_end - at) / length;
  const end = addInterval(at, intervalOf(price), at);
  const period = { current_period_start: at, current_period_end: end };
  const changed = withItem(before, { price, plan: toPlan(price), ...period });
  const credit = {
    amount: -Math.round((item.price.unit_amount ?? 0) * unused),
    description: "Unused time on Halaqa Premium",
    price: item.price,
    period: { start: at, end: item.current_period_end },
    isProration: true,
  };
  const lines = [credit, periodLine(changed, at, end)];
  const created = createInvoice(stripe, changed, "subscription_update", lines, at);
  const invoice = payInvoice(stripe, created, methodOf(before), at);
  changeSubscription(stripe, before, {
    billing_cycle_anchor: at,
    items: changed.items,
    latest_invoice: invoice.id,
  });
  return undefined;
}
