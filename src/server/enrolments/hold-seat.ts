/** Taking a seat: the transaction that decides who gets the last one. */
import { and, count, eq, inArray } from "drizzle-orm";
import {
  checkoutStartSeconds,
  enrolMessages,
  holdMinutes,
  needsGuardian,
} from "#lib/enrolments.ts";
import { AppError } from "#lib/errors.ts";
import { payablePrice, platformFee } from "#lib/money.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Context } from "../context.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { transact } from "../db/transact.ts";
import { checkoutRequest } from "../payments/checkout-request.ts";
import { type Course, lockCourse, type Payment } from "../payments/payment-rows.ts";
import { paymentAccounts, payments } from "../payments/payments.table.ts";
import { profiles } from "../people/people.table.ts";
import { mailEnrolled } from "./enrolments.mail.ts";
import { enrolments } from "./enrolments.table.ts";

/**
 * free: enrolled at once; held: a new hold whose checkout is still to be made; waiting: the
 * student's own hold from before.
 */
export type Seat =
  | { kind: "free"; enrolment: typeof enrolments.$inferSelect; course: Course }
  | { kind: "held"; payment: Payment }
  | { kind: "waiting"; paymentId: string };

const taken = inArray(enrolments.status, ["held", "enrolled"]);

/**
 * Takes a seat for a student in one transaction that locks the course, so that final and held seats
 * together never exceed its maximum, from however many processes. Price, fee and seller are those of
 * this moment.
 *
 * @throws AppError `not_found`, `conflict` (enrolled already, full, not payable), `invalid_input`
 * (a guardian is missing).
 */
export async function holdSeat(
  context: Context,
  student: ProfiledActor,
  courseId: string,
): Promise<Seat> {
  await refuseHopeless(context.db, student, courseId);
  return transact(context.db, async (tx) => {
    const course = await lockCourse(tx, courseId);
    if (!course) throw new AppError("not_found", enrolMessages.noCourse);
    const own = await findOwnSeat(tx, student, courseId);
    if (own?.status === "enrolled") throw new AppError("conflict", enrolMessages.enrolled);
    if (own?.paymentId) return { kind: "waiting", paymentId: own.paymentId };
    if (course.status !== "published") throw new AppError("not_found", enrolMessages.noCourse);
    if ((await countTaken(tx, courseId)) >= course.maxStudents) {
      throw new AppError("conflict", enrolMessages.full);
    }
    const amountCents = payablePrice({
      price: course.priceCents,
      hasDiscount: course.hasDiscount,
      discountPrice: course.discountPriceCents,
    });
    return amountCents === 0
      ? enrolFree(context, tx, student, course)
      : hold(context, tx, student, course, amountCents);
  });
}

/** Tells most losers of a race for the last seat without letting them wait for the lock. */
async function refuseHopeless(db: Db, student: ProfiledActor, courseId: string): Promise<void> {
  const [course] = await db
    .select({ maxStudents: courses.maxStudents, status: courses.status })
    .from(courses)
    .where(eq(courses.id, courseId));
  if (course?.status !== "published") return;
  if ((await countTaken(db, courseId)) < course.maxStudents) return;
  if (await findOwnSeat(db, student, courseId)) return;
  throw new AppError("conflict", enrolMessages.full);
}

async function countTaken(db: Db, courseId: string): Promise<number> {
  const [seats] = await db
    .select({ number: count() })
    .from(enrolments)
    .where(and(eq(enrolments.courseId, courseId), taken));
  return seats?.number ?? 0;
}

async function findOwnSeat(db: Db, student: ProfiledActor, courseId: string) {
  const [seat] = await db
    .select({ status: enrolments.status, paymentId: payments.id })
    .from(enrolments)
    .leftJoin(payments, eq(payments.enrolmentId, enrolments.id))
    .where(
      and(eq(enrolments.courseId, courseId), eq(enrolments.studentId, student.profile.id), taken),
    );
  return seat;
}

async function enrolFree(
  context: Context,
  tx: Db,
  student: ProfiledActor,
  course: Course,
): Promise<Seat> {
  const [enrolment] = await tx
    .insert(enrolments)
    .values({
      courseId: course.id,
      studentId: student.profile.id,
      status: "enrolled",
      amountCents: 0,
      enrolledAt: new Date(),
    })
    .returning();
  if (!enrolment) throw new Error("The enrolment was not stored");
  await mailEnrolled(context, tx, enrolment, course);
  return { kind: "free", enrolment, course };
}

async function hold(
  context: Context,
  tx: Db,
  student: ProfiledActor,
  course: Course,
  amountCents: number,
): Promise<Seat> {
  await requireGuardian(tx, student);
  const destinationAccountId = await findSellerAccount(tx, course.teacherId);
  const feeCents = platformFee(amountCents, context.config.platformFeePercent);
  const expiresAt = endOfHold();
  const enrolmentId = newId("enr");
  const paymentId = newId("pay");
  await tx.insert(enrolments).values({
    id: enrolmentId,
    courseId: course.id,
    studentId: student.profile.id,
    status: "held",
    amountCents,
    feeCents,
    holdExpiresAt: expiresAt,
  });
  const request = checkoutRequest(context.config, {
    paymentId,
    enrolmentId,
    courseId: course.id,
    courseTitle: course.title,
    studentId: student.profile.id,
    studentEmail: student.email,
    amountCents,
    feeCents,
    destinationAccountId,
    expiresAt,
  });
  const [payment] = await tx
    .insert(payments)
    .values({
      id: paymentId,
      enrolmentId,
      amountCents,
      feeCents,
      destinationAccountId,
      checkoutRequest: request,
      sessionExpiresAt: expiresAt,
    })
    .returning();
  if (!payment) throw new Error("The payment was not stored");
  return { kind: "held", payment };
}

/** Whole seconds, as the provider counts. */
function endOfHold(): Date {
  const seconds = Math.floor(Date.now() / 1000) + holdMinutes * 60 + checkoutStartSeconds;
  return new Date(seconds * 1000);
}

async function requireGuardian(tx: Db, student: ProfiledActor): Promise<void> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, student.profile.id));
  if (!profile) throw new AppError("forbidden", enrolMessages.noProfile);
  if (!needsGuardian(profile)) return;
  const fields = (["parentGuardianName", "parentGuardianContact"] as const)
    .filter((field) => !profile[field])
    .map((field) => ({ field, message: enrolMessages.guardian }));
  throw new AppError("invalid_input", enrolMessages.guardian, { fields });
}

async function findSellerAccount(tx: Db, teacherId: string): Promise<string> {
  const [account] = await tx
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.teacherId, teacherId));
  if (!account?.providerAccountId || !account.chargesEnabled) {
    throw new AppError("conflict", enrolMessages.notPayable);
  }
  return account.providerAccountId;
}
