/** Holds end by their own clock, whatever the payment provider says or doesn't say. */
import { and, eq, inArray, lte, type SQL } from "drizzle-orm";
import { holdGraceMinutes } from "#lib/enrollments/enrollments.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";

/**
 * Held seats whose checkout is over for so long that its outcome isn't waited for any more. Until
 * then a payment may have been made of which the provider hasn't told us yet.
 */
export function isOverdue(now: Date): SQL | undefined {
  const latest = new Date(now.getTime() - holdGraceMinutes * 60 * 1000);
  return and(eq(enrollments.status, "held"), lte(enrollments.holdExpiresAt, latest));
}

/**
 * Ends the held seats among these. Their payments stay open until the provider says what became of
 * them, and nobody is sent to their checkouts any more. Expects the course to be locked.
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
