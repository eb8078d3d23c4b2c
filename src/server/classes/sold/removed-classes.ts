/**
 * The classes that students have paid for. A teacher who removes some of them gives the students a
 * right to a full refund, and can't remove all that are left.
 */
import { and, eq, gt, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { removedClassesDays, replacedClassesHours } from "#lib/payments/refund-policy.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import { isEnrolled as isEnrolledRow } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { mailRemovedClasses, mailReplacedClasses } from "../classes.mails.ts";
import { type MeasuredSeat, measureSeats } from "./measure-seats.ts";

const t = getTexts("classes");

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * The name of the job that closes one checkout. It is defined with the other jobs of payments, which
 * depend on classes.
 */
export const closeCheckoutJob = "close-checkout";

/**
 * Makes a change to the classes of a course. Students who paid and now have fewer classes than
 * before, and fewer than they paid for, can leave with a full refund. They keep this right until it
 * expires, or for a day after the teacher replaced the classes.
 *
 * @throws AppError `conflict` if a student who has fewer would have no upcoming class left that counts.
 */
export async function changeSoldClasses<T>(
  context: Context,
  tx: Db,
  courseId: string,
  change: () => Promise<T>,
): Promise<T> {
  const ofCourse = eq(enrollments.courseId, courseId);
  const before = await measureSeats(tx, ofCourse);
  const result = await change();
  if (before.length === 0) return result;
  const earlier = new Map(before.map((measured) => [measured.seat.id, measured]));
  const after = await measureSeats(tx, ofCourse);
  const losing = after.filter((measured) => {
    const { missingClasses = 0, missingMinutes = 0 } = earlier.get(measured.seat.id) ?? {};
    return measured.missingClasses > missingClasses || measured.missingMinutes > missingMinutes;
  });
  const now = new Date();
  const ended = after.filter((measured) => isEndedBy(measured, earlier.get(measured.seat.id), now));
  if (ended.some(isEnrolled)) throw new AppError("conflict", t("server.lastSold"));
  // Their payments would be refunded.
  if (ended.length > 0) await stopCheckouts(context, tx, ended);
  await grantRefunds(context, tx, courseId, losing);
  await endRefunds(
    context,
    tx,
    courseId,
    after.filter((measured) => isComplete(measured) && !isComplete(earlier.get(measured.seat.id))),
  );
  await forgetReplaced(tx, after);
  return result;
}

/**
 * Gives a student whose classes went missing during the checkout the right to leave with a refund.
 * Changes don't notify students who haven't paid yet, and don't check released holds.
 * @returns the end of the right, or null if no class is missing.
 */
export async function grantRefundOfNewSeat(tx: Db, enrollmentId: string): Promise<Date | null> {
  const measured = await measureSeats(tx, eq(enrollments.id, enrollmentId));
  const losing = measured.filter((each) => !isComplete(each));
  await setRefundable(tx, measured, null);
  if (losing.length === 0) return null;
  const refundableUntil = new Date(Date.now() + removedClassesDays * day);
  await setRefundable(tx, losing, refundableUntil);
  await recordMissing(tx, losing);
  return refundableUntil;
}

/** How many days after a right to a refund has expired the seat is still checked. */
const checkedDays = 30;

/**
 * Paid seats whose course has no upcoming class although some that were sold are missing. Seats
 * aren't included while their students have a right to a refund. Afterward, they are included if more
 * is missing than when they had one, or if no class has taken place since they were given it.
 */
export async function findSeatsWithoutClasses(db: Db, now: Date): Promise<MeasuredSeat[]> {
  const upcoming = db
    .select({ id: classes.id })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, enrollments.courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, now),
      ),
    );
  const seats = await measureSeats(
    db,
    and(
      isEnrolledRow,
      or(
        gt(enrollments.soldEnd, now),
        gt(enrollments.refundableUntil, new Date(now.getTime() - checkedDays * day)),
      ),
      or(isNull(enrollments.refundableUntil), lte(enrollments.refundableUntil, now)),
      notExists(upcoming),
    ),
  );
  return seats.filter((measured) => {
    const { seat, missingClasses, missingMinutes } = measured;
    return (
      missingClasses > seat.refundableClasses ||
      missingMinutes > seat.refundableMinutes ||
      hasOnlyHadRefundRight(measured)
    );
  });
}

/** Whether classes are missing and none that counts started since the right to a refund was given. */
function hasOnlyHadRefundRight(measured: MeasuredSeat): boolean {
  const { refundableUntil } = measured.seat;
  if (isComplete(measured) || refundableUntil === null) return false;
  const since = new Date(refundableUntil.getTime() - removedClassesDays * day);
  return isOver(measured, since);
}

/**
 * Whether classes are missing and no upcoming one counts. A seat that was in this state before the
 * change only matters if the change takes more from it, because students stay in courses that have
 * ended.
 */
