/** What the platform loses if it can't recover a teacher's share. Amounts are in cents. */
interface Sale {
  amountCents: number;
  feeCents: number;
}

/** The teacher's share of a part of a payment. The fee is divided in proportion, as Stripe does. */
export const shareOf = ({ amountCents, feeCents }: Sale, partCents: number): number =>
  partCents - Math.round((feeCents * partCents) / amountCents);

/**
 * The share of a payment that was lost in a dispute. Banks can take back a whole payment even if
 * part of it was refunded before.
 */
export const lostShareOf = (
  payment: Sale & { refundedCents: number },
  { amountCents }: { amountCents: number },
): number => shareOf(payment, Math.min(amountCents, payment.amountCents - payment.refundedCents));
