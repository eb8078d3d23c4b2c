/** Payment accounts and refunds as the wire speaks about them. */

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

/** The specification's words for what the payment account can meet. */
export const paymentAccountMessages = {
  missing: "Payment account not found",
  unavailable: "Failed to check Connect account status",
  linkFailed: "Failed to generate Connect account setup link",
  setupFailed: "Failed to set up Connect account",
} as const;

/** What a refund can meet. */
export const refundMessages = {
  missing: "Enrollment not found",
  notPaid: "This enrollment has not been paid, so there is nothing to refund.",
  delayed: "The refund is noted and will be made as soon as the payment provider can be reached.",
} as const;
