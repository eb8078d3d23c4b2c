/** The path of the student's receipts. */
export const receiptsPath = "/dashboard/receipts";

export function receiptPath(paymentId: string): string {
  return `${receiptsPath}/${encodeURIComponent(paymentId)}`;
}
