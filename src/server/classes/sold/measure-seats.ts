/** Compares the classes that seats were sold with and those that took place or are scheduled. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { isEnrolled } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { type CountableClass, countTowardSold } from "./counted-classes.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * Classes that were postponed to more than this long after the end of the course as sold don't
 * count. The limit leaves room for a pause during Ramadan.
 */
export const maxDelayDays = 60;

export interface MeasuredSeat {
  seat: typeof enrollments.$inferSelect;
  /** How many of the classes, and of their minutes, neither took place nor are scheduled. */
  missingClasses: number;
  missingMinutes: number;
  /** The start of the last class that counts. */
  lastStart: Date | null;
  /** How many classes are still to start, including those that don't count. */
  upcoming: number;
}

/**
 * Measures the paid and held seats that meet the condition, except those whose refund is certain. A
 * teacher's pending refund isn't certain, because the provider may reject it. Imported seats may
 * have been sold without classes, so they have nothing to lose. A partial refund reduces the
 * minutes in proportion.
 */
export async function measureSeats(tx: Db, where: SQL | undefined): Promise<MeasuredSeat[]> {
  const seats = await tx
    .select({
      seat: enrollments,
      share: sql<number>`coalesce(
        (${payments.amountCents} - ${payments.refundedCents})::float8 / ${payments.amountCents}, 1
      )`,
    })
    .from(enrollments)
    .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
    .where(
      and(
        where,
        or(eq(enrollments.status, "held"), isEnrolled),
        gt(enrollments.amountCents, 0),
        isNotNull(enrollments.soldEnd),
        or(
          isNull(payments.status),
          inArray(payments.status, ["open", "expired", "paid"]),
          and(eq(payments.status, "refunding"), eq(payments.refundReason, "teacher")),
        ),
      ),
    )
    .orderBy(asc(enrollments.id));
  const scheduled = await listScheduled(tx, [...new Set(seats.map(({ seat }) => seat.courseId))]);
  return seats.map(({ seat, share }) => measureSeat(seat, share, scheduled.get(seat.courseId)));
}

function measureSeat(
  seat: typeof enrollments.$inferSelect,
  share: number,
  scheduled: readonly CountableClass[] = [],
): MeasuredSeat {
  const { soldEnd, createdAt } = seat;
  const latest = (soldEnd?.getTime() ?? 0) + maxDelayDays * day;
  const given = scheduled.filter(({ endsAt }) => endsAt > createdAt && endsAt.getTime() <= latest);
  const counted = countTowardSold(seat, given);
  const now = Date.now();
  const missing = (sold: number, present: number) =>
    // Rounded first, because a share such as 0.7 isn't exact.
    Math.max(0, Math.floor(Math.round((sold * share - present) * 1e6) / 1e6));
  return {
    seat,
    missingClasses: missing(seat.soldClasses, counted.classes),
    missingMinutes: missing(seat.soldMinutes, counted.minutes),
    lastStart: counted.lastStart,
    upcoming: given.filter(({ startsAt }) => startsAt.getTime() > now).length,
  };
}

/** The classes of these courses that took place or are scheduled, in order. */
async function listScheduled(
  tx: Db,
  courseIds: readonly string[],
): Promise<Map<string, CountableClass[]>> {
  if (courseIds.length === 0) return new Map();
  const rows = await tx
    .select({
      courseId: classes.courseId,
      startsAt: classes.startsAt,
      endsAt: classes.endsAt,
      announcedAt: classes.announcedAt,
    })
    .from(classes)
    .where(and(inArray(classes.courseId, [...courseIds]), eq(classes.status, "scheduled")))
    .orderBy(asc(classes.startsAt), asc(classes.id));
  return Map.groupBy(rows, ({ courseId }) => courseId);
}
