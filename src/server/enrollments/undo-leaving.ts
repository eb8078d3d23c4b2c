import { and, desc, eq } from "drizzle-orm";
import { enrollMessages, undoLeavingMinutes } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireStudent } from "../actor.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import { isOpenForEnrollment } from "../catalog/open-for-enrollment.ts";
import { countTakenSeats } from "../catalog/taken-seats.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { transact } from "../db/transact.ts";
import { lockHolds, requireCoursesBelowLimit } from "../seats/hold-limits.ts";
import { purgeSeatPages } from "../seats/seat-pages.ts";
import { type Course, type Enrollment, lockCourse } from "../seats/seat-rows.ts";
import { closeTakenPlace, hasOffer, offerFreedSeats } from "../seats/waiting-list.ts";
import { requireMayTeach } from "../vetting/permissions.ts";
import { findOwnSeat, requireActiveAccount } from "./hold-seat.ts";

const t = getTexts("enrollments");

/**
 * Gives a student who has just left a free course the same seat again, so that attendance and the
 * certificate count from the first day. Undoing it twice has no effect. Nobody is notified, because
 * the emails about leaving wait until it can't be undone anymore (`leave-mail.ts`).
 *
 * @throws AppError `not_found` without a free seat that the student left; `conflict` after a few
 * minutes, if the seat was taken in the meantime, if the course is no longer open, or if the
 * student has too many courses.
 */
export async function undoLeaving(context: Context, actor: Actor, courseId: string): Promise<void> {
  const student = requireStudent(actor);
  // Locks the same rows as enrolling, in the same order.
  const restored = await transact(context.db, async (tx) => {
    await requireActiveAccount(tx, student);
    await lockHolds(tx, student.profile.id);
    const course = await lockCourse(tx, courseId);
    if (!course) throw courseNotFound();
    if ((await findOwnSeat(tx, student, courseId))?.status === "enrolled") return undefined;
    const seat = await findLeftSeat(tx, student, courseId);
    await requireRestorable(context, tx, seat, course);
    await tx
      .update(enrollments)
      .set({ status: "enrolled", endedAt: null })
      .where(eq(enrollments.id, seat.id));
    await closeTakenPlace(tx, seat);
    return { seat, course };
  });
  if (restored) await purgeSeatPages(context, restored.seat, restored.course);
}

/** The seat that the student left last. */
async function findLeftSeat(tx: Db, student: ProfiledActor, courseId: string) {
  const [seat] = await tx
    .select()
    .from(enrollments)
    .where(
      and(
        eq(enrollments.courseId, courseId),
        eq(enrollments.studentId, student.profile.id),
        eq(enrollments.status, "left"),
        eq(enrollments.amountCents, 0),
      ),
    )
    .orderBy(desc(enrollments.endedAt))
    .limit(1)
    .for("update");
  if (!seat) throw new AppError("not_found", enrollMessages.notEnrolled);
  return seat;
}

async function requireRestorable(
  context: Context,
  tx: Db,
  { studentId, endedAt }: Enrollment,
  course: Course,
): Promise<void> {
  const now = new Date();
  if (!endedAt || endedAt.getTime() < now.getTime() - undoLeavingMinutes * 60_000) {
    throw new AppError("conflict", t("server.undoLate", { minutes: undoLeavingMinutes }));
  }
  if (!(await isOpenForEnrollment(tx, course, now))) {
    throw new AppError("conflict", enrollMessages.over);
  }
  await requireMayTeach(context, tx, { teacherId: course.teacherId, studentId });
  await offerFreedSeats(context, tx, course);
  const offered = (await hasOffer(tx, studentId, course.id)) ? 1 : 0;
  if (course.maxStudents - (await countTakenSeats(tx, course.id)) + offered <= 0) {
    throw new AppError("conflict", enrollMessages.full);
  }
  await requireCoursesBelowLimit(tx, studentId);
}
