/** A percentage of an amount in whole cents, such as the platform's fee. */
export const percentOf = (amountCents: number, percent: number): number =>
  Math.round((amountCents * percent) / 100);
