/** One payment with everything that happened to it, as staff see it. */
import { asc, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError } from "#lib/errors.ts";
import type {
  PaymentMovement,
  PaymentState,
  StaffPayment,
} from "#lib/payments/staff-payments.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import { isEnrolled } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { balanceTransactions } from "../../db/tables/balance.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import type { StaffMember } from "../../staff/staff-actor.ts";
import { listActionsAboutPayment } from "../../staff/staff-log.ts";
import { disputeState } from "../disputes/dispute-state.ts";
import { isRefundRejected, refundableCents } from "../refunds/refundable.ts";
import { feeCents, shareCents } from "../shares.ts";
import { readHistory } from "./payment-events.ts";

const t = getTexts("staffPayments");

const students = alias(profiles, "student");
const teachers = alias(profiles, "teacher");

export const paymentNotFound = (): AppError =>
  new AppError("not_found", t("server.error.noPayment"));

/** How a payment stands. Undefined if it doesn't exist. */
export async function findPaymentState(
  db: Db,
  paymentId: string,
): Promise<PaymentState | undefined> {
  const row = await findRow(db, paymentId);
  return row && toState(row);
}

/** @throws AppError `not_found`. */
export async function findStaffPayment(
  { db }: Context,
  staff: StaffMember,
  paymentId: string,
): Promise<StaffPayment> {
  const row = await findRow(db, paymentId);
  if (!row) throw paymentNotFound();
  const { payment, course, teacher, shareCents, feeCents } = row;
  const [movements, events, actions] = await Promise.all([
    listMovements(db, paymentId),
    readHistory(db, payment),
    listActionsAboutPayment(db, staff, paymentId),
  ]);
  return {
    ...toState(row),
    ...{ teacher, shareCents, feeCents },
    isShareOwed: payment.destinationAccountId === null,
    receiptNumber: payment.receiptNumber,
    course: { ...course, title: payment.itemTitle ?? course.title },
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    ids: {
      session: payment.sessionId,
      paymentIntent: payment.paymentIntentId,
      charge: payment.chargeId,
      account: payment.destinationAccountId,
    },
    movements,
    events,
    actions,
  };
}

async function findRow(db: Db, paymentId: string) {
  const [row] = await db
    .select({
      payment: payments,
      course: { _id: courses.id, title: courses.title },
      student: { userId: students.userId, name: students.name },
      teacher: { userId: teachers.userId, name: teachers.name },
      shareCents: shareCents.mapWith(Number),
      feeCents: feeCents.mapWith(Number),
      refundableCents,
      isRefundRejected,
      dispute: disputeState,
      isEnrolled: sql<boolean>`${isEnrolled}`,
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(students, eq(students.id, enrollments.studentId))
    .innerJoin(teachers, eq(teachers.id, courses.teacherId))
    .where(eq(payments.id, paymentId));
  return row;
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

function toState({ payment, ...row }: Row): PaymentState {
  const { id, status, amountCents, refundedCents } = payment;
  const { dispute, refundableCents: leftCents, isEnrolled: hasSeat, student } = row;
  return {
    _id: id,
    ...{ status, dispute, amountCents, refundedCents },
    refundableCents: leftCents,
    isRefundRejected: row.isRefundRejected,
    isEnrolled: hasSeat,
    student,
  };
}

async function listMovements(db: Db, paymentId: string): Promise<PaymentMovement[]> {
  const rows = await db
    .select()
    .from(balanceTransactions)
    .where(eq(balanceTransactions.paymentId, paymentId))
    .orderBy(
      asc(balanceTransactions.createdAt),
      // Within the same second, incoming amounts come before outgoing ones.
      desc(balanceTransactions.amountCents),
    );
  return rows.map(({ id, type, createdAt, amountCents, feeCents, netCents, sourceId }) => ({
    _id: id,
    type,
    at: createdAt.toISOString(),
    amountCents,
    feeCents,
    netCents,
    sourceId,
  }));
}