function isEndedBy(after: MeasuredSeat, before: MeasuredSeat | undefined, now: Date): boolean {
  if (!isOver(after, now)) return false;
  return (
    before === undefined ||
    !isOver(before, now) ||
    after.missingClasses > before.missingClasses ||
    after.missingMinutes > before.missingMinutes ||
    after.upcoming < before.upcoming
  );
}

function isOver(measured: MeasuredSeat, now: Date): boolean {
  return !isComplete(measured) && (measured.lastStart === null || measured.lastStart <= now);
}

const isEnrolled = ({ seat }: MeasuredSeat) => seat.status === "enrolled";

function isComplete(measured: MeasuredSeat | undefined): boolean {
  return measured === undefined || (measured.missingClasses === 0 && measured.missingMinutes === 0);
}

/** Ends the sale of held seats: no one is sent to their checkouts again, and a job closes them. */
async function stopCheckouts(
  { jobs }: Context,
  tx: Db,
  held: readonly MeasuredSeat[],
): Promise<void> {
  const seatIds = held.map(({ seat }) => seat.id);
  const stopped = await tx
    .update(payments)
    .set({ checkoutUrl: null })
    .where(and(inArray(payments.enrollmentId, seatIds), eq(payments.status, "open")))
    .returning({ paymentId: payments.id });
  await jobs.sendMany(tx, closeCheckoutJob, stopped);
}

/** Gives students whose classes went missing the right to leave with a refund. */
async function grantRefunds(
  context: Context,
  tx: Db,
  courseId: string,
  losing: readonly MeasuredSeat[],
): Promise<void> {
  const refundableUntil = new Date(Date.now() + removedClassesDays * day);
  await setRefundable(tx, losing, refundableUntil);
  await recordMissing(tx, losing);
  // Several changes in a row cause one email.
  const unaware = losing.filter(isEnrolled).filter(({ seat: { refundableUntil: until } }) => {
    return until === null || refundableUntil.getTime() - until.getTime() >= day;
  });
  const studentIds = unaware.map(({ seat }) => seat.studentId);
  await mailRemovedClasses(context, tx, courseId, studentIds, refundableUntil);
}

/**
 * Ends the right to a refund of students whose missing classes were replaced. They were notified of
 * the right, so it doesn't end before they could read about it.
 */
async function endRefunds(
  context: Context,
  tx: Db,
  courseId: string,
  complete: readonly MeasuredSeat[],
): Promise<void> {
  const now = new Date();
  const end = new Date(now.getTime() + replacedClassesHours * hour);
  const held = complete.filter((measured) => !isEnrolled(measured));
  await setRefundable(tx, held, null);
  const ends = new Map<string, Date>();
  const shortened: MeasuredSeat[] = [];
  for (const measured of complete.filter(isEnrolled)) {
    const { studentId, refundableUntil } = measured.seat;
    if (refundableUntil === null || refundableUntil <= now) continue;
    if (refundableUntil > end) shortened.push(measured);
    ends.set(studentId, refundableUntil < end ? refundableUntil : end);
  }
  await setRefundable(tx, shortened, end);
  await mailReplacedClasses(context, tx, courseId, ends);
}

async function setRefundable(
  tx: Db,
  seats: readonly MeasuredSeat[],
  refundableUntil: Date | null,
): Promise<void> {
  if (seats.length === 0) return;
  const ids = seats.map(({ seat }) => seat.id);
  await tx.update(enrollments).set({ refundableUntil }).where(inArray(enrollments.id, ids));
}

/** Forgets losses that were replaced, so that students are notified if classes are removed again. */
async function forgetReplaced(tx: Db, seats: readonly MeasuredSeat[]): Promise<void> {
  await recordMissing(
    tx,
    seats.filter(
      ({ seat, missingClasses, missingMinutes }) =>
        missingClasses < seat.refundableClasses || missingMinutes < seat.refundableMinutes,
    ),
  );
}

async function recordMissing(tx: Db, seats: readonly MeasuredSeat[]): Promise<void> {
  if (seats.length === 0) return;
  const ids = seats.map(({ seat }) => seat.id);
  const numbers = seats.map(({ missingClasses }) => missingClasses);
  const minutes = seats.map(({ missingMinutes }) => missingMinutes);
  await tx
    .update(enrollments)
    .set({
      refundableClasses: sql`missing.classes`,
      refundableMinutes: sql`missing.minutes`,
    })
    .from(
      sql`unnest(
        ${sql.param(ids)}::text[], ${sql.param(numbers)}::integer[], ${sql.param(minutes)}::integer[]
      ) as missing (id, classes, minutes)`,
    )
    .where(sql`${enrollments.id} = missing.id`);
}
