/** Who may review what: people review what they have taken part in. */
import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { appResourceId, type Reviewed, reviewTexts } from "#lib/reviews.ts";
import type { ProfiledActor } from "../actor.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { attendances, meetings } from "../meetings/meetings.table.ts";
import { profiles } from "../people/people.table.ts";

const nothing = () => new AppError("not_found", reviewTexts.nothing);

/**
 * Any registered person may review the app; a course or teacher only who was enrolled and attended.
 * @throws AppError `not_found` or `forbidden`.
 */
export async function requireMayReview(
  db: Db,
  actor: ProfiledActor,
  reviewed: Reviewed,
): Promise<void> {
  const { resourceType, resourceId } = reviewed;
  if (resourceType === "app") {
    if (resourceId !== appResourceId) throw nothing();
    return;
  }
  if (!(await isThere(db, reviewed))) throw nothing();
  if (!(await hasAttended(db, actor.profile.id, reviewed))) {
    throw new AppError("forbidden", reviewTexts.notAttended);
  }
}

async function isThere(db: Db, { resourceType, resourceId }: Reviewed): Promise<boolean> {
  const [found] =
    resourceType === "course"
      ? await db.select({ id: courses.id }).from(courses).where(eq(courses.id, resourceId))
      : await db
          .select({ id: profiles.id })
          .from(profiles)
          .where(and(eq(profiles.id, resourceId), eq(profiles.role, "teacher")));
  return found !== undefined;
}

/** Whether the student came to a class of the course, or of the teacher, with a seat of its own. */
async function hasAttended(
  db: Db,
  studentId: string,
  { resourceType, resourceId }: Reviewed,
): Promise<boolean> {
  const [attended] = await db
    .select({ id: attendances.id })
    .from(attendances)
    .innerJoin(meetings, eq(meetings.id, attendances.meetingId))
    .innerJoin(courses, eq(courses.id, meetings.courseId))
    .innerJoin(
      enrolments,
      and(
        eq(enrolments.courseId, courses.id),
        eq(enrolments.studentId, attendances.studentId),
        inArray(enrolments.status, ["enrolled", "refunded"]),
      ),
    )
    .where(
      and(
        eq(attendances.studentId, studentId),
        eq(resourceType === "course" ? courses.id : courses.teacherId, resourceId),
      ),
    )
    .limit(1);
  return attended !== undefined;
}
