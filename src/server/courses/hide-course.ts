/** Hiding a course from all public pages, and showing it again. */
import { eq } from "drizzle-orm";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { stopCourseCheckouts } from "../payments/checkout/close-course-checkouts.ts";
import { lockCourse } from "../seats/seat-rows.ts";
import { recordStaffAction, requireReason, type StaffAuthor } from "../staff/audit.ts";
import { requireNotOneself } from "../staff/own-affairs.ts";

/** Who hides and shows courses, besides owners. */
export const courseModerators: readonly StaffRole[] = ["moderator"];

export interface CourseVisibility {
  courseId: string;
  title: string;
  /** Null if the course isn't hidden. */
  hiddenAt: Date | null;
}

/**
 * Shows a hidden course again. Has no effect on a course that isn't hidden.
 * @throws AppError `not_found`; `invalid_input` without a reason; `forbidden` for its teacher, if someone
 * else can show it.
 */
export function showCourse(
  db: Db,
  courseId: string,
  author: StaffAuthor,
  input: { reason: string },
): Promise<CourseVisibility> {
  const reason = requireReason(input.reason);
  return transact(db, async (tx) => {
    if ("userId" in author) {
      const teacher = await lockTeacher(tx, courseId);
      await requireNotOneself(tx, author, [teacher?.userId ?? null], courseModerators);
    }
    const { changed, ...course } = await changeCourseVisibility(tx, courseId, null);
    if (changed) {
      const kind = "show-course";
      await recordStaffAction(tx, author, {
        kind,
        subjectKind: "course",
        subjectId: courseId,
        reason,
      });
    }
    return course;
  });
}

/**
 * Hides a course from everyone but its teacher and students for the reason, or shows it again without
 * one. A hidden course leaves all public pages, takes no students, and its open checkouts are canceled. A
 * suspended teacher's course stays hidden until the suspension ends. A database trigger makes every server
 * purge its cached pages. The caller records the change in the audit log.
 * @throws AppError `not_found`.
 */
export async function changeCourseVisibility(
  tx: Db,
  courseId: string,
  reason: string | null,
): Promise<CourseVisibility & { changed: boolean }> {
  const teacher = await lockTeacher(tx, courseId);
  const course = await lockCourse(tx, courseId);
  if (!course || !teacher) throw courseNotFound();
  const hiddenBySuspension = reason === null && teacher.suspendedAt !== null;
  const hiddenReason = hiddenBySuspension ? teacher.suspendedReason : reason;
  const hiddenAt = hiddenReason === null ? null : (course.hiddenAt ?? new Date());
  await tx
    .update(courses)
    .set({ hiddenAt, hiddenReason, hiddenBySuspension })
    .where(eq(courses.id, courseId));
  if (hiddenAt !== null) await stopCourseCheckouts(tx, courseId);
  const changed =
    (course.hiddenAt === null) !== (hiddenAt === null) ||
    course.hiddenBySuspension !== hiddenBySuspension;
  return { courseId, title: course.title, hiddenAt, changed };
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
