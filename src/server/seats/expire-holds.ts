/** Holds end by their own clock, whatever the payment provider says or doesn't say. */
import { and, eq, inArray, lte, type SQL } from "drizzle-orm";
import { holdGraceMinutes } from "#lib/seats/holds.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";

/**
 * Held seats whose checkout ended so long ago that its outcome is no longer awaited. Until then, there
 * may be a payment that the provider hasn't reported yet.
 */
export function isOverdue(now: Date): SQL | undefined {
  const latest = new Date(now.getTime() - holdGraceMinutes * 60 * 1000);
  return and(eq(enrollments.status, "held"), lte(enrollments.holdExpiresAt, latest));
}

/**
 * Expires these held seats. Their payments stay open until the provider reports the outcome, and no one
 * is sent to their checkouts anymore. Expects the course to be locked.
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

/** `expireHolds` of all that are overdue in a course. Expects the course to be locked. */
export async function expireOverdueHolds(tx: Db, courseId: string, now: Date): Promise<void> {
  await expireHolds(tx, and(eq(enrollments.courseId, courseId), isOverdue(now)), now);
}

/** Whether a course has a hold that is overdue and not ended yet. */
export async function hasOverdueHolds(db: Db, courseId: string): Promise<boolean> {
  const which = and(eq(enrollments.courseId, courseId), isOverdue(new Date()));
  return (await db.$count(enrollments, which)) > 0;
}
