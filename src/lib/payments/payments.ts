/** Payment accounts and refunds as the wire speaks about them. */

import { site } from "../site/site.ts";
import { formatExactPrice, toDollars } from "./money.ts";

/** A teacher's account at the payment provider. */
export interface PaymentAccount {
  id: string;
  details_submitted: boolean;
  charges_enabled: boolean;
}

/** Whether a teacher may sell courses: the account is there, filled in and accepted. */
export function canTakePayments(account: PaymentAccount): boolean {
  return account.id !== "" && account.details_submitted && account.charges_enabled;
}

/**
 * How a payment account stands: none: never begun; unfinished: questions are open; active: takes
 * payments; restricted: did so and may not now; disconnected: taken away from us by its owner.
 */
export const accountStandings = [
  "none",
  "unfinished",
  "active",
  "restricted",
  "disconnected",
] as const;
export type AccountStanding = (typeof accountStandings)[number];

interface AccountFacts {
  providerAccountId: string | null;
  detailsSubmitted: boolean;
  chargesEnabled: boolean;
  closedAt: Date | null;
}

export function standingOf(account: AccountFacts | undefined): AccountStanding {
  if (!account?.providerAccountId) return "none";
  if (account.closedAt) return "disconnected";
  if (account.detailsSubmitted && account.chargesEnabled) return "active";
  return account.detailsSubmitted ? "restricted" : "unfinished";
}

interface StandingWords {
  title: string;
  /** One sentence. */
  short: string;
  text: string;
}

/** What a teacher is told about an account that changed; nothing where there is no news. */
export const accountStandingText: Partial<Record<AccountStanding, StandingWords>> = {
  active: {
    title: "Your payment account takes payments again",
    short: "Students can buy your courses again.",
    text: "Your payment account is in order again: students can buy your courses.",
  },
  restricted: {
    title: "Your payment account is restricted",
    short: "Students can't buy your courses until it is in order.",
    text: "The payment provider needs something from you, so students can't buy your courses at the moment. Whoever is enrolled stays enrolled, and your classes go on. Open your dashboard and answer what the provider asks; selling goes on by itself as soon as it is satisfied.",
  },
  disconnected: {
    title: "Your payment account was disconnected",
    short: "Students can't buy your courses until you set up a payment account.",
    text: "Your payment account is no longer connected, so students can't buy your courses. Whoever is enrolled stays enrolled, and your classes go on. Open your dashboard and set up a payment account to sell again. Refunds of earlier payments may need our help; please write to us then.",
  },
};

/** The specification's words for what the payment account can meet. */
export const paymentAccountMessages = {
  missing: "Payment account not found",
  unavailable: "Failed to check Connect account status",
  linkFailed: "Failed to generate Connect account setup link",
  setupFailed: "Failed to set up Connect account",
} as const;

/** How much of a payment can still be given back, as a sentence. */
export function describeRefundable(cents: number): string {
  return cents <= 0
    ? "Everything has been given back already."
    : `At most ${formatExactPrice(toDollars(cents))} can be given back.`;
}

/** What a refund can meet. */
export const refundMessages = {
  missing: "Enrollment not found",
  notPaid: "This enrollment has not been paid, so there is nothing to refund.",
  delayed: "The refund is noted and will be made as soon as the payment provider can be reached.",
  /** @param cents what can be given back now. */
  changed: (cents: number) =>
    `Something was given back of this payment meanwhile. ${describeRefundable(cents)} Please look again.`,
  otherAmount: "This refund was asked for with another amount. Please reload the page.",
  disputed:
    "The student's bank is asking for this payment back. It can't be refunded until the bank has decided.",
  disputedByYou:
    "Your bank is asking for this payment back already. You can leave with a refund once the bank has decided.",
  refused: `The payment provider refused this refund: the payment account that received the money is restricted or no longer connected. Please check your payment account, or write to ${site.supportEmail} and we will settle it with you.`,
} as const;
