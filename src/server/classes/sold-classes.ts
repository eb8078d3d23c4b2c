/**
 * The classes that students have paid for. A teacher who removes some of them gives the students a
 * right to a full refund, and can't remove all that are left.
 */
import { and, count, eq, gt, inArray, lte, max, min, type SQL, sql } from "drizzle-orm";
import { classMessages } from "#lib/classes/classes.rules.ts";
import { AppError } from "#lib/errors.ts";
import { removedClassesDays, replacedClassesHours } from "#lib/payments/refund-policy.ts";
import { checkoutSeconds } from "#lib/seats/holds.ts";
import { type PricedCourse, payableCents } from "../catalog/payable.ts";
import type { Context } from "../context.ts";
import { isEnrolledSeat } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { mailRemovedClasses, mailReplacedClasses } from "./classes.mails.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * A class that was postponed by more than this after the end of the course as sold no longer counts.
 * A pause for Ramadan fits.
 */
const maxDelayDays = 60;

const minutes = sql`(extract(epoch from ${classes.endsAt} - ${classes.startsAt}) / 60)`;

/** How many hours before its start a class must be announced to replace one that was sold. */
const noticeHours = 24;

/** The classes that a seat is sold with, as columns of the seat. */
export type SoldClasses = Awaited<ReturnType<typeof findSoldClasses>>;

/** The scheduled classes that end after the instant, as columns of a seat. */
export async function findSoldClasses(db: Db, courseId: string, from: Date) {
  const [sold] = await db
    .select({
      soldStart: min(classes.startsAt),
      soldEnd: max(classes.endsAt),
      soldClasses: count(),
      soldMinutes: sql<number>`coalesce(round(sum(${minutes})), 0)::integer`,
      soldMaxMinutes: sql<number>`coalesce(round(max(${minutes})), 0)::integer`,
    })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, from),
      ),
    );
  if (!sold) throw new Error("The classes were not counted");
  return sold;
}

/**
 * Whether a class will be left when the checkout has been completed. A paid seat isn't sold
 * otherwise, because there would be nothing that its student could attend, miss or get back.
 */
export function isWorthSelling({ soldEnd }: Pick<SoldClasses, "soldEnd">, now: Date): boolean {
  return soldEnd !== null && soldEnd.getTime() > now.getTime() + checkoutSeconds * 1000;
}

/** Whether seats can be sold. A free course may still be planning its classes. */
export async function hasClassesToSell(
  db: Db,
  course: PricedCourse & { id: string },
  now: Date,
): Promise<boolean> {
  return (
    payableCents(course) === 0 || isWorthSelling(await findSoldClasses(db, course.id, now), now)
  );
}

/** The same for the ID of a course. */
export async function canSellSeats(db: Db, courseId: string): Promise<boolean> {
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
  return course !== undefined && hasClassesToSell(db, course, new Date());
}

/**
 * Makes a change to the classes of a course. Students who paid and now have fewer classes than
 * before, and fewer than they paid for, can leave with a full refund. They keep this right until it
 * expires, or for a day after the teacher replaced the classes.
 *
 * @throws AppError `conflict` if such a student would have no upcoming classes left.
 */
export async function changeSoldClasses<T>(
  context: Context,
  tx: Db,
  courseId: string,
  change: () => Promise<T>,
): Promise<T> {
  const before = await measureSeats(tx, sql`seat.course_id = ${courseId}`);
  const result = await change();
  if (before.length === 0) return result;
  const earlier = new Map(before.map((seat) => [seat.id, seat]));
  const after = await measureSeats(tx, sql`seat.course_id = ${courseId}`);
  const losing = after.filter((seat) => {
    const { missingClasses = 0, missingMinutes = 0 } = earlier.get(seat.id) ?? {};
    return seat.missingClasses > missingClasses || seat.missingMinutes > missingMinutes;
  });
  // Payments of held seats are refunded if no class is left.
  if (losing.some(({ status, hasUpcoming }) => status === "enrolled" && !hasUpcoming)) {
    throw new AppError("conflict", classMessages.lastSold);
  }
  const refundableUntil = new Date(Date.now() + removedClassesDays * day);
  await setRefundable(tx, losing, refundableUntil);
  await endRefundable(
    context,
    tx,
    courseId,
    after.filter((seat) => isComplete(seat) && !isComplete(earlier.get(seat.id))),
  );
  // Several changes in a row cause one email.
  const unaware = losing.filter(
    ({ status, until }) =>
      status === "enrolled" &&
      (until === null || refundableUntil.getTime() - until.getTime() >= day),
  );
  const studentIds = unaware.map(({ studentId }) => studentId);
  await mailRemovedClasses(context, tx, courseId, studentIds, refundableUntil);
  return result;
}

/** Whether a class that the seat was sold with, or its replacement, hadn't ended at the instant. */
export async function hasClassesLeft(
  tx: Db,
  { courseId, soldEnd }: Pick<typeof enrollments.$inferSelect, "courseId" | "soldEnd">,
  at: Date,
): Promise<boolean> {
  if (soldEnd === null) return false;
  const [left] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, at),
        lte(classes.endsAt, new Date(soldEnd.getTime() + maxDelayDays * day)),
      ),
    )
    .limit(1);
  return left !== undefined;
}

