/** How many seats one student may hold without paying, and for how long. */
import { and, count, eq, gt, sql } from "drizzle-orm";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { tooManyAttempts } from "../rate-limits.ts";

const hourMs = 60 * 60 * 1000;

/** Open checkouts that a student may have at once. */
const maxOpenHolds = 3;

/** Checkouts that a student begins in an hour: each is made and closed at the provider. */
const maxCheckoutsHourly = 40;

/** Unpaid holds of these last hours count together … */
const windowMs = 6 * hourMs;
/** … and after this much time the last seat is left to others until the window has passed. */
const maxHeldMs = hourMs;

/**
 * Lets a student's requests for seats take turns, so that requests for different courses can't
 * each find room for one more hold. Call it before the course is locked.
 */
export async function lockHolds(tx: Db, studentId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${studentId}`}, 0))`);
}

/**
 * Call it after `lockHolds` and before a seat is held.
 * @param isLastSeat whether the course is full once the student holds the seat.
 * @throws AppError `conflict` when the student holds too many seats, or has held this course's last
 * one for too long.
 */
export async function requireHoldsBelowLimit(
  tx: Db,
  studentId: string,
  courseId: string,
  isLastSeat: boolean,
): Promise<void> {
  const now = new Date();
  const own = eq(enrollments.studentId, studentId);
  const [open] = await tx
    .select({ number: count() })
    .from(enrollments)
    .where(and(own, eq(enrollments.status, "held"), gt(enrollments.holdExpiresAt, now)));
  if ((open?.number ?? 0) >= maxOpenHolds) {
    throw new AppError("conflict", enrollMessages.tooManyHolds);
  }
  if (!isLastSeat) return;
  const since = new Date(now.getTime() - windowMs);
  const [ended] = await tx
    .select({
      heldMs: sql<number>`coalesce(sum(
        extract(epoch from least(${enrollments.endedAt}, ${enrollments.holdExpiresAt}) - ${enrollments.createdAt}) * 1000
      ), 0)::float8`,
    })
    .from(enrollments)
    .where(
      and(
        own,
        eq(enrollments.courseId, courseId),
        eq(enrollments.status, "expired"),
        gt(enrollments.endedAt, since),
      ),
    );
  if ((ended?.heldMs ?? 0) >= maxHeldMs) {
    throw new AppError("conflict", enrollMessages.heldTooLong);
  }
}

/**
 * Opening and leaving checkouts stays far below the limit. Call it after `lockHolds`: it counts rows
 * instead of asking for a connection beside the transaction's own.
 * @throws AppError `rate_limited`.
 */
export async function requireFewCheckouts(
  { config }: Context,
  tx: Db,
  studentId: string,
): Promise<void> {
  const begun = await tx.$count(
    enrollments,
    and(
      eq(enrollments.studentId, studentId),
      gt(enrollments.amountCents, 0),
      gt(enrollments.createdAt, new Date(Date.now() - hourMs)),
    ),
  );
  if (begun < Math.max(1, Math.floor(maxCheckoutsHourly * config.rateLimitFactor))) return;
  throw tooManyAttempts(hourMs / 1000, enrollMessages.tooManyCheckouts);
}
