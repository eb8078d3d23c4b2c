import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrolments } from "../db/tables/enrolments.table.ts";
import { payments } from "../db/tables/payments.table.ts";

export type Payment = typeof payments.$inferSelect;
export type Enrolment = typeof enrolments.$inferSelect;
export type Course = typeof courses.$inferSelect;

/** A payment with the seat that it is for and the seat's course. */
export interface PaymentRows {
  payment: Payment;
  enrolment: Enrolment;
  course: Course;
}

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

/** The payment of a seat; undefined of a free one. */
export async function findPaymentOf(db: Db, enrolmentId: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.enrolmentId, enrolmentId));
  return payment;
}

/**
 * Locks a course for everything that counts or changes its seats. Whoever locks more than one row
 * takes the course first, then the enrolment, then the payment.
 */
export async function lockCourse(tx: Db, courseId: string): Promise<Course | undefined> {
  const [course] = await tx
    .select()
    .from(courses)
    .where(eq(courses.id, courseId))
    .for("no key update");
  return course;
}

export async function lockEnrolment(tx: Db, id: string): Promise<Enrolment | undefined> {
  const [enrolment] = await tx.select().from(enrolments).where(eq(enrolments.id, id)).for("update");
  return enrolment;
}

/** Locks a payment, its seat and the course; undefined when there is no such payment. */
export async function lockPayment(tx: Db, paymentId: string): Promise<PaymentRows | undefined> {
  const [ids] = await tx
    .select({ enrolmentId: enrolments.id, courseId: enrolments.courseId })
    .from(payments)
    .innerJoin(enrolments, eq(enrolments.id, payments.enrolmentId))
    .where(eq(payments.id, paymentId));
  if (!ids) return undefined;
  const course = await lockCourse(tx, ids.courseId);
  const enrolment = await lockEnrolment(tx, ids.enrolmentId);
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.id, paymentId))
    .for("update");
  if (!course || !enrolment || !payment) return undefined;
  return { payment, enrolment, course };
}
