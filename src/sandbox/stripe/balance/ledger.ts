import type { Stripe } from "stripe";
import { subscriptionOf } from "../billing/invoices.ts";
import { itemOf } from "../billing/subscription-shape.ts";
import { expireOverdueSessions, successUrl } from "../checkout/sessions.ts";
import type { StripeContext } from "../context.ts";
import { idOf } from "../store.ts";
import { listPlatformEntries } from "./balance.ts";

/** A summary for tests of what was charged, refunded and set up. Amounts are in cents. */
export function readLedger(stripe: StripeContext) {
  const { baseUrl, store } = stripe;
  expireOverdueSessions(stripe);
  const sessions = store.sessions.list();
  const sessionByIntent = new Map(
    sessions.map((session) => [idOf(session.payment_intent), session.id]),
  );
  return {
    accounts: store.accounts.list().map(({ id, details_submitted, charges_enabled }) => ({
      id,
      details_submitted,
      charges_enabled,
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      status: session.status,
      payment_status: session.payment_status,
      amount_total: session.amount_total,
      currency: session.currency,
      metadata: session.metadata,
      url: `${baseUrl}/checkout/${session.id}`,
      success_url: successUrl(session),
    })),
    charges: store.charges.list({ paid: true }).map((charge) => ({
      id: charge.id,
      session: sessionByIntent.get(idOf(charge.payment_intent)) ?? null,
      amount: charge.amount,
      currency: charge.currency,
      refunded: charge.refunded,
      amount_refunded: charge.amount_refunded,
      metadata: charge.metadata,
    })),
    refunds: store.refunds.list().map((refund) => ({
      id: refund.id,
      charge: idOf(refund.charge),
      amount: refund.amount,
      reverse_transfer: store.refundFacts.get(refund.id)?.reverseTransfer ?? false,
      refund_application_fee: store.refundFacts.get(refund.id)?.refundApplicationFee ?? false,
    })),
    /** The platform's balance, by kind of transaction. */
    balance: sumBalance(listPlatformEntries(store)),
    subscriptions: store.subscriptions.list().map((subscription) => {
      const { price, current_period_start, current_period_end } = itemOf(subscription);
      return {
        id: subscription.id,
        status: subscription.status,
        customer: subscription.customer,
        price: price.id,
        interval: price.recurring?.interval,
        amount: price.unit_amount,
        currency: price.currency,
        current_period_start,
        current_period_end,
        trial_end: subscription.trial_end,
        cancel_at_period_end: subscription.cancel_at_period_end,
        ended_at: subscription.ended_at,
        metadata: subscription.metadata,
      };
    }),
    invoices: store.invoices.list().map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      subscription: subscriptionOf(invoice),
      customer: invoice.customer,
      status: invoice.status,
      billing_reason: invoice.billing_reason,
      amount_due: invoice.amount_due,
      amount_paid: invoice.amount_paid,
      currency: invoice.currency,
      attempt_count: invoice.attempt_count,
      created: invoice.created,
    })),
  };
}

function sumBalance(transactions: readonly Stripe.BalanceTransaction[]) {
  const sums: Record<string, { count: number; amount: number; fee: number; net: number }> = {};
  for (const { reporting_category: category, amount, fee, net } of transactions) {
    const sum = sums[category] ?? { count: 0, amount: 0, fee: 0, net: 0 };
    sums[category] = {
      count: sum.count + 1,
      amount: sum.amount + amount,
      fee: sum.fee + fee,
      net: sum.net + net,
    };
  }
  return sums;
}
