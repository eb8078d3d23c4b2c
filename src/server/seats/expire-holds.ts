/** Expires holds by our own clock, regardless of what the payment provider reports. */
import { and, eq, inArray, lte, type SQL } from "drizzle-orm";
import { holdGraceMinutes } from "#lib/seats/holds.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";

/**
 * Matches held seats whose checkout expired so long ago that we no longer wait for its outcome.
 * Until then, a payment may exist that the provider hasn't reported yet.
 */
export function isOverdue(now: Date): SQL | undefined {
  const latest = new Date(now.getTime() - holdGraceMinutes * 60 * 1000);
  return and(eq(enrollments.status, "held"), lte(enrollments.holdExpiresAt, latest));
}

/**
 * Expires these held seats. Their payments stay open until the provider reports the outcome, but
 * students are no longer sent to their checkouts. The course must be locked.
 */
export async function expireHolds(tx: Db, which: SQL | undefined, now: Date): Promise<void> {
  const expired = await tx
    .update(enrollments)
    .set({ status: "expired", endedAt: now })
    .where(and(eq(enrollments.status, "held"), which))
    .returning({ id: enrollments.id });
  if (expired.length === 0) return;
  const ids = expired.map(({ id }) => id);
  await tx
    .update(payments)
    .set({ checkoutUrl: null })
    .where(and(inArray(payments.enrollmentId, ids), eq(payments.status, "open")));
}

/** Expires all overdue holds of a course. The course must be locked. */
export async function expireOverdueHolds(tx: Db, courseId: string, now: Date): Promise<void> {
  await expireHolds(tx, and(eq(enrollments.courseId, courseId), isOverdue(now)), now);
}

/** Whether a course has an overdue hold that hasn't been expired yet. */
export async function hasOverdueHolds(db: Db, courseId: string): Promise<boolean> {
  const which = and(eq(enrollments.courseId, courseId), isOverdue(new Date()));
  return (await db.$count(enrollments, which)) > 0;
}
