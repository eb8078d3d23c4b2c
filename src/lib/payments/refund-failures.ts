/** Why refunds failed: Stripe's code or text as it is stored, or a text of ours. */

/**
 * Stripe's codes for refunds that failed afterward (https://docs.stripe.com/refunds#failed-refunds) or
 * that it refused at once (https://docs.stripe.com/error-codes).
 */
const causes = {
  lost_or_stolen_card: "cardLost",
  expired_or_canceled_card: "cardClosed",
  charge_for_pending_refund_disputed: "disputed",
  charge_disputed: "disputed",
  insufficient_funds: "balance",
  balance_insufficient: "balance",
  declined: "declined",
  merchant_request: "canceled",
  canceled: "canceled",
  charge_already_refunded: "refunded",
  account_invalid: "account",
} as const;

export type RefundFailureCause = (typeof causes)[keyof typeof causes] | "unknown";

/** What we store if Stripe gave no reason. */
const ownTexts: Readonly<Record<string, keyof typeof causes>> = {
  "The payment had already been refunded in full.": "charge_already_refunded",
  "The refund was canceled.": "canceled",
};

/** Whether the reader's language has a text for the code, so that Stripe's own text isn't needed. */
export const isKnownFailure = (code: string): code is keyof typeof causes =>
  Object.hasOwn(causes, code);

/** The cause, and Stripe's own text if there is one, which is in English. */
export function readRefundFailure(failure: string): {
  cause: RefundFailureCause;
  detail: string | null;
} {
  const own = ownTexts[failure];
  if (own) return { cause: causes[own], detail: null };
  if (isKnownFailure(failure)) return { cause: causes[failure], detail: null };
  return { cause: "unknown", detail: failure === "unknown" ? null : failure };
}
