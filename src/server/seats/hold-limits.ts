/** How many seats one student may hold without paying, and for how long. */
import { and, count, eq, gt, sql } from "drizzle-orm";
import { enrolMessages } from "#lib/enrolments/enrolments.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { enrolments } from "../db/tables/enrolments.table.ts";
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
  const own = eq(enrolments.studentId, studentId);
  const [open] = await tx
    .select({ number: count() })
    .from(enrolments)
    .where(and(own, eq(enrolments.status, "held"), gt(enrolments.holdExpiresAt, now)));
  if ((open?.number ?? 0) >= maxOpenHolds) {
    throw new AppError("conflict", enrolMessages.tooManyHolds);
  }
  if (!isLastSeat) return;
  const since = new Date(now.getTime() - windowMs);
  const [ended] = await tx
    .select({
      heldMs: sql<number>`coalesce(sum(
        extract(epoch from least(${enrolments.endedAt}, ${enrolments.holdExpiresAt}) - ${enrolments.createdAt}) * 1000
      ), 0)::float8`,
    })
    .from(enrolments)
    .where(
      and(
        own,
        eq(enrolments.courseId, courseId),
        eq(enrolments.status, "expired"),
        gt(enrolments.endedAt, since),
      ),
    );
  if ((ended?.heldMs ?? 0) >= maxHeldMs) {
    throw new AppError("conflict", enrolMessages.heldTooLong);
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
    enrolments,
    and(
      eq(enrolments.studentId, studentId),
      gt(enrolments.amountCents, 0),
      gt(enrolments.createdAt, new Date(Date.now() - hourMs)),
    ),
  );
  if (begun < Math.max(1, Math.floor(maxCheckoutsHourly * config.rateLimitFactor))) return;
  throw tooManyAttempts(hourMs / 1000, enrolMessages.tooManyCheckouts);
}