/**
 * Paid seats whose course has no upcoming class although some that were sold are missing. Students
 * who were notified of a right to a refund aren't included.
 */
export async function findSeatsWithoutClasses(db: Db, now: Date): Promise<MeasuredSeat[]> {
  const at = now.toISOString();
  const seats = await measureSeats(
    db,
    sql`${isEnrolledSeat} and seat.sold_end > ${at}::timestamptz
      and seat.refundable_until is null and not exists (
        select from ${classes} class where class.course_id = seat.course_id
        and class.status = 'scheduled' and class.ends_at > ${at}::timestamptz
      )`,
  );
  return seats.filter((seat) => !isComplete(seat));
}

interface MeasuredSeat {
  id: string;
  courseId: string;
  studentId: string;
  status: "held" | "enrolled";
  /** The end of the student's existing right to leave with a refund. */
  until: Date | null;
  /** How many of the classes, and of their minutes, neither took place nor are scheduled. */
  missingClasses: number;
  missingMinutes: number;
  hasUpcoming: boolean;
}

function isComplete(seat: MeasuredSeat | undefined): boolean {
  return seat === undefined || (seat.missingClasses === 0 && seat.missingMinutes === 0);
}

/**
 * The paid and held seats that meet the condition, except those whose refund is certain, unlike a
 * pending one by the teacher, which the provider may reject. Imported seats
 * may have been sold without classes, and have nothing to lose. A partial refund reduces the minutes in proportion.
 *
 * A class counts at most for as long as the longest one that was sold, and a class that the student
 * didn't know when enrolling counts only if it was announced in time. Otherwise, one long night could
 * replace a whole course.
 */
async function measureSeats(tx: Db, where: SQL): Promise<MeasuredSeat[]> {
  const now = new Date().toISOString();
  const share = sql`coalesce(
    (payment.amount_cents - payment.refunded_cents)::numeric / payment.amount_cents, 1
  )`;
  const isAnnounced = sql`(
    class.announced_at is null or class.announced_at <= seat.created_at
    or class.announced_at <= class.starts_at - make_interval(hours => ${noticeHours})
  )`;
  const { rows } = await tx.execute<Omit<MeasuredSeat, "until"> & { until: string | null }>(sql`
    select seat.id, seat.course_id as "courseId", seat.student_id as "studentId", seat.status, seat.refundable_until as until,
      greatest(0, floor(seat.sold_classes * ${share} - given.classes))::integer as "missingClasses",
      greatest(0, floor(seat.sold_minutes * ${share} - given.minutes))::integer as "missingMinutes",
      given.has_upcoming as "hasUpcoming"
    from ${enrollments} seat
    left join ${payments} payment on payment.enrolment_id = seat.id
    cross join lateral (
      select
        count(*) filter (where ${isAnnounced}) as classes,
        coalesce(sum(least(
          extract(epoch from class.ends_at - class.starts_at) / 60, seat.sold_max_minutes
        )) filter (where ${isAnnounced}), 0) as minutes,
        coalesce(bool_or(class.ends_at > ${now}::timestamptz), false) as has_upcoming
      from ${classes} class
      where class.course_id = seat.course_id and class.status = 'scheduled'
      and class.ends_at > seat.created_at
      and class.ends_at <= seat.sold_end + make_interval(days => ${maxDelayDays})
    ) given
    where ${where} and (seat.status = 'held' or ${isEnrolledSeat})
    and seat.amount_cents > 0 and seat.sold_end is not null
    and (
      coalesce(payment.status, 'paid') in ('open', 'expired', 'paid')
      or payment.status = 'refunding' and payment.refund_reason = 'teacher'
    )
    order by seat.id
  `);
  return rows.map((row) => ({ ...row, until: row.until === null ? null : new Date(row.until) }));
}

/**
 * Ends the right to a refund of students whose missing classes were replaced. They were notified of
 * the right, so it doesn't end before they could read about it.
 */
async function endRefundable(
  context: Context,
  tx: Db,
  courseId: string,
  complete: readonly MeasuredSeat[],
): Promise<void> {
  const now = Date.now();
  const end = new Date(now + replacedClassesHours * hour);
  const held = complete.filter(({ status }) => status === "held");
  await setRefundable(tx, held, null);
  const enrolled = complete.filter(
    ({ status, until }) => status === "enrolled" && until !== null && until.getTime() > now,
  );
  await setRefundable(
    tx,
    enrolled.filter(({ until }) => until !== null && until > end),
    end,
  );
  const ends = enrolled.map(
    ({ studentId, until }) => [studentId, until !== null && until < end ? until : end] as const,
  );
  await mailReplacedClasses(context, tx, courseId, new Map(ends));
}

async function setRefundable(
  tx: Db,
  seats: readonly MeasuredSeat[],
  refundableUntil: Date | null,
): Promise<void> {
  if (seats.length === 0) return;
  const ids = seats.map(({ id }) => id);
  await tx.update(enrollments).set({ refundableUntil }).where(inArray(enrollments.id, ids));
}
