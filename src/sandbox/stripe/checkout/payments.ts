// Processes the payer's submission of the hosted page.
import type { Stripe } from "stripe";
import { processingFee, recordBalance } from "../balance/balance.ts";
import { type Card, makeCharge } from "../balance/charges.ts";
import { createPaymentIntent, declineIntent, succeedIntent } from "../balance/payment-intents.ts";
import { recordSale } from "../balance/seller-entries.ts";
import { takeFee, transferTo } from "../balance/transfers.ts";
import { cardOf, unknownCardMessage } from "../cards.ts";
import type { StripeContext } from "../context.ts";
import { openDisputeOfCard } from "../disputes/disputes.ts";
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
  if (!card) return { kind: "declined", session, message: unknownCardMessage };
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
    processingFee(charge),
  );
  if (plan.destination !== null) {
    const transfer = transferTo(stripe, charge, plan.destination);
    charge.transfer = transfer.id;
    charge.transfer_group = transfer.transfer_group;
    charge.application_fee = takeFee(stripe, charge, plan.destination);
    recordSale(store, charge, transfer, plan.destination, card.next === "available");
  }
  const paid = store.sessions.put(session.id, {
    ...session,
    payment_intent: intent.id,
    payment_status: "paid",
    status: "complete",
    url: null,
  });
  succeedIntent(stripe, intent, charge);
  emit({ type: "checkout.session.completed", object: paid });
  openDisputeOfCard(stripe, charge, card);
  return { kind: "paid", session: paid };
}

function decline(
  stripe: StripeContext,
  session: Session,
  plan: SessionPlan,
  intent: Stripe.PaymentIntent,
  card: Card,
  message: string,
): PaymentOutcome {
  const open = stripe.store.sessions.put(session.id, { ...session, payment_intent: intent.id });
  declineIntent(stripe, intent, makeCharge(session, plan, intent, card), message);
  return { kind: "declined", session: open, message };
}
