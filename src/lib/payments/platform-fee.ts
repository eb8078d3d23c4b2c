/** The platform's share of an amount in cents, rounded to whole cents. */
export function platformFee(cents: number, percent: number): number {
  return Math.round((cents * percent) / 100);
}
