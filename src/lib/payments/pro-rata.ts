/** The price for students who join a course late. */
export interface ClassCounts {
  /** The number of classes that haven't ended. */
  left: number;
  /** The number of all classes, without canceled ones. */
  total: number;
}

/**
 * The price of a seat in cents: the share of the full price that the remaining classes have of all
 * classes, rounded to cents. Never below the minimum price, and never above the full price, which may
 * be lower than a minimum that was raised since. Once no class is left, no seat is sold, so nothing is
 * reduced.
 */
export function proRataCents(
  fullCents: number,
  { left, total }: ClassCounts,
  minimumCents: number,
): number {
  if (fullCents === 0 || left <= 0 || left >= total) return fullCents;
  return Math.max(Math.min(minimumCents, fullCents), Math.round((fullCents * left) / total));
}
