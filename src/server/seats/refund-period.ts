/** From when the 14 days of a refund policy are counted. */
import { and, eq, isNull, lte, min, or } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";

/**
 * When the student first enrolled in a course that they left with a refund. Otherwise, students
 * could attend a whole course for free by leaving and enrolling again every two weeks. Refunds by
 * the teacher, for a canceled course or for removed classes don't count.
 */
export async function findFirstRefundedSeat(
  db: Db,
  { studentId, courseId }: { studentId: string; courseId: string },
): Promise<Date | undefined> {
  const [first] = await db
    .select({ enrolledAt: min(enrollments.enrolledAt) })
    .from(enrollments)
    .innerJoin(payments, eq(payments.enrollmentId, enrollments.id))
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(
      and(
        eq(enrollments.studentId, studentId),
        eq(enrollments.courseId, courseId),
        eq(enrollments.status, "refunded"),
        eq(payments.status, "refunded"),
        eq(refunds.reason, "student"),
        eq(refunds.isWhole, true),
        eq(refunds.status, "made"),
        or(
          isNull(enrollments.refundableUntil),
          lte(enrollments.refundableUntil, refunds.createdAt),
        ),
      ),
    );
  return first?.enrolledAt ?? undefined;
}
