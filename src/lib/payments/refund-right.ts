/** The time until which students who leave a course get a refund. */
import type { RefundPolicy } from "./refund-policy.ts";

const days14 = 14 * 24 * 60 * 60 * 1000;

export const endOf14Days = (start: Date): Date => new Date(start.getTime() + days14);

/** The latest start whose 14 days have ended. */
export const startOf14Days = (end: Date): Date => new Date(end.getTime() - days14);

export interface Leaving {
  policy: RefundPolicy;
  /** The start of the 14 days: the student's first paid enrollment in the course. */
  enrolledAt: Date;
  /** The start of the student's first class as scheduled then; null if there was none. */
  soldStart: Date | null;
  /**
   * The start of the student's first class: the first that starts after the enrollment or, if there
   * is none, the one that was running then; null if there is neither.
   */
  firstClass: Date | null;
  /** The end of the student's right to leave with a refund because the teacher removed classes. */
  refundableUntil: Date | null;
}

/**
 * When the right to a refund ends: an instant, `open` if that is still unknown, or `never` if there
 * is no right to a refund.
 */
export function refundEnd(leaving: Leaving): Date | "open" | "never" {
  const end = policyEnd(leaving);
  const { refundableUntil } = leaving;
  if (refundableUntil === null || end === "open") return end;
  return end === "never" ? refundableUntil : later(end, refundableUntil);
}

/** The teacher's changes after the sale can only prolong the period until the first class. */
function policyEnd({
  policy,
  enrolledAt,
  soldStart,
  firstClass,
}: Leaving): ReturnType<typeof refundEnd> {
  if (policy === "none") return "never";
  if (policy === "14-days") return endOf14Days(enrolledAt);
  return firstClass ? later(firstClass, soldStart ?? firstClass) : "open";
}

const later = (a: Date, b: Date) => (a > b ? a : b);

/** Whether the student can leave with a refund only because the teacher removed classes. */
export function isForRemovedClasses({ refundableUntil, ...leaving }: Leaving, now: Date): boolean {
  const isOnTime = refundableUntil !== null && now < refundableUntil;
  return isOnTime && !isRefundable({ ...leaving, refundableUntil: null }, now);
}

/** Whether a student who leaves at `now` gets a refund. */
export function isRefundable(leaving: Leaving, now: Date): boolean {
  const end = refundEnd(leaving);
  return end === "open" || (end !== "never" && now < end);
}
