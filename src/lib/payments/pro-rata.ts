/** The price for students who join a course late. */
import { minPaidPrice, toCents } from "./money.ts";

export interface ClassCounts {
  /** The number of classes that haven't ended. */
  left: number;
  /** The number of all classes, without canceled ones. */
  total: number;
}

/**
 * The price of a seat in cents: the share of the full price that the remaining classes have of all
 * classes, rounded to cents. Never below the smallest card payment, and never above the full price.
 * Once no class is left, no seat is sold, so nothing is reduced.
 */
export function proRataCents(fullCents: number, { left, total }: ClassCounts): number {
  if (fullCents === 0 || left <= 0 || left >= total) return fullCents;
  return Math.max(toCents(minPaidPrice), Math.round((fullCents * left) / total));
}
