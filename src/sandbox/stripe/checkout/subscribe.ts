// Starts the subscription of a session when the payer submits the hosted page.
import type { Stripe } from "stripe";
import { createCustomer } from "../billing/customers.ts";
import { saveCard } from "../billing/saved-cards.ts";
import { startSubscription } from "../billing/subscriptions.ts";
import { cardOf, unknownCardMessage } from "../cards.ts";
import type { StripeContext } from "../context.ts";
import { find, idOf, type Price } from "../store.ts";

type Session = Stripe.Checkout.Session;

/** @returns the completed session, or the message of a declined card. */
export function subscribe(
  stripe: StripeContext,
  session: Session,
  number: string,
): Session | string {
  const { store, emit } = stripe;
  const plan = store.plans.get(session.id);
  const price = plan?.lineItems[0]?.price;
  if (!plan?.subscription || !price) {
    throw new Error(`The session ${session.id} has no subscription`);
  }
  const card = cardOf(number);
  const { trialDays } = plan.subscription;
  if (!card) return unknownCardMessage;
  const isEnough = card.decline === null || (trialDays > 0 && card.canBeSaved);
  if (!isEnough) return card.decline ?? "";
  const customer = idOf(session.customer) ?? createCustomer(stripe, session.customer_email).id;
  const { subscription, invoice } = startSubscription(stripe, {
    customer,
    price: find(store.prices, "price", price.id) satisfies Price,
    paymentMethod: saveCard(store, number),
    metadata: plan.subscription.metadata,
    description: plan.subscription.description,
    trialDays,
  });
  const complete = store.sessions.put(session.id, {
    ...session,
    customer,
    invoice: invoice.id,
    payment_status: trialDays > 0 ? "no_payment_required" : "paid",
    status: "complete",
    subscription: subscription.id,
    url: null,
  });
  emit({ type: "checkout.session.completed", object: complete });
  return complete;
}
