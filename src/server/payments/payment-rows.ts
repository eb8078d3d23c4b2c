import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import type { disputes } from "../db/tables/disputes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import type { refunds } from "../db/tables/refunds.table.ts";
import type { Course, Enrollment } from "../seats/seat-rows.ts";
import { lockCourse, lockEnrollment } from "../seats/seat-rows.ts";

export type Payment = typeof payments.$inferSelect;

/** A payment with its seat and course. */
export interface PaymentRows {
  payment: Payment;
  enrollment: Enrollment;
  course: Course;
}

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

/** The payment of a seat; undefined if the seat is free. */
export async function findPaymentOf(db: Db, enrollmentId: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.enrollmentId, enrollmentId));
  return payment;
}

/** Locks a payment, its seat and the course. Undefined if the payment doesn't exist. */
export async function lockPayment(tx: Db, paymentId: string): Promise<PaymentRows | undefined> {
  const [ids] = await tx
    .select({ enrollmentId: enrollments.id, courseId: enrollments.courseId })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(eq(payments.id, paymentId));
  if (!ids) return undefined;
  const course = await lockCourse(tx, ids.courseId);
  const enrollment = await lockEnrollment(tx, ids.enrollmentId);
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.id, paymentId))
    .for("update");
  if (!course || !enrollment || !payment) return undefined;
  return { payment, enrollment, course };
}

export type Refund = typeof refunds.$inferSelect;

export type Dispute = typeof disputes.$inferSelect;
