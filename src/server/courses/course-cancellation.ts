import { and, asc, eq } from "drizzle-orm";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import { cancelMeetingsOfCourse } from "../classes/class-meetings.ts";
import { syncClasses } from "../classes/sync-classes.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { transact } from "../db/transact.ts";
import { pageTags } from "../pages-tags.ts";
import {
  closeCourseCheckouts,
  stopCourseCheckouts,
} from "../payments/checkout/close-course-checkouts.ts";
import { attemptRefund } from "../payments/refunds/refund.ts";
import { requestRefund } from "../payments/refunds/refund-request.ts";
import { isProviderFailure, withinDeadline } from "../providers/stripe/failures.ts";
import { queueSeatOffers } from "../seats/waiting-list.ts";
import { toArchived } from "./course-archiving.ts";
import { lockOwnCourse } from "./own-course.ts";

const t = getTexts("courses");

export interface Cancellation {
  /** How many students lost their seats. All of them are refunded, immediately or later. */
  refunds: number;
  message: string;
}

/**
 * Cancels the acting teacher's course: archives it, cancels its meetings, and refunds all enrolled
 * students. Idempotent. Refunds that the provider can't process now are recorded, and
 * reconciliation retries them.
 *
 * @throws AppError like `lockOwnCourse`.
 */
export async function cancelCourse(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<Cancellation> {
  const refusal = t("server.notYoursToCancel");
  const teacher = requireTeacher(actor, refusal);
  const canceled = await transact(context.db, async (tx) => {
    await lockOwnCourse(tx, teacher, courseId, refusal);
    return cancelLockedCourse(context, tx, { id: courseId, teacherId: teacher.profile.id });
  });
  await finishCancellation(context, canceled);
  const count = canceled.seats;
  return { refunds: count, message: t("server.canceled", { count }) };
}

/** What a cancellation has to do after its transaction has committed. */
export interface CanceledCourse {
  courseId: string;
  teacherId: string;
  /** How many students lost their seats. */
  seats: number;
  /** The payments to refund. The refunds are recorded. */
  owed: string[];
}

/** Cancels a course in a transaction that has locked it. Call `finishCancellation` after the commit. */
export async function cancelLockedCourse(
  context: Context,
  tx: Db,
  { id: courseId, teacherId }: { id: string; teacherId: string },
): Promise<CanceledCourse> {
  await tx
    .update(courses)
    .set({ ...toArchived(new Date()), canceledAt: new Date() })
    .where(eq(courses.id, courseId));
  await stopCourseCheckouts(tx, courseId);
  const { seats, owed } = await requestRefunds(context, tx, courseId);
  await syncClasses(context, tx, courseId);
  await cancelMeetingsOfCourse(context, tx, courseId);
  await queueSeatOffers(context, tx, courseId);
  return { courseId, teacherId, seats: seats.length, owed };
}

/** Closes checkouts and makes the refunds of a canceled course, and purges its pages. */
export async function finishCancellation(
  context: Context,
  { courseId, teacherId, owed }: CanceledCourse,
): Promise<void> {
  await closeCourseCheckouts(context, courseId);
  await makeRefunds(context, courseId, owed);
  await context.purgePages([
    pageTags.courses,
    pageTags.course(courseId),
    pageTags.teachers,
    pageTags.teacher(teacherId),
  ]);
}

/** @returns the enrollments that end and the payments to refund. */
async function requestRefunds(context: Context, tx: Db, courseId: string) {
  const seats = await tx
    .select({ id: enrollments.id, studentId: enrollments.studentId })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, courseId), isEnrolled))
    .orderBy(asc(enrollments.id));
  const owed: string[] = [];
  for (const { id } of seats) {
    const paymentId = await requestRefund(context, tx, id, "course-cancelled");
    if (paymentId) owed.push(paymentId);
  }
  return { seats, owed };
}

/**
 * Processes as many refunds as the deadline allows. Reconciliation processes the rest, which are
 * already recorded.
 */
async function makeRefunds(
  context: Context,
  courseId: string,
  paymentIds: readonly string[],
): Promise<void> {
  try {
    await withinDeadline("The refunds take longer.", async (deadline) => {
      for (const id of paymentIds) {
        if (deadline.aborted) return;
        await attemptRefund(context, id);
      }
    });
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, courseId }, "Refunds of a canceled course are delayed");
  }
}
