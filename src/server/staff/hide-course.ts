/** Hiding a course from all public pages, and showing it again. */
import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import { requiredLine } from "#lib/text/text-schemas.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { staffActions } from "../db/tables/staff-actions.table.ts";
import { transact } from "../db/transact.ts";
import { stopCourseCheckouts } from "../payments/checkout/close-course-checkouts.ts";
import { lockCourse } from "../seats/seat-rows.ts";

/** The reason is shown to the teacher. */
const reasonInput = requiredLine(300, "Please give a reason, which the teacher will read.");

export interface CourseVisibility {
  courseId: string;
  title: string;
  /** Null if the course isn't hidden. */
  hiddenAt: Date | null;
}

/**
 * Hides a course from everyone but its teacher and students: removes it from all public pages,
 * closes enrollment, and cancels open checkouts. Hiding it again replaces the reason. A database
 * trigger makes every server purge its cached pages.
 *
 * @throws AppError `not_found`; `invalid_input` without a reason.
 */
export function hideCourse(
  db: Db,
  courseId: string,
  input: { reason: string; doneBy: string },
): Promise<CourseVisibility> {
  const reason = requireReason(input.reason);
  return transact(db, async (tx) => {
    const course = await lockCourse(tx, courseId);
    if (!course) throw courseNotFound();
    const hiddenAt = course.hiddenAt ?? new Date();
    await tx
      .update(courses)
      .set({ hiddenAt, hiddenReason: reason })
      .where(eq(courses.id, courseId));
    await stopCourseCheckouts(tx, courseId);
    const { doneBy } = input;
    await tx
      .insert(staffActions)
      .values({ kind: "hide-course", subjectId: courseId, reason, doneBy });
    return { courseId, title: course.title, hiddenAt };
  });
}

/**
 * Shows a hidden course again. Has no effect on a course that isn't hidden.
 * @throws AppError `not_found`; `invalid_input` without a reason.
 */
export function showCourse(
  db: Db,
  courseId: string,
  input: { reason: string; doneBy: string },
): Promise<CourseVisibility> {
  const reason = requireReason(input.reason);
  return transact(db, async (tx) => {
    const course = await lockCourse(tx, courseId);
    if (!course) throw courseNotFound();
    if (course.hiddenAt !== null) {
      await tx
        .update(courses)
        .set({ hiddenAt: null, hiddenReason: null })
        .where(eq(courses.id, courseId));
      const { doneBy } = input;
      await tx
        .insert(staffActions)
        .values({ kind: "show-course", subjectId: courseId, reason, doneBy });
    }
    return { courseId, title: course.title, hiddenAt: null };
  });
}

function requireReason(reason: string): string {
  const read = z.safeParse(reasonInput, reason);
  if (read.success) return read.data;
  throw new AppError("invalid_input", read.error.issues[0]?.message ?? "Please give a reason.");
}
