import { and, asc, count, eq, max } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type {
  StudentsWithProgress,
  StudentWithProgress,
} from "#lib/recitations/recitations.responses.ts";
import { recitationMessages } from "#lib/recitations/recitations.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolled, requireTeacherOf } from "../course-members/membership.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { recitations } from "../db/tables/recitations.table.ts";

/**
 * The students of the acting teacher's course, ordered by name, with their latest lessons.
 *
 * @throws AppError `forbidden` for everyone else and for missing courses.
 */
export async function listStudentsWithProgress(
  { db }: Context,
  actor: Actor,
  courseId: string,
): Promise<StudentsWithProgress> {
  const teacher = requireTeacher(actor);
  const { course } = await requireTeacherOf(db, teacher, courseId, {
    refusal: () => new AppError("forbidden", recitationMessages.notYours),
  });
  const { title, timeZone } = course;
  const rows = await db
    .select({
      id: profiles.id,
      name: profiles.name,
      profileImageUrl: profiles.profileImageUrl,
      lessons: count(recitations.id),
      lastDate: max(recitations.date),
    })
    .from(enrollments)
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .leftJoin(
      recitations,
      and(
        eq(recitations.courseId, enrollments.courseId),
        eq(recitations.studentId, enrollments.studentId),
      ),
    )
    .where(and(eq(enrollments.courseId, courseId), isEnrolled))
    .groupBy(profiles.id)
    .orderBy(asc(profiles.name), asc(profiles.id));
  return { course: { _id: courseId, title, timeZone }, students: rows.map(toStudentWithProgress) };
}

function toStudentWithProgress({
  id,
  name,
  profileImageUrl,
  lessons,
  lastDate,
}: {
  id: string;
  name: string;
  profileImageUrl: string | null;
  lessons: number;
  lastDate: string | null;
}): StudentWithProgress {
  return {
    _id: id,
    name,
    ...(profileImageUrl ? { profileImageUrl } : {}),
    lessons,
    ...(lastDate ? { lastDate } : {}),
  };
}
