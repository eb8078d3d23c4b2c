import { count, eq } from "drizzle-orm";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import { syncClasses } from "../classes/sync-classes.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { transact } from "../db/transact.ts";
import { pageTags } from "../pages-tags.ts";
import {
  closeCourseCheckouts,
  stopCourseCheckouts,
} from "../payments/checkout/close-course-checkouts.ts";
import { queueSeatOffers } from "../seats/waiting-list.ts";
import { toArchived } from "./course-archiving.ts";
import { lockOwnCourse } from "./own-course.ts";

const t = getTexts("courses");

export interface Deletion {
  /**
   * Whether the course was archived instead. Only its teacher and enrolled students can then see
   * it.
   */
  archived: boolean;
  message: string;
}

/**
 * Deletes the acting teacher's course. A course with enrollments, started payments or meetings is
 * archived instead, because payments, attendance and meetings at the provider depend on it. Open
 * checkouts are canceled.
 *
 * @throws AppError like `lockOwnCourse`.
 */
export async function deleteCourse(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<Deletion> {
  const refusal = t("server.notYoursToDelete");
  const teacher = requireTeacher(actor, refusal);
  const archived = await transact(context.db, async (tx) => {
    await lockOwnCourse(tx, teacher, courseId, refusal);
    if (await isInUse(tx, courseId)) {
      await tx.update(courses).set(toArchived(new Date())).where(eq(courses.id, courseId));
      await stopCourseCheckouts(tx, courseId);
      await syncClasses(context, tx, courseId);
      await queueSeatOffers(context, tx, courseId);
      return true;
    }
    await tx.delete(courses).where(eq(courses.id, courseId));
    return false;
  });
  if (archived) await closeCourseCheckouts(context, courseId);
  await context.purgePages([
    pageTags.courses,
    pageTags.course(courseId),
    pageTags.teachers,
    pageTags.teacher(teacher.profile.id),
  ]);
  return {
    archived,
    message: t(archived ? "server.archivedInstead" : "call.deleted"),
  };
}

async function isInUse(tx: Db, courseId: string): Promise<boolean> {
  const [seats] = await tx
    .select({ rows: count() })
    .from(enrollments)
    .where(eq(enrollments.courseId, courseId));
  const [held] = await tx
    .select({ rows: count() })
    .from(meetings)
    .where(eq(meetings.courseId, courseId));
  return (seats?.rows ?? 0) + (held?.rows ?? 0) > 0;
}
