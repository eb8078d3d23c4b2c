import type { Card } from "./balance/charges.ts";

/** Stripe's test cards that the sandbox accepts. */
const cards: Record<string, Card> = {
  "4242424242424242": { last4: "4242", decline: null },
  "4000002500000003": { last4: "0003", decline: null, country: "FR" },
  "4000000000000077": { last4: "0077", decline: null, next: "available" },
  "4000000000000259": { last4: "0259", decline: null, next: "disputed" },
  "4000000000001976": { last4: "1976", decline: null, next: "questioned" },
  "4000000000000002": { last4: "0002", decline: "Your card has been declined." },
  // Can be saved, but every later charge is declined.
  "4000000000000341": { last4: "0341", decline: "Your card was declined.", canBeSaved: true },
};

/** The hosted pages list the test cards below their fields. */
export const unknownCardMessage = "This page accepts only the test cards listed below the field.";

/** The card with this number; undefined if it isn't a test card. */
export function cardOf(number: string): Card | undefined {
  return cards[number.replaceAll(/[\s-]/g, "")];
}
