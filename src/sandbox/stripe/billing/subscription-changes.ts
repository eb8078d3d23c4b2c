// The changes of a subscription's state, each with its event.
import type { StripeContext } from "../context.ts";
import { type Cause, noCall } from "../events.ts";
import type { Subscription } from "../store.ts";
import { billingNow } from "./billing-clock.ts";
import { type CancellationReason, itemOf } from "./subscription-shape.ts";

/** Stores the changed subscription and sends the event. */
export function changeSubscription(
  { store, emit }: StripeContext,
  before: Subscription,
  change: Partial<Subscription>,
  cause: Cause = noCall,
): Subscription {
  const changed = store.subscriptions.put(before.id, { ...before, ...change });
  emit({ type: "customer.subscription.updated", object: changed, before, cause });
  return changed;
}

/** Ends the subscription immediately. Its unpaid invoices are no longer collected. */
export function endSubscription(
  stripe: StripeContext,
  subscription: Subscription,
  reason: CancellationReason,
  cause: Cause = noCall,
  at: number = billingNow(stripe.store),
): Subscription {
  const { store, emit } = stripe;
  const ended = store.subscriptions.put(subscription.id, {
    ...subscription,
    canceled_at: subscription.canceled_at ?? at,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: subscription.cancellation_details?.reason ?? reason,
    },
    ended_at: at,
    status: "canceled",
  });
  for (const invoice of store.invoices.list({ status: "open" })) {
    if (invoice.parent?.subscription_details?.subscription !== subscription.id) continue;
    store.invoices.put(invoice.id, { ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  emit({ type: "customer.subscription.deleted", object: ended, cause });
  return ended;
}

/** Cancels the subscription at the end of the current period, or continues it. */
export function setRenewal(
  stripe: StripeContext,
  subscription: Subscription,
  renews: boolean,
  cause: Cause = noCall,
): Subscription {
  const canceled = {
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: true,
    canceled_at: billingNow(stripe.store),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: "cancellation_requested" as const,
    },
  };
  const continued = {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  };
  return changeSubscription(stripe, subscription, renews ? continued : canceled, cause);
}
