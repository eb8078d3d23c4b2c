/** Who may review what: people may review what they have attended. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { appResourceId } from "#lib/reviews/reviews.rules.ts";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import type { ProfiledActor } from "../actor.ts";
import { hasAttended, hasAttendedBefore } from "../attendance/attendance.ts";
import { isOrWasStudentOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { reviewMarks } from "../db/tables/reviews.table.ts";
import { reviewMessages } from "./review-messages.ts";

const nothing = () => new AppError("not_found", reviewMessages.nothing);

/**
 * Any registered person may review the app. Only people who were enrolled and attended a class may
 * review a course or teacher.
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
  if (!(await hasTakenPart(db, actor.profile.id, reviewed))) {
    throw new AppError("forbidden", reviewMessages.notAttended);
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

/** Whether the student attended a class in the course, or with the teacher, while enrolled. */
async function hasTakenPart(db: Db, studentId: string, reviewed: Reviewed): Promise<boolean> {
  const withSeat = isOrWasStudentOf(studentId, sql`course.id`, "refunded", "left");
  const ofCourse = sql`${isReviewedCourse(reviewed)} and ${withSeat}`;
  const { rows } = await db.execute<{ attended: boolean }>(
    sql`select ${hasAttended(sql`${studentId}`, ofCourse, new Date())} as attended`,
  );
  return rows[0]?.attended ?? false;
}

/** A condition on the alias `course` that selects the courses that a review is about. */
function isReviewedCourse({ resourceType, resourceId }: Reviewed): SQL {
  return resourceType === "course"
    ? sql`course.id = ${resourceId}`
    : sql`course.teacher_id = ${resourceId}`;
}

/**
 * How many of the people who reported a review had attended a class in the reviewed course, or with
 * the reviewed teacher, before the review was written. Only their reports can hide it, because
 * anyone can create accounts, and a teacher can mark any number of them as present afterward.
 * Reports never hide reviews of the app, because anyone can attend a course of a teacher whom they
 * control.
 */
export async function countTrustedReports(
  db: Db,
  reviewId: string,
  reviewed: Reviewed & { createdAt: Date; updatedAt: Date | null },
): Promise<number> {
  if (reviewed.resourceType === "app") return 0;
  const written = reviewed.updatedAt ?? reviewed.createdAt;
  const came = hasAttendedBefore(sql`reporter.id`, isReviewedCourse(reviewed), written);
  const { rows } = await db.execute<{ number: number }>(sql`
    select count(*)::integer as number from ${reviewMarks} mark
    join ${profiles} reporter on reporter.user_id = mark.user_id
    where mark.review_id = ${reviewId} and mark.kind = 'report' and ${came}`);
  return rows[0]?.number ?? 0;
}

const standingAfterMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Whether a person's marks on reviews count: the person must have attended a class of any course,
 * or have had an account for a week.
 */
export async function isTrustedReporter(db: Db, actor: ProfiledActor): Promise<boolean> {
  const now = new Date();
  const attended = hasAttended(sql`${actor.profile.id}`, sql`true`, now);
  const since = new Date(now.getTime() - standingAfterMs).toISOString();
  const { rows } = await db.execute<{ standing: boolean }>(sql`
    select account.created_at <= ${since}::timestamptz or ${attended} as standing
    from ${users} account where account.id = ${actor.userId}`);
  return rows[0]?.standing ?? false;
}
