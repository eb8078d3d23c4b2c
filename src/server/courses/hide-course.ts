/** Hiding a course from all public pages, and showing it again. */
import { eq } from "drizzle-orm";
import type { ShowCourseInput } from "#lib/courses/staff-courses.ts";
import { AppError } from "#lib/errors.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { stopCourseCheckouts } from "../payments/checkout/close-course-checkouts.ts";
import { lockCourse } from "../seats/seat-rows.ts";
import { recordStaffAction, requireReason, type StaffAuthor } from "../staff/audit.ts";
import { requireNotOneself } from "../staff/own-affairs.ts";
import { mailShown } from "./courses.mails.ts";

const t = getTexts("staffCourses");

/** The staff roles, besides owners, that may hide and show courses. */
export const courseModerators: readonly StaffRole[] = ["moderator"];

export interface CourseVisibility {
  courseId: string;
  title: string;
  /** Null if the course isn't hidden. */
  hiddenAt: Date | null;
}

/**
 * Shows a hidden course again, and emails its teacher. Has no effect on a course that isn't hidden.
 * @throws AppError `not_found`; `invalid_input` without a reason; `forbidden` for the
 * course's own teacher if another member of staff can show it; `conflict` if someone else has hidden
 * the course again since it was read.
 */
export function showCourse(
  context: Context,
  courseId: string,
  author: StaffAuthor,
  input: ShowCourseInput,
): Promise<CourseVisibility> {
  const reason = requireReason(input.reason);
  return transact(context.db, async (tx) => {
    if ("userId" in author) {
      const teacher = await lockTeacher(tx, courseId);
      await requireNotOneself(tx, author, [teacher?.userId ?? null], courseModerators);
      await requireSeen(tx, courseId, input.seenSince);
    }
    const { changed, teacherId, ...course } = await changeCourseVisibility(tx, courseId, null);
    if (changed) {
      const kind = "show-course";
      await recordStaffAction(tx, author, {
        kind,
        subjectKind: "course",
        subjectId: courseId,
        reason,
      });
      const isSuspended = course.hiddenAt !== null;
      await mailShown(context, tx, { ...course, teacherId, reason, isSuspended });
    }
    return course;
  });
}

async function requireSeen(
  tx: Db,
  courseId: string,
  seenSince: string | null | undefined,
): Promise<void> {
  const course = await lockCourse(tx, courseId);
  if (!course?.hiddenAt || seenSince === undefined) return;
  if (course.hiddenAt.toISOString() === seenSince) return;
  throw new AppError("conflict", t("server.error.hidden"));
}

/**
 * Locks a course that staff are about to hide. A suspension hides courses only until it ends, so
 * staff can hide them for longer.
 * @throws AppError `not_found`; `conflict` if staff have hidden the course.
 */
export async function requireNotHidden(tx: Db, courseId: string): Promise<void> {
  const teacher = await lockTeacher(tx, courseId);
  const course = await lockCourse(tx, courseId);
  if (!course || !teacher) throw courseNotFound();
  if (course.hiddenAt !== null && !course.hiddenBySuspension) {
    throw new AppError("conflict", t("server.error.hidden"));
  }
}

/**
 * Hides a course from everyone except its teacher and students if there is a reason, and otherwise
 * shows it again. A hidden course isn't on any public page, no one can enroll in it, and its open
 * checkouts are canceled. A suspended teacher's course stays hidden until the suspension ends. A
 * database trigger makes every server purge its cached pages. The caller records the change in the
 * audit log.
 * @throws AppError `not_found`.
 */
export async function changeCourseVisibility(
  tx: Db,
  courseId: string,
  reason: string | null,
): Promise<CourseVisibility & { teacherId: string; changed: boolean }> {
  const teacher = await lockTeacher(tx, courseId);
  const course = await lockCourse(tx, courseId);
  if (!course || !teacher) throw courseNotFound();
  const hiddenBySuspension = reason === null && teacher.suspendedAt !== null;
  const hiddenReason = hiddenBySuspension ? teacher.suspendedReason : reason;
  // A decision of its own, which staff who have only read of the suspension can't reverse.
  const isNew = reason !== null && course.hiddenBySuspension;
  const since = isNew ? null : course.hiddenAt;
  const hiddenAt = hiddenReason === null ? null : (since ?? new Date());
  await tx
    .update(courses)
    .set({ hiddenAt, hiddenReason, hiddenBySuspension })
    .where(eq(courses.id, courseId));
  if (hiddenAt !== null) await stopCourseCheckouts(tx, courseId);
  const changed =
    (course.hiddenAt === null) !== (hiddenAt === null) ||
    course.hiddenBySuspension !== hiddenBySuspension;
  return { courseId, title: course.title, teacherId: course.teacherId, hiddenAt, changed };
}

/** Locks the account, as suspending and reinstating do before they lock the courses. */
async function lockTeacher(tx: Db, courseId: string) {
  const [teacher] = await tx
    .select({
      userId: users.id,
      suspendedAt: users.suspendedAt,
      suspendedReason: users.suspendedReason,
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(courses.id, courseId))
    .for("share", { of: users });
  return teacher;
}
