// The cards that customers have saved for their subscriptions.
import type { Card } from "../balance/charges.ts";
import { cardOf } from "../cards.ts";
import { newId } from "../ids.ts";
import type { StripeStore } from "../store.ts";

/** Saves the card and returns the ID of the payment method. */
export function saveCard(store: StripeStore, number: string): string {
  const id = newId("pm");
  store.savedCards.put(id, { id, number });
  return id;
}

export function findSavedCard(store: StripeStore, paymentMethod: string): Card {
  const card = cardOf(store.savedCards.get(paymentMethod)?.number ?? "");
  if (!card) throw new Error(`The payment method ${paymentMethod} isn't stored`);
  return card;
}
