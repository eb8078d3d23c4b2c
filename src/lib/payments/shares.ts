/**
 * How a part of a payment, such as a refund, is divided between the teacher and the platform. Amounts
 * are in cents. `src/server/payments/shares.ts` computes the same in SQL.
 */
interface Sale {
  amountCents: number;
  feeCents: number;
}

/** The platform's fee on a part of a payment. It is divided in proportion, as Stripe does. */
export const feeOf = ({ amountCents, feeCents }: Sale, partCents: number): number =>
  Math.round((feeCents * partCents) / amountCents);

/** The teacher's share of a part of a payment. */
export const shareOf = (sale: Sale, partCents: number): number =>
  partCents - feeOf(sale, partCents);

/**
 * The share of a payment that the platform loses in a dispute if it can't recover it. Banks can take
 * back a whole payment even if part of it was refunded before.
 */
export const lostShareOf = (
  payment: Sale & { refundedCents: number },
  { amountCents }: { amountCents: number },
): number => shareOf(payment, Math.min(amountCents, payment.amountCents - payment.refundedCents));
