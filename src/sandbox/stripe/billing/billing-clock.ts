// The clock of subscriptions and invoices, which tests can advance.

import { nowInSeconds } from "../ids.ts";
import type { StripeStore } from "../store.ts";

const DAY = 24 * 60 * 60;
const OFFSET = "offset";

/** The current time of billing, in whole seconds since the Unix epoch. */
export function billingNow({ billingClock }: Pick<StripeStore, "billingClock">): number {
  return nowInSeconds() + (billingClock.get(OFFSET)?.seconds ?? 0);
}

export function advanceClock({ billingClock }: Pick<StripeStore, "billingClock">, days: number) {
  const seconds = (billingClock.get(OFFSET)?.seconds ?? 0) + Math.round(days * DAY);
  billingClock.put(OFFSET, { seconds });
}

/**
 * The same day and time in a later month or year, or the last day of that month if it is too short.
 */
export function addInterval(from: number, interval: "month" | "year", anchor: number): number {
  const start = new Date(from * 1000);
  const months = interval === "year" ? 12 : 1;
  const next = new Date(start);
  next.setUTCDate(1);
  next.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(new Date(anchor * 1000).getUTCDate(), lastDay));
  return Math.floor(next.getTime() / 1000);
}
