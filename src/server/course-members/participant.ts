import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";

export interface Participant {
  profileId: string;
  /** The course's own teacher, or a student with a final seat in it. */
  role: "teacher" | "student";
  course: { id: string; title: string; teacherName: string; timeZone: string };
  /** When the student enrolled; null for the teacher. */
  enrolledAt: Date | null;
}

/**
 * Somebody who takes part in a course.
 * @throws AppError `forbidden` for everybody else, and for missing courses alike.
 */
export async function requireParticipant(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<Participant> {
  const { profile } = requireProfile(actor);
  const [course] = await context.db
    .select({
      title: courses.title,
      teacherName: profiles.name,
      timeZone: profiles.timeZone,
      isOwn: sql<boolean>`${courses.teacherId} = ${profile.id}`,
      enrolledAt: enrollments.enrolledAt,
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .leftJoin(
      enrollments,
      and(
        eq(enrollments.courseId, courses.id),
        eq(enrollments.studentId, profile.id),
        eq(enrollments.status, "enrolled"),
      ),
    )
    .where(eq(courses.id, courseId));
  if (!course || (!course.isOwn && !course.enrolledAt)) {
    throw new AppError("forbidden", "Only the teacher and enrolled students can see this course.");
  }
  const { title, teacherName, timeZone, isOwn, enrolledAt } = course;
  return {
    profileId: profile.id,
    role: isOwn ? "teacher" : "student",
    course: { id: courseId, title, teacherName, timeZone },
    enrolledAt,
  };
}
