/** Who may review what: people review what they have taken part in. */
import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { appResourceId, type CreateReviewInput } from "#lib/reviews.ts";
import type { ProfiledActor } from "../actor.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { attendances, meetings } from "../meetings/meetings.table.ts";
import { profiles } from "../people/people.table.ts";

const notFound = () => new AppError("not_found", "There is nothing to review here.");

/**
 * Any registered person may review the app; a course or teacher only who was enrolled and attended.
 * @throws AppError `not_found` or `forbidden`.
 */
export async function requireMayReview(
  db: Db,
  actor: ProfiledActor,
  { resourceType, resourceId }: CreateReviewInput,
): Promise<void> {
  if (resourceType === "app") {
    if (resourceId !== appResourceId) throw notFound();
    return;
  }
  const isCourse = resourceType === "course";
  const [resource] = isCourse
    ? await db.select({ id: courses.id }).from(courses).where(eq(courses.id, resourceId))
    : await db
        .select({ id: profiles.id })
        .from(profiles)
        .where(and(eq(profiles.id, resourceId), eq(profiles.role, "teacher")));
  if (!resource) throw notFound();

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
        eq(attendances.studentId, actor.profile.id),
        isCourse ? eq(courses.id, resourceId) : eq(courses.teacherId, resourceId),
      ),
    )
    .limit(1);
  if (!attended) {
    throw new AppError("forbidden", "You can write a review once you have attended a class.");
  }
}
