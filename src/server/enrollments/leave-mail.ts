/** The emails about a seat that a student left. */
import { undoLeavingMinutes } from "#lib/enrollments/enrollments.ts";
import type { Context } from "../context.ts";
import { hasEnrollment } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { type Course, type Enrollment, lockCourse, lockEnrollment } from "../seats/seat-rows.ts";
import { mailLeft } from "../seats/seats.mails.ts";

export const leaveMailJob = "leave-mail";

/** The data of the job. */
export interface Leave {
  courseId: string;
  enrollmentId: string;
  /** When the student left: one who undoes it may leave again. An instant as in JSON. */
  leftAt: string;
}

/** The clocks of servers may differ, and the last undo must come before the email. */
const marginMs = 60_000;

/**
 * Queues the emails about a seat that the student left. Leaving a free course can be undone for some
 * minutes, and until then no email says that the student left.
 */
export async function queueLeaveMail(
  context: Context,
  tx: Db,
  seat: Enrollment,
  { course, leftAt }: { course: Course; leftAt: Date },
): Promise<void> {
  if (seat.amountCents > 0) return mailLeft(context, tx, seat, course);
  const leave = { courseId: course.id, enrollmentId: seat.id, leftAt: leftAt.toISOString() };
  await context.jobs.send(tx, leaveMailJob, leave satisfies Leave, {
    startAfter: new Date(leftAt.getTime() + undoLeavingMinutes * 60_000 + marginMs),
  });
}

/** Sends the emails unless the student has a seat again, restored or new. */
export async function mailUnlessRestored(context: Context, leave: Leave): Promise<void> {
  await transact(context.db, async (tx) => {
    const course = await lockCourse(tx, leave.courseId);
    const seat = await lockEnrollment(tx, leave.enrollmentId);
    if (!course || seat?.status !== "left" || seat.endedAt?.toISOString() !== leave.leftAt) return;
    if (await hasEnrollment(tx, seat.studentId, course.id)) return;
    await mailLeft(context, tx, seat, course);
  });
}
