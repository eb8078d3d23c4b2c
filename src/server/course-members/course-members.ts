/** Who takes part in a course: its teacher, and those who have a seat in it now. */
import { and, eq, exists, or, type SQL } from "drizzle-orm";
import { commentTexts } from "#lib/comments/comments.ts";
import { AppError } from "#lib/errors.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";

export interface MemberCourse {
  courseId: string;
  title: string;
  teacherId: string;
  /** Whether comments are taken. */
  open: boolean;
}

/**
 * The course, for those who take part in it.
 * @param lock locks the course's row until the transaction ends, so that comments are numbered in
 * turn.
 * @throws AppError `forbidden`, whether there is such a course or not.
 */
export async function requireCourseMember(
  db: Db,
  { profile }: ProfiledActor,
  courseId: string,
  { lock = false } = {},
): Promise<MemberCourse> {
  const query = db
    .select({ title: courses.title, teacherId: courses.teacherId, status: courses.status })
    .from(courses)
    .where(and(eq(courses.id, courseId), isMember(db, profile.id)));
  const [course] = lock ? await query.for("no key update") : await query;
  if (!course) throw new AppError("forbidden", commentTexts.locked);
  const { title, teacherId, status } = course;
  return { courseId, title, teacherId, open: status !== "archived" };
}

function isMember(db: Db, profileId: string): SQL | undefined {
  const seat = db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.courseId, courses.id),
        eq(enrollments.studentId, profileId),
        eq(enrollments.status, "enrolled"),
      ),
    );
  return or(eq(courses.teacherId, profileId), exists(seat));
}
