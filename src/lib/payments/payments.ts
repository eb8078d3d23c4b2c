/** Payment accounts and refunds, as the API describes them. */

import { site } from "../site/site.ts";
import { formatExactPrice, toDollars } from "./money.ts";
import type { AccountStatus, PaymentAccount } from "./payments.responses.ts";

/** Whether a teacher can sell courses: the account exists, is complete and was approved. */
export function canTakePayments(account: PaymentAccount): boolean {
  return account.id !== "" && account.details_submitted && account.charges_enabled;
}

interface AccountFacts {
  providerAccountId: string | null;
  detailsSubmitted: boolean;
  chargesEnabled: boolean;
  closedAt: Date | null;
}

export function accountStatusOf(account: AccountFacts | undefined): AccountStatus {
  if (!account?.providerAccountId) return "none";
  if (account.closedAt) return "disconnected";
  if (account.detailsSubmitted && account.chargesEnabled) return "active";
  return account.detailsSubmitted ? "restricted" : "unfinished";
}

interface AccountStatusText {
  title: string;
  /** A single sentence. */
  short: string;
  text: string;
}

/**
 * The texts that notify a teacher of a changed account. States without a notification are absent.
 */
export const accountStatusText: Partial<Record<AccountStatus, AccountStatusText>> = {
  active: {
    title: "Your payment account can take payments again",
    short: "Students can buy your courses again.",
    text: "Your payment account is active again, and students can buy your courses.",
  },
  restricted: {
    title: "Your payment account is restricted",
    short: "Students can't buy your courses until you resolve it.",
    text: "The payment provider needs information from you, so students can't buy your courses right now. Enrolled students stay enrolled, and your classes continue. Open your dashboard and answer the provider's questions. Students can then buy your courses again.",
  },
  disconnected: {
    title: "Your payment account was disconnected",
    short: "Students can't buy your courses until you set up a payment account.",
    text: "Your payment account is no longer connected, so students can't buy your courses. Enrolled students stay enrolled, and your classes continue. To sell again, open your dashboard and set up a payment account. If you need to refund an earlier payment, please write to us.",
  },
};

/** Messages about payment accounts. The texts are fixed by the specification. */
export const paymentAccountMessages = {
  missing: "Payment account not found",
  unavailable: "Failed to check Connect account status",
  linkFailed: "Failed to generate Connect account setup link",
  setupFailed: "Failed to set up Connect account",
} as const;

/** A sentence that says how much of a payment can still be refunded. */
export function describeRefundable(cents: number): string {
  return cents <= 0
    ? "This payment has already been refunded in full."
    : `At most ${formatExactPrice(toDollars(cents))} can be refunded.`;
}

/** Messages about refunds. */
export const refundMessages = {
  missing: "Enrollment not found",
  notPaid: "This enrollment hasn't been paid for, so there is nothing to refund.",
  delayed:
    "The refund has been requested. We'll complete it as soon as the payment provider responds.",
  /** @param cents the amount that can still be refunded. */
  changed: (cents: number) =>
    `Part of this payment was refunded in the meantime. ${describeRefundable(cents)} Please check the amount.`,
  otherAmount: "This refund was already requested with a different amount. Please reload the page.",
  disputed:
    "The student's bank is disputing this payment. It can't be refunded until the bank has decided.",
  disputedByYou:
    "Your bank is already disputing this payment. You can leave with a refund once the bank has decided.",
  notDue:
    "The terms have changed: you no longer get a refund if you leave. Please check them before you decide.",
  refused: `The payment provider rejected this refund because the payment account that received the money is restricted or no longer connected. Please check your payment account, or write to ${site.supportEmail} and we'll help you resolve it.`,
} as const;
