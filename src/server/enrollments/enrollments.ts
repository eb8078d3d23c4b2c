/** Enrollments as seen by their students and the course's teacher. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { EnrollmentView } from "#lib/enrollments/enrollments.responses.ts";
import { AppError } from "#lib/errors.ts";
import { toCents, toDollars } from "#lib/payments/money.ts";
import { refundMessages } from "#lib/payments/payments.ts";
import type { RefundInput } from "#lib/payments/refund-input.ts";
import { type Actor, requireStudent, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { hasEnrollment, isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import { prepareOnce } from "../db/prepared.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { findPaymentOf } from "../payments/payment-rows.ts";
import { refundEnrollment, refundPartially } from "../payments/refunds/refund.ts";
import { withinDeadline } from "../providers/stripe/failures.ts";

const selectOwn = prepareOnce((db) =>
  db
    .select({ enrollment: enrollments, refundedCents: payments.refundedCents })
    .from(enrollments)
    .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
    .where(and(eq(enrollments.studentId, sql.placeholder("studentId")), isEnrolled))
    .orderBy(desc(enrollments.enrolledAt), desc(enrollments.id))
    .prepare("list-own-enrollments"),
);

/** The student's current enrollments, newest first, without held seats and ended enrollments. */
export async function listEnrollments(context: Context, actor: Actor): Promise<EnrollmentView[]> {
  const student = requireStudent(actor);
  const rows = await selectOwn(context.db).execute({ studentId: student.profile.id });
  return rows.map(({ enrollment, refundedCents }) => toView(enrollment, refundedCents ?? 0));
}

/**
 * Refunds a student's payment, in full or in part, on behalf of the course's teacher. Idempotent.
 *
 * @throws AppError `not_found` if the enrollment is missing or belongs to another teacher's course;
 * `conflict` if the seat was never paid, less than the amount is left, the payment is disputed, or
 * the provider rejects the refund; `provider_unavailable` if the refund is delayed.
 */
export async function refundAsTeacher(
  context: Context,
  actor: Actor,
  enrollmentId: string,
  { amount, seen, note, requestId }: RefundInput = {},
): Promise<EnrollmentView> {
  const teacher = requireTeacher(actor);
  const [own] = await context.db
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(eq(enrollments.id, enrollmentId), isTeacherOf(teacher.profile.id)));
  if (!own) throw new AppError("not_found", refundMessages.missing);
  const { enrollment, refundedCents } = await withinDeadline(refundMessages.delayed, async () => {
    const refunded =
      amount === undefined || requestId === undefined
        ? await refundEnrollment(context, own.id, "teacher", note)
        : await refundPartially(context, own.id, {
            amountCents: toCents(amount),
            seenCents: seen === undefined ? undefined : toCents(seen),
            note,
            requestId,
          });
    const payment = await findPaymentOf(context.db, own.id);
    return { enrollment: refunded, refundedCents: payment?.refundedCents ?? 0 };
  });
  return toView(enrollment, refundedCents);
}

function toView(row: typeof enrollments.$inferSelect, refundedCents: number): EnrollmentView {
  return {
    _id: row.id,
    courseId: row.courseId,
    studentId: row.studentId,
    status: row.status === "refunded" ? "refunded" : "enrolled",
    amount: toDollars(row.amountCents),
    refunded: toDollars(refundedCents),
    enrolledAt: row.enrolledAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** Whether the viewer is enrolled in the course. */
export async function isEnrolledIn(
  { db }: Context,
  { profile }: Actor,
  courseId: string,
): Promise<boolean> {
  return profile?.role === "student" && hasEnrollment(db, profile.id, courseId);
}
