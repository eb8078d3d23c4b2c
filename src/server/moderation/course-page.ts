/** A course as staff see it, with what they need to decide about it. */
import { and, asc, desc, eq, inArray, or, type SQL } from "drizzle-orm";
import type { StaffCourse } from "#lib/courses/staff-courses.responses.ts";
import { isPublicCourse } from "../catalog/course-visibility.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import { findListedCourse } from "../courses/staff-courses.ts";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";
import { classes } from "../db/tables/classes.table.ts";
import { comments } from "../db/tables/comments.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { sumPayments } from "../people/staff-people.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { listActionsAbout } from "../staff/staff-log.ts";
import { listSeenCases } from "./case-list.ts";

/** The longest list of students on a course's page. */
const maxStudents = 100;

/**
 * A course in any state with its history, as staff see it. Its log entries include those of the cases
 * that the member of staff may see.
 * @throws AppError `not_found`.
 */
export async function findStaffCourse(
  { db }: Context,
  staff: StaffMember,
  courseId: string,
): Promise<StaffCourse> {
  const found = await findListedCourse(db, courseId);
  if (!found) throw courseNotFound();
  const { course, listed } = found;
  const [seats, heldSeats, payments, listedCases] = await Promise.all([
    listSeats(db, courseId),
    db.$count(enrollments, and(eq(enrollments.courseId, courseId), eq(enrollments.status, "held"))),
    sumPayments(db, eq(courses.id, courseId)),
    listSeenCases(db, staff, isAboutCourse(db, courseId)),
  ]);
  return {
    ...listed,
    isPublic: isPublicCourse(course),
    canceledAt: course.canceledAt?.toISOString() ?? null,
    description: course.description,
    imageUrls: course.imageUrls,
    topics: course.topics,
    objectives: course.objectives,
    requirements: course.requirements,
    startDate: course.startDate,
    endDate: course.endDate,
    heldSeats,
    seats,
    payments,
    cases: listedCases,
    actions: await listActionsAbout(db, [courseId, ...listedCases.map(({ _id }) => _id)]),
  };
}

/** Matches cases about a course, its classes, comments and reviews. */
function isAboutCourse(db: Db, courseId: string): SQL | undefined {
  const parts = [
    db.select({ id: classes.id }).from(classes).where(eq(classes.courseId, courseId)),
    db.select({ id: comments.id }).from(comments).where(eq(comments.courseId, courseId)),
    db
      .select({ id: reviews.id })
      .from(reviews)
      .where(and(eq(reviews.resourceType, "course"), eq(reviews.resourceId, courseId))),
  ];
  return or(eq(cases.subjectId, courseId), ...parts.map((ids) => inArray(cases.subjectId, ids)));
}

/** Current students first, and then the latest seats. */
async function listSeats(db: Db, courseId: string): Promise<StaffCourse["seats"]> {
  const rows = await db
    .select({
      _id: enrollments.id,
      student: { userId: profiles.userId, name: profiles.name },
      status: enrollments.status,
      amountCents: enrollments.amountCents,
      at: enrollments.createdAt,
    })
    .from(enrollments)
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .where(eq(enrollments.courseId, courseId))
    .orderBy(desc(isEnrolled), desc(enrollments.createdAt), asc(enrollments.id))
    .limit(maxStudents);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
