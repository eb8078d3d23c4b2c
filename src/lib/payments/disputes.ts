/** Disputed payments, as shown to teachers. */

/**
 * open: a response is needed; review: the bank is deciding; won: the teacher keeps the money; lost:
 * the bank has taken it.
 */
export const disputeStatuses = ["open", "review", "won", "lost"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];
