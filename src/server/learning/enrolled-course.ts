/** The data of a course page for an enrolled student. */
import { eq } from "drizzle-orm";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { toDollars } from "#lib/payments/money.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { isForRemovedClasses, isRefundable, refundEnd } from "#lib/payments/refund-right.ts";
import { type Actor, requireStudent } from "../actor.ts";
import { readClasses } from "../classes/list-classes.ts";
import type { Context } from "../context.ts";
import { isEnrollmentOf, requireStudentOf } from "../course-members/membership.ts";
import { findCourse } from "../courses/courses.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { receiptNumberOf } from "../payments/receipts/receipt-numbers.ts";
import { readLeaving } from "../seats/leaving.ts";

export interface Receipt {
  _id: string;
  /** The receipt number that people see. */
  number: string;
  /** In dollars. */
  amount: number;
  /** The amount refunded so far, in dollars. */
  refunded: number;
  paidAt: string;
}

export interface EnrolledCourse {
  course: CourseView;
  classes: ClassView[];
  enrolledAt: string;
  /** Absent for free seats. */
  receipt?: Receipt;
  leaving: {
    policy: RefundPolicy;
    /** Whether the payment is refunded if the student leaves now. False for free seats. */
    refunds: boolean;
    /** Whether the refund is only possible because the teacher removed classes. */
    lostClasses: boolean;
    /** When that right to a refund ends. Absent if there is none or it never ends. */
    refundsUntil?: string;
  };
}

/**
 * The acting student's course: classes, receipt and more.
 *
 * @throws AppError `forbidden` for students who aren't enrolled in it.
 */
export async function findEnrolledCourse(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<EnrolledCourse> {
  const student = requireStudent(actor);
  const viewer = await requireStudentOf(context.db, student, courseId);
  const [course, classes, [row]] = await Promise.all([
    findCourse(context, student, courseId),
    readClasses(context, viewer),
    context.db
      .select({ seat: enrollments, payment: payments })
      .from(enrollments)
      .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
      .where(isEnrollmentOf(student.profile.id, courseId)),
  ]);
  if (!row) throw new Error("The seat was removed while it was being read");
  const { seat, payment } = row;
  const leaving = await readLeaving(context.db, seat);
  const end = refundEnd(leaving);
  const isPaid = seat.amountCents > 0;
  return {
    course,
    classes,
    enrolledAt: (seat.enrolledAt ?? seat.createdAt).toISOString(),
    ...(payment?.paidAt
      ? {
          receipt: {
            _id: payment.id,
            number: receiptNumberOf(payment),
            amount: toDollars(payment.amountCents),
            refunded: toDollars(payment.refundedCents),
            paidAt: payment.paidAt.toISOString(),
          },
        }
      : {}),
    leaving: {
      policy: leaving.policy,
      refunds: isPaid && isRefundable(leaving, new Date()),
      lostClasses: isPaid && isForRemovedClasses(leaving, new Date()),
      ...(isPaid && end instanceof Date ? { refundsUntil: end.toISOString() } : {}),
    },
  };
}
