import type { Stripe } from "stripe";
import { wholeList } from "../http/lists.ts";
import { newId } from "../ids.ts";
import type { Price, Subscription, SubscriptionItem } from "../store.ts";

interface SubscriptionFacts {
  customer: string;
  price: Price;
  metadata: Record<string, string>;
  description: string | null;
  paymentMethod: string;
  start: number;
  /** The end of the trial, or of the first paid period. */
  periodEnd: number;
  hasTrial: boolean;
}

export function makeSubscription(facts: SubscriptionFacts): Subscription {
  const { customer, price, start, periodEnd, hasTrial } = facts;
  const id = newId("sub");
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: hasTrial ? periodEnd : start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: start,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: facts.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: facts.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: wholeList(
      [makeItem(id, price, start, periodEnd)],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: facts.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: hasTrial ? "trialing" : "active",
    test_clock: null,
    transfer_data: null,
    trial_end: hasTrial ? periodEnd : null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: hasTrial ? start : null,
  };
}

function makeItem(
  subscription: string,
  price: Price,
  start: number,
  end: number,
): SubscriptionItem {
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** The older form of a price, which Stripe still includes. */
export function toPlan(price: Price): SubscriptionItem["plan"] {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product as string,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

/** The only item of a subscription. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no item`);
  return item;
}

/** The subscription with a changed item. */
export function withItem(
  subscription: Subscription,
  change: Partial<SubscriptionItem>,
): Subscription {
  const data = [{ ...itemOf(subscription), ...change }];
  return { ...subscription, items: { ...subscription.items, data } };
}

export type CancellationReason = Stripe.Subscription.CancellationDetails.Reason;
