/** The students whose classes a teacher's suspension pauses. */
import { and, asc, countDistinct, eq, gt, isNull } from "drizzle-orm";
import type { AffectedStudents } from "#lib/suspensions/affected-students.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isEnrolled, isTeacherOf } from "./membership.ts";

const isPublishedBy = (teacherId: string) =>
  and(isTeacherOf(teacherId), eq(courses.status, "published"));

/** What staff see before they suspend a teacher. */
export async function countAffected(db: Db, teacherId: string): Promise<AffectedStudents> {
  const [[enrolled], [upcoming]] = await Promise.all([
    db
      .select({ count: countDistinct(enrollments.studentId) })
      .from(enrollments)
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(isPublishedBy(teacherId), isEnrolled, isNull(users.deletedAt))),
    db
      .select({ count: countDistinct(classes.id) })
      .from(classes)
      .innerJoin(courses, eq(courses.id, classes.courseId))
      .where(
        and(
          isPublishedBy(teacherId),
          eq(classes.status, "scheduled"),
          gt(classes.endsAt, new Date()),
        ),
      ),
  ]);
  return { students: enrolled?.count ?? 0, classes: upcoming?.count ?? 0 };
}

/** The IDs of the teacher's published courses that aren't over. */
export async function listTaughtNow(tx: Db, teacherId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(isPublishedBy(teacherId), eq(courses.isOver, false), eq(courses.lacksClasses, false)),
    )
    .orderBy(asc(courses.id));
  return rows.map(({ id }) => id);
}
