/** Where a student finds what was paid. */
export const receiptsPath = "/dashboard/receipts";

export function receiptPath(paymentId: string): string {
  return `${receiptsPath}/${encodeURIComponent(paymentId)}`;
}
