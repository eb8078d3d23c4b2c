/** The facts on which a student's right to leave with a refund depends. */
import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
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
  soldStarts: readonly Date[];
  refundableUntil: Date | null;
}

/** The facts on which the refund policy depends. */
export async function readLeaving(db: Db, seat: LeavingSeat): Promise<Leaving> {
  // Only this policy depends on earlier enrollments.
  const first = seat.refundPolicy === "14-days" ? await findFirstRefundedSeat(db, seat) : undefined;
  const begin = beginOf(seat);
  return {
    policy: seat.refundPolicy,
    enrolledAt: first ?? begin,
    soldStart: seat.soldStarts.find((start) => start > begin) ?? seat.soldStart,
    firstClass: await findFirstClass(db, seat),
    refundableUntil: seat.refundableUntil,
  };
}

const beginOf = ({ enrolledAt, createdAt }: LeavingSeat): Date => enrolledAt ?? createdAt;

/**
 * The start of the first class that starts after the enrollment. A class that is running when the
 * student enrolls counts only if it is the last one: otherwise, a student who enrolls during a class
 * would have no time in which to leave. Null if there is no class.
 */
async function findFirstClass(db: Db, seat: LeavingSeat): Promise<Date | null> {
  const begin = beginOf(seat);
  const [first] = await db
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, seat.courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, begin),
      ),
    )
    .orderBy(
      desc(sql`${classes.startsAt} > ${begin.toISOString()}::timestamptz`),
      asc(classes.startsAt),
    )
    .limit(1);
  return first?.startsAt ?? null;
}
