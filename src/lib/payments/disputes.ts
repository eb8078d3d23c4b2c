/** Payments that a bank asks back, as teachers see them. */

/**
 * open: an answer is awaited; review: answered, the bank decides; won: the bank takes nothing; lost:
 * it has taken the money.
 */
export const disputeStatuses = ["open", "review", "won", "lost"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const disputeStatusLabels: Record<DisputeStatus, string> = {
  open: "Needs an answer",
  review: "With the bank",
  won: "Decided for you",
  lost: "Decided for the student",
};

/** What banks give as the reason, in words for teachers. */
const reasons: Record<string, string> = {
  bank_cannot_process: "The bank could not process the payment",
  credit_not_processed: "The student says that a refund was promised",
  duplicate: "The student says it was paid twice",
  fraudulent: "The card's owner says that somebody else paid",
  general: "The bank gave no particular reason",
  product_not_received: "The student says that the classes did not take place",
  product_unacceptable: "The student says that the course was not as described",
  subscription_canceled: "The student says that it had been cancelled",
  unrecognized: "The card's owner does not recognise the payment",
};

export function describeDisputeReason(reason: string): string {
  return reasons[reason] ?? reasons.general ?? reason;
}

/** A dispute on the wire. Dollars and ISO 8601. */
export interface DisputeView {
  _id: string;
  status: DisputeStatus;
  amount: number;
  reason: string;
  dueBy: string | null;
  openedAt: string;
  closedAt: string | null;
  course: { _id: string; title: string };
  student: { _id: string; name: string } | null;
  /** Whether the student has the seat still: a bank may take back a part only. */
  isEnrolled: boolean;
  /** Whether the bank only asks so far: no money was taken, and a refund settles it. */
  isQuestion: boolean;
}
