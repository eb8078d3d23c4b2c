import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { ProfiledActor } from "../actor.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";

/**
 * The acting teacher's own course, locked until the transaction ends, so that no seats can be taken
 * in the meantime.
 * @throws AppError `forbidden` with `refusal` for another teacher's public course, `not_found` for
 * courses that the actor can't see.
 */
export async function lockOwnCourse(
  tx: Db,
  actor: ProfiledActor,
  courseId: string,
  refusal: string,
): Promise<typeof courses.$inferSelect> {
  const [own] = await tx
    .select()
    .from(courses)
    .where(and(eq(courses.id, courseId), isTeacherOf(actor.profile.id)))
    .for("update");
  if (own) return own;
  const [visible] = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, courseId), isPublic));
  throw visible ? new AppError("forbidden", refusal) : courseNotFound();
}
