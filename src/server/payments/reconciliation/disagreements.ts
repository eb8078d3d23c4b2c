/** Finds contradictions in our own records of seats, payments and refunds. */
import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { isEnrolled } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { isDisputed } from "../refunds/refundable.ts";
import type { Finding } from "./findings.ts";

const hour = 60 * 60 * 1000;

/** The maximum number of rows of each kind per check. */
const batch = 200;

/**
 * Seats in canceled courses, and seats taken after a course was archived. Students who enrolled
 * before that keep their seats.
 */
export function findSeatsInClosedCourses(db: Db) {
  const takenAfterwards = gt(enrollments.enrolledAt, courses.archivedAt);
  return db
    .select({ enrollmentId: enrollments.id, canceledAt: courses.canceledAt })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
    .where(
      and(
        isEnrolled,
        eq(courses.status, "archived"),
        or(isNotNull(courses.canceledAt), takenAfterwards),
        or(isNull(payments.id), eq(payments.status, "paid")),
      ),
    )
    .limit(batch);
}

/**
 * Paid seats without a payment or charge. Those with a session can be looked up at the provider.
 */
export function findUnpaidSeats(db: Db) {
  return db
    .select({
      enrollmentId: enrollments.id,
      paymentId: payments.id,
      sessionId: payments.sessionId,
    })
    .from(enrollments)
    .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
    .where(
      and(
        isEnrolled,
        gt(enrollments.amountCents, 0),
        or(
          isNull(payments.id),
          inArray(payments.status, ["open", "expired"]),
          and(inArray(payments.status, ["paid", "refunding"]), isNull(payments.chargeId)),
        ),
      ),
    )
    .limit(batch);
}

/** Paid payments whose seat isn't taken although the student hasn't left. */
export function findPaymentsWithoutSeat(db: Db) {
  return db
    .select({ paymentId: payments.id, sessionId: payments.sessionId })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(
      and(
        eq(payments.status, "paid"),
        inArray(enrollments.status, ["held", "expired", "refunded"]),
        not(isDisputed),
      ),
    )
    .limit(batch);
}

/** Refunded payments whose seat is still held or taken. */
export function findRefundedSeats(db: Db) {
  return db
    .select({ paymentId: payments.id, chargeId: payments.chargeId })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(and(eq(payments.status, "refunded"), inArray(enrollments.status, ["held", "enrolled"])))
    .limit(batch);
}

/**
 * Payments recorded as refunded for which less was returned, because a refund can fail days after
 * it was made. Amounts that a bank took back count as returned.
 */
export function findUnrefundedPayments(db: Db) {
  const lost = sql<number>`coalesce((
    select sum(${disputes.amountCents}) from ${disputes}
    where ${disputes.paymentId} = ${payments.id} and ${disputes.status} = 'lost'
  ), 0)`;
  return (
    db
      .select({ paymentId: payments.id, chargeId: payments.chargeId })
      .from(payments)
      // With a second table, Drizzle qualifies the column names of the subquery.
      .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
      .where(
        and(
          eq(payments.status, "refunded"),
          notInArray(enrollments.status, ["held", "enrolled"]),
          lt(sql`${payments.refundedCents} + ${lost}`, payments.amountCents),
        ),
      )
      .limit(batch)
  );
}

/** Refunds and checkouts that have been pending for too long. */
export async function findStuck(db: Db, now: Date): Promise<Finding[]> {
  const waiting = await db
    .select({ id: refunds.id, paymentId: payments.id, cents: refunds.amountCents })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.status, "requested"),
        lt(refunds.createdAt, new Date(now.getTime() - 6 * hour)),
        not(isDisputed),
      ),
    )
    .limit(batch);
  const requested = db
    .select({ one: sql`1` })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payments.id),
        eq(refunds.isWhole, true),
        eq(refunds.status, "requested"),
      ),
    );
  const failed = await db
    .select({ id: payments.id, chargeId: payments.chargeId })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(and(eq(payments.status, "refunding"), not(exists(requested))))
    .limit(batch);
  const unknown = await db
    .select({ id: payments.id, sessionId: payments.sessionId })
    .from(payments)
    .where(
      and(
        eq(payments.status, "open"),
        lt(payments.sessionExpiresAt, new Date(now.getTime() - 24 * hour)),
      ),
    )
    .limit(batch);
  return [
    ...waiting.map(({ id, paymentId, cents }) => ({
      kind: "refund-waiting" as const,
      subjectId: id,
      details: `${cents} cents of the payment ${paymentId}.`,
    })),
    ...failed.map(({ id, chargeId }) => ({
      kind: "refund-failed" as const,
      subjectId: id,
      details: `The charge is ${chargeId}.`,
    })),
    ...unknown.map(({ id, sessionId }) => ({
      kind: "outcome-unknown" as const,
      subjectId: id,
      details: `The session is ${sessionId ?? "not known"}.`,
    })),
  ];
}
