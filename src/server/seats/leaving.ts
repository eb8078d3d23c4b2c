/** The facts on which a student's right to leave with a refund depends. */
import { and, asc, eq, gt } from "drizzle-orm";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import type { Leaving } from "#lib/payments/refund-right.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { findFirstRefundedSeat } from "./refund-period.ts";

export interface LeavingSeat {
  courseId: string;
  studentId: string;
  enrolledAt: Date | null;
  createdAt: Date;
  refundPolicy: RefundPolicy;
  soldStart: Date | null;
  refundableUntil: Date | null;
}

/** The facts on which the refund policy depends. */
export async function readLeaving(db: Db, seat: LeavingSeat): Promise<Leaving> {
  // Only this policy depends on earlier enrollments.
  const first = seat.refundPolicy === "14-days" ? await findFirstRefundedSeat(db, seat) : undefined;
  return {
    policy: seat.refundPolicy,
    enrolledAt: first ?? seat.enrolledAt ?? seat.createdAt,
    soldStart: seat.soldStart,
    firstClass: await findFirstClass(db, seat),
    refundableUntil: seat.refundableUntil,
  };
}

/** The start of the first class that the student can attend, or null if there is none. */
async function findFirstClass(db: Db, seat: LeavingSeat): Promise<Date | null> {
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
