/** Disputed payments, as shown to teachers. */

/**
 * open: a response is needed; review: the bank is deciding; won: the teacher keeps the money; lost:
 * the bank has taken it.
 */
export const disputeStatuses = ["open", "review", "won", "lost"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const disputeStatusLabels: Record<DisputeStatus, string> = {
  open: "Response needed",
  review: "With the bank",
  won: "Decided in your favor",
  lost: "Decided in the student's favor",
};

/** Texts for the banks' dispute reasons, as shown to teachers. */
const reasons: Record<string, string> = {
  bank_cannot_process: "The bank could not process the payment",
  credit_not_processed: "The student says that a refund was promised",
  duplicate: "The student says that they were charged twice",
  fraudulent: "The cardholder reported this payment as fraudulent",
  general: "The bank gave no specific reason",
  product_not_received: "The student says that the classes did not take place",
  product_unacceptable: "The student says that the course was not as described",
  subscription_canceled: "The student says that the course was canceled",
  unrecognized: "The cardholder doesn't recognize the payment",
};

export function describeDisputeReason(reason: string): string {
  return reasons[reason] ?? reasons.general ?? reason;
}
