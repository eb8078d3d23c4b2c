/** Takes a seat, in the transaction that decides who gets the last one. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { suitsAge } from "#lib/courses/audience.ts";
import { labelAudience } from "#lib/courses/course-labels.ts";
import type { SeenTerms } from "#lib/enrollments/enroll-input.ts";
import { enrollMessages, outsideAudience } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import { toCents } from "#lib/payments/money.ts";
import { listTexts } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import type { ProfiledActor } from "../actor.ts";
import { isPublicCourse } from "../catalog/course-visibility.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import { findFullPrice, findSeatPrice } from "../catalog/late-joining.ts";
import { hasCourseEnded } from "../catalog/open-for-enrollment.ts";
import { countTakenSeats } from "../catalog/taken-seats.ts";
import {
  findSoldClasses,
  hasClassesLeft,
  isWorthSelling,
  type SoldClasses,
} from "../classes/sold/sold-classes.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import type { Payment } from "../payments/payment-rows.ts";
import { mailEnrolled } from "../seats/enrolled.mails.ts";
import { expireHolds, expireOverdueHolds, hasOverdueHolds } from "../seats/expire-holds.ts";
import {
  lockHolds,
  requireCoursesBelowLimit,
  requireFewCheckouts,
  requireHoldsBelowLimit,
} from "../seats/hold-limits.ts";
import type { Course } from "../seats/seat-rows.ts";
import { lockCourse } from "../seats/seat-rows.ts";
import { closeTakenPlace, hasOffer, offerFreedSeats } from "../seats/waiting-list.ts";
import { requireMayTeach } from "../vetting/permissions.ts";
import { holdPaidSeat } from "./hold-paid-seat.ts";

const t = getTexts("enrollments");

/**
 * `free`: already enrolled; `held`: a new hold that needs a checkout; `already-held`: the student's
 * existing hold.
 */
export type Seat =
  | { kind: "free"; enrollment: typeof enrollments.$inferSelect; course: Course }
  | { kind: "held"; payment: Payment }
  | { kind: "already-held"; paymentId: string };

export interface SeatRequest {
  seen?: SeenTerms | undefined;
  /** Whether the student has confirmed a course for other ages. */
  outsideAudience?: boolean | undefined;
  /** Whether the student was enrolled elsewhere. The course may have ended. */
  isImported?: boolean;
}

/**
 * Takes a seat for a student in one transaction that locks the course, so that enrolled and held
 * seats never exceed its maximum, regardless of the number of processes. Only a student on the
 * waiting list can take a seat that was offered to them. The current price, fee and seller apply. A
 * checkout that was opened at a higher price is replaced.
 *
 * @throws AppError `not_found`, `conflict` (already enrolled, full, not payable, ended, without
 * classes, too many courses or unpaid holds), `invalid_input` (no guardian), `unauthenticated` (the account was just deleted),
 * `rate_limited`.
 */
export async function holdSeat(
  context: Context,
  student: ProfiledActor,
  courseId: string,
  { seen, outsideAudience: isConfirmed = false, isImported = false }: SeatRequest = {},
): Promise<Seat> {
  await rejectIfFull(context.db, student, courseId);
  return transact(context.db, async (tx) => {
    await requireActiveAccount(tx, student);
    await lockHolds(tx, student.profile.id);
    const course = await lockCourse(tx, courseId);
    if (!course) throw courseNotFound();
    await expireOverdueHolds(tx, courseId, new Date());
    const own = await findOwnSeat(tx, student, courseId);
    if (own?.status === "enrolled") throw new AppError("conflict", enrollMessages.enrolled);
    const now = new Date();
    const mayHaveEnded = isImported || own?.isImported;
    // Imported students have already had the past classes, so the price isn't reduced for them.
    const price = mayHaveEnded
      ? findFullPrice(course)
      : await findSeatPrice(context, tx, course, now);
    const { amountCents } = price;
    const isCheaper = own !== undefined && isPublicCourse(course) && amountCents < own.amountCents;
    const keepsPolicy = seen === undefined || seen.refundPolicy === own?.refundPolicy;
    if (!mayHaveEnded && (await hasCourseEnded(tx, course, now))) {
      throw new AppError("conflict", enrollMessages.over);
    }
    if (own?.paymentId && !isCheaper && keepsPolicy) {
      // Without a class left, a payment would only be refunded.
      if (!mayHaveEnded && !(await hasClassesLeft(tx, { ...own, courseId }, now))) {
        throw new AppError("conflict", enrollMessages.noClasses);
      }
      return { kind: "already-held", paymentId: own.paymentId };
    }
    if (!isPublicCourse(course)) throw courseNotFound();
    const { teacherId } = course;
    await requireMayTeach(context, tx, { teacherId, studentId: student.profile.id });
    if (!own && !isImported && !isConfirmed) await requireAudience(tx, student, course);
    const sold = await findSoldClasses(tx, courseId, now);
    if (!mayHaveEnded && amountCents > 0 && !isWorthSelling(sold, now)) {
      throw new AppError("conflict", enrollMessages.noClasses);
    }
    if (seen) requireSeenTerms(course, amountCents, sold, seen);
    await offerFreedSeats(context, tx, course);
    const ownSeats = own || (await hasOffer(tx, student.profile.id, courseId)) ? 1 : 0;
    const free = course.maxStudents - (await countTakenSeats(tx, courseId)) + ownSeats;
    if (free <= 0) throw new AppError("conflict", enrollMessages.full);
    await requireCoursesBelowLimit(tx, student.profile.id);
    // Reconciliation closes the previous checkout. If both are paid, one payment is refunded.
    if (own) await expireHolds(tx, eq(enrollments.id, own.id), new Date());
    if (amountCents === 0) return enrollFree(context, tx, student, course);
    await requireHoldsBelowLimit(tx, student.profile.id, courseId, free === 1);
    await requireFewCheckouts(context, tx, student.profile.id);
    const payment = await holdPaidSeat(context, tx, student, course, {
      price,
      sold,
      isImported,
    });
    return { kind: "held", payment };
  });
}

