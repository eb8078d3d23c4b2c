/**
 * What Stripe charges a platform in the United States, from https://stripe.com/pricing, read on
 * 2026-11-28: 2.9% + 30¢ for each card payment, 1.5% more for cards from other countries, and $15
 * for each dispute. Stripe returns none of that with a refund. The sandbox charges the same.
 */
export const cardCosts = {
  percent: 2.9,
  fixedCents: 30,
  foreignPercent: 1.5,
  disputeCents: 1_500,
} as const;

/** What Stripe keeps of a card payment, in whole cents. */
export function cardCost(amountCents: number, { isForeign = false } = {}): number {
  const percent = cardCosts.percent + (isForeign ? cardCosts.foreignPercent : 0);
  return Math.round((amountCents * percent) / 100) + cardCosts.fixedCents;
}

/** The lowest fee in percent that covers what Stripe keeps, at a price that is high enough. */
export const minCoveringFee = (cardCosts.percent * 10 + cardCosts.foreignPercent * 10 + 1) / 10;

/**
 * The lowest price at which a fee covers what Stripe keeps of it, whatever the card's country, in
 * cents, rounded up to a dollar. Undefined if the fee's percentage is no higher than Stripe's.
 */
export function findCoveringPrice(feePercent: number): number | undefined {
  // In thousandths of a percent, because fractions of percents don't add up exactly.
  const thousandths = (percent: number) => Math.round(percent * 1_000);
  const cost = thousandths(cardCosts.percent) + thousandths(cardCosts.foreignPercent);
  const margin = thousandths(feePercent) - cost;
  if (margin <= 0) return undefined;
  return Math.ceil((cardCosts.fixedCents * 1_000) / margin) * 100;
}
