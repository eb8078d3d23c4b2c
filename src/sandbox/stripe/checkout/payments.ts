// Processes the payer's submission of the hosted page.
import type { Stripe } from "stripe";
import { recordBalance } from "../balance/balance.ts";
import { type Card, makeCharge } from "../balance/charges.ts";
import { createPaymentIntent } from "../balance/payment-intents.ts";
import { recordSale } from "../balance/seller-entries.ts";
import { takeFee, transferTo } from "../balance/transfers.ts";
import { cardOf } from "../cards.ts";
import type { StripeContext } from "../context.ts";
import { openDispute } from "../disputes/disputes.ts";
import { idOf, type SessionPlan } from "../store.ts";
import { getSession } from "./sessions.ts";
import { subscribe } from "./subscribe.ts";

type Session = Stripe.Checkout.Session;

export type PaymentOutcome =
  | { kind: "paid" | "expired"; session: Session }
  | { kind: "declined"; session: Session; message: string };

/**
 * Charges the session's amount, once, however often it is called. Without a valid card number, no
 * attempt is made.
 */
export function paySession(stripe: StripeContext, id: string, number: string): PaymentOutcome {
  const session = getSession(stripe, id);
  if (session.status === "complete") return { kind: "paid", session };
  if (session.status === "expired") return { kind: "expired", session };
  if (session.mode === "subscription") {
    const outcome = subscribe(stripe, session, number);
    if (typeof outcome !== "string") return { kind: "paid", session: outcome };
    return { kind: "declined", session, message: outcome };
  }
  const card = cardOf(number);
  if (!card) {
    const message = "This page accepts only the test cards listed below the field.";
    return { kind: "declined", session, message };
  }
  const plan = stripe.store.plans.get(id);
  if (!plan) throw new Error(`The session ${id} has no stored plan`);
  const intentId = idOf(session.payment_intent);
  const intent =
    (intentId === null ? undefined : stripe.store.paymentIntents.get(intentId)) ??
    createPaymentIntent(stripe, session, plan);
  return card.decline === null
    ? succeed(stripe, session, plan, intent, card)
    : decline(stripe, session, plan, intent, card, card.decline);
}

function succeed(
  stripe: StripeContext,
  session: Session,
  plan: SessionPlan,
  intent: Stripe.PaymentIntent,
  card: Card,
): PaymentOutcome {
  const { store, emit } = stripe;
  const charge = makeCharge(session, plan, intent, card);
  charge.balance_transaction = recordBalance(
    store,
    "charge",
    charge.id,
    charge.amount,
    charge.currency,
  );
  if (plan.destination !== null) {
    const transfer = transferTo(stripe, charge, plan.destination);
    charge.transfer = transfer.id;
    charge.transfer_group = transfer.transfer_group;
    charge.application_fee = takeFee(stripe, charge, plan.destination);
    recordSale(store, charge, transfer, plan.destination, card.next === "available");
  }
  store.charges.put(charge.id, charge);
  const paidIntent = store.paymentIntents.put(intent.id, {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    status: "succeeded",
    transfer_group: charge.transfer_group,
  });
  const paid = store.sessions.put(session.id, {
    ...session,
    payment_intent: intent.id,
    payment_status: "paid",
    status: "complete",
    url: null,
  });
  emit({ type: "charge.succeeded", object: charge });
  emit({ type: "payment_intent.succeeded", object: paidIntent });
  emit({ type: "checkout.session.completed", object: paid });
  if (card.next === "disputed") openDispute(stripe, charge);
  if (card.next === "questioned") openDispute(stripe, charge, { isQuestion: true });
  return { kind: "paid", session: paid };
}

function decline(
  { store, emit }: StripeContext,
  session: Session,
  plan: SessionPlan,
  intent: Stripe.PaymentIntent,
  card: Card,
  message: string,
): PaymentOutcome {
  const charge = makeCharge(session, plan, intent, card);
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
  const open = store.sessions.put(session.id, { ...session, payment_intent: intent.id });
  emit({ type: "charge.failed", object: charge });
  emit({ type: "payment_intent.payment_failed", object: failed });
  return { kind: "declined", session: open, message };
}