/**
 * Parents decide which course suits their child, so a confirmation is enough.
 * @throws AppError `conflict` if the course is for other ages.
 */
async function requireAudience(tx: Db, student: ProfiledActor, course: Course): Promise<void> {
  const [profile] = await tx
    .select({ age: profiles.age })
    .from(profiles)
    .where(eq(profiles.id, student.profile.id));
  const age = profile?.age ?? null;
  if (age === null || suitsAge(course.audience, age)) return;
  const audience = listTexts(course.audience.map(labelAudience));
  const message = t("server.otherAudience", { audience, age });
  throw new AppError("conflict", message, { fields: [{ field: outsideAudience, message }] });
}

/**
 * A lower price and more classes than the student saw are accepted, and nothing else matters if
 * there is nothing to pay.
 * @throws AppError `conflict` if the terms have become worse.
 */
function requireSeenTerms(
  course: Course,
  amountCents: number,
  { soldClasses }: SoldClasses,
  seen: SeenTerms,
): void {
  const isDearer = amountCents > toCents(seen.price);
  const isOtherPolicy = amountCents > 0 && course.refundPolicy !== seen.refundPolicy;
  const isShorter = amountCents > 0 && soldClasses < (seen.classes ?? 0);
  if (isDearer || isOtherPolicy || isShorter)
    throw new AppError("conflict", enrollMessages.changed);
}

/**
 * Locks the account until the transaction ends, so that it can't be deleted while a seat is taken.
 * The account is locked before the course, as in account deletion.
 */
export async function requireActiveAccount(tx: Db, student: ProfiledActor): Promise<void> {
  const [present] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, student.userId), isNull(users.deletedAt)))
    .for("key share");
  if (!present) throw new AppError("unauthenticated", enrollMessages.unauthenticated);
}

/** Rejects most students in a race for the last seat without waiting for the lock. */
async function rejectIfFull(db: Db, student: ProfiledActor, courseId: string): Promise<void> {
  const [course] = await db
    .select({
      maxStudents: courses.maxStudents,
      status: courses.status,
      hiddenAt: courses.hiddenAt,
    })
    .from(courses)
    .where(eq(courses.id, courseId));
  if (!course || !isPublicCourse(course)) return;
  if ((await countTakenSeats(db, courseId)) < course.maxStudents) return;
  if (await findOwnSeat(db, student, courseId)) return;
  if (await hasOffer(db, student.profile.id, courseId)) return;
  if (await hasOverdueHolds(db, courseId)) return;
  throw new AppError("conflict", enrollMessages.full);
}

/** The student's held or enrolled seat. */
export async function findOwnSeat(db: Db, student: ProfiledActor, courseId: string) {
  const [seat] = await db
    .select({
      id: enrollments.id,
      amountCents: enrollments.amountCents,
      refundPolicy: enrollments.refundPolicy,
      soldEnd: enrollments.soldEnd,
      isImported: enrollments.isImported,
      status: enrollments.status,
      holdExpiresAt: enrollments.holdExpiresAt,
      paymentId: payments.id,
    })
    .from(enrollments)
    .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
    .where(
      and(
        eq(enrollments.courseId, courseId),
        eq(enrollments.studentId, student.profile.id),
        inArray(enrollments.status, ["held", "enrolled"]),
      ),
    );
  return seat;
}

async function enrollFree(
  context: Context,
  tx: Db,
  student: ProfiledActor,
  course: Course,
): Promise<Seat> {
  const [enrollment] = await tx
    .insert(enrollments)
    .values({
      courseId: course.id,
      studentId: student.profile.id,
      status: "enrolled",
      amountCents: 0,
      refundPolicy: course.refundPolicy,
      enrolledAt: new Date(),
    })
    .returning();
  if (!enrollment) throw new Error("The enrollment was not stored");
  await closeTakenPlace(tx, enrollment);
  await mailEnrolled(context, tx, enrollment, course);
  return { kind: "free", enrollment, course };
}
