/** Limits how many seats one student may have, and hold without paying, and for how long. */
import { and, count, eq, gt, sql } from "drizzle-orm";
import { maxCourses } from "#lib/courses/courses.rules.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { tooManyAttempts } from "../rate-limits.ts";

const hourMs = 60 * 60 * 1000;

/** The maximum number of open checkouts per student. */
const maxOpenHolds = 3;

/**
 * The maximum number of checkouts that a student may start per hour. Each one takes several calls
 * to the provider.
 */
const maxCheckoutsHourly = 40;

/** The period over which the durations of unpaid holds are added up. */
const windowMs = 6 * hourMs;
/**
 * After holding a course's last seat for this long, a student must leave it to others until the
 * period has passed.
 */
const maxHeldMs = hourMs;

/**
 * Serializes a student's requests for seats, so that concurrent requests for different courses
 * can't exceed the limit together. Call this before locking the course.
 */
export async function lockHolds(tx: Db, studentId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${studentId}`}, 0))`);
}

/**
 * Call this after `lockHolds` and before holding a seat.
 * @param isLastSeat whether the course is full once the student holds the seat.
 * @throws AppError `conflict` if the student holds too many seats, or has held this course's last
 * seat for too long.
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
 * Call this after `lockHolds` and before the student takes a seat.
 * @throws AppError `conflict` if the student is enrolled in the maximum number of courses.
 */
export async function requireCoursesBelowLimit(tx: Db, studentId: string): Promise<void> {
  const current = await tx.$count(
    enrollments,
    and(eq(enrollments.studentId, studentId), isEnrolled),
  );
  if (current >= maxCourses) throw new AppError("conflict", enrollMessages.tooManyCourses);
}

/**
 * Rate limit for checkouts, far above normal use. Call this after `lockHolds`. It counts rows,
 * because the usual limiter would need a second database connection during the transaction.
 * @throws AppError `rate_limited`.
 */
export async function requireFewCheckouts(
  { config }: Context,
  tx: Db,
  studentId: string,
): Promise<void> {
  const checkouts = await tx.$count(
    enrollments,
    and(
      eq(enrollments.studentId, studentId),
      gt(enrollments.amountCents, 0),
      gt(enrollments.createdAt, new Date(Date.now() - hourMs)),
    ),
  );
  if (checkouts < Math.max(1, Math.floor(maxCheckoutsHourly * config.rateLimitFactor))) return;
  throw tooManyAttempts(hourMs / 1000, enrollMessages.tooManyCheckouts);
}
