/** Leaving a course. */
import { and, asc, eq, gt } from "drizzle-orm";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import { refundMessages } from "#lib/payments/payments.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { isRefundable, type Leaving } from "#lib/payments/refund-right.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrollmentOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { transact } from "../db/transact.ts";
import { refundEnrollment } from "../payments/refunds/refund.ts";
import { withinDeadline } from "../providers/stripe/failures.ts";
import { purgeSeatPages } from "../seats/seat-pages.ts";
import { lockCourse, lockEnrollment } from "../seats/seat-rows.ts";
import { mailLeft } from "../seats/seats.mails.ts";
import { offerFreedSeats } from "../seats/waiting-list.ts";

/**
 * Ends the acting student's enrollment in a course. The payment is refunded if the refund policy at
 * the time of enrolling allows it, or the teacher has just removed classes.
 *
 * @throws AppError `not_found` without an enrollment; `provider_unavailable` if the refund is
 * delayed (it is recorded, and the student keeps the seat until then).
 */
export async function leaveCourse(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<{ refunded: boolean }> {
  const student = requireStudent(actor);
  const [seat] = await context.db
    .select()
    .from(enrollments)
    .where(isEnrollmentOf(student.profile.id, courseId));
  if (!seat) throw new AppError("not_found", enrollMessages.notEnrolled);
  const firstClass = await findFirstClass(context.db, seat);
  if (seat.amountCents > 0 && isRefundable(toLeaving(seat, firstClass), new Date())) {
    await withinDeadline(refundMessages.delayed, () =>
      refundEnrollment(context, seat.id, "student"),
    );
    return { refunded: true };
  }
  await endWithoutRefund(context, seat.id, courseId);
  return { refunded: false };
}

async function endWithoutRefund(
  context: Context,
  enrollmentId: string,
  courseId: string,
): Promise<void> {
  const ended = await transact(context.db, async (tx) => {
    const course = await lockCourse(tx, courseId);
    const enrollment = await lockEnrollment(tx, enrollmentId);
    if (!course || enrollment?.status !== "enrolled") return undefined;
    await tx
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.id, enrollmentId));
    await mailLeft(context, tx, enrollment, course);
    await offerFreedSeats(context, tx, course);
    return { enrollment, course };
  });
  if (ended) await purgeSeatPages(context, ended.enrollment, ended.course);
}

interface Seat {
  courseId: string;
  enrolledAt: Date | null;
  createdAt: Date;
  refundPolicy: RefundPolicy;
  soldStart: Date | null;
  refundableUntil: Date | null;
}

/** The facts on which the refund policy depends. */
export function toLeaving(seat: Seat, firstClass: Date | null): Leaving {
  return {
    policy: seat.refundPolicy,
    enrolledAt: seat.enrolledAt ?? seat.createdAt,
    soldStart: seat.soldStart,
    firstClass,
    refundableUntil: seat.refundableUntil,
  };
}

/** The start of the first class that the student can attend, or null if there is none. */
export async function findFirstClass(db: Db, seat: Seat): Promise<Date | null> {
  const [first] = await db
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, seat.courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, seat.enrolledAt ?? seat.createdAt),
      ),
    )
    .orderBy(asc(classes.startsAt))
    .limit(1);
  return first?.startsAt ?? null;
}
