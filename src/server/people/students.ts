/** Reading students, as other people see them and as they see themselves. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { pageFigures, readPaging } from "#lib/paging/paging.ts";
import type { OwnStudent, StudentList, StudentView } from "#lib/people/people.responses.ts";
import {
  defaultPeopleLimit,
  type PeopleListQuery,
  type StudentSearchQuery,
} from "#lib/people/people.ts";
import type { Actor } from "../actor.ts";
import { readCourses } from "../catalog/course-list.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { mapValidRows } from "../map-valid-rows.ts";
import { studentNotFound } from "../profile-not-found.ts";
import { isAdult, isReachable } from "../public-person.ts";
import { readSetting } from "../settings/settings-store.ts";
import { countPeople, matchingPeople, newestFirst, pageOfPeople } from "./profile-pages.ts";
import { studentColumns, toOwnStudent, toStudent } from "./student.view.ts";
import { isTaughtBy } from "./taught-by.ts";

/** One page of all students, newest first. */
export function listStudents(
  context: Context,
  _actor: Actor | undefined,
  query: PeopleListQuery = {},
): Promise<StudentList> {
  return readStudents(context, query, query.search);
}

/** One page of the students that staff chose in the console, or else of those marked as featured. */
export function listFeaturedStudents(
  context: Context,
  _actor: Actor | undefined,
  query: PeopleListQuery = {},
): Promise<StudentList> {
  const chosen = readSetting(context, "featuredStudents");
  const isFeatured =
    chosen.length === 0 ? eq(profiles.featured, true) : inArray(profiles.id, chosen);
  return readStudents(context, query, query.search, isFeatured);
}

/** One page of the students whose name contains the query. A blank query finds everyone. */
export function searchStudents(
  context: Context,
  _actor: Actor | undefined,
  query: StudentSearchQuery = {},
): Promise<StudentList> {
  return readStudents(context, query, query.query);
}

async function readStudents(
  { db, log }: Context,
  query: Omit<PeopleListQuery, "search">,
  search: string | undefined,
  ...conditions: SQL[]
): Promise<StudentList> {
  const paging = readPaging(query, defaultPeopleLimit);
  const fits = matchingPeople("student", search, ...conditions);
  const page = pageOfPeople(db, fits, paging);
  const [rows, total] = await Promise.all([
    db
      .select(studentColumns({ publishedOnly: true }))
      .from(page)
      .innerJoin(profiles, eq(profiles.id, page.id))
      .innerJoin(users, eq(users.id, profiles.userId))
      .orderBy(...newestFirst),
    countPeople(db, fits),
  ]);
  const students = mapValidRows(rows, toStudent, {
    log,
    what: "student",
    idOf: ({ profile }) => profile.id,
  });
  return { students, ...pageFigures(total, paging) };
}

/**
 * A student as other people see them, or the complete profile for the student.
 * @throws AppError `not_found` ("Student not found"), including for minors, whom only their
 * teachers may look up.
 */
export async function findStudent(
  context: Context,
  actor: Actor | undefined,
  studentId: string,
): Promise<StudentView | OwnStudent> {
  if (actor?.profile?.id === studentId) return findOwnStudent(context.db, studentId);
  return toStudent(await readVisibleStudent(context.db, actor, studentId));
}

/**
 * The complete profile, for its owner.
 * @throws AppError `not_found` ("Student not found").
 */
export async function findOwnStudent(db: Db, studentId: string): Promise<OwnStudent> {
  return toOwnStudent(await readStudent(db, studentId, false));
}

export interface StudentPage {
  student: StudentView;
  /** Published courses in which the student is enrolled. */
  courses: CourseView[];
  /** Whether caches and search engines may keep the page. */
  isPublic: boolean;
}

/**
 * The data of a student's page, which the student sees too. Pages of minors are visible only to the
 * student and the student's teachers.
 * @throws AppError `not_found` ("Student not found").
 */
export async function findStudentPage(
  context: Context,
  actor: Actor | undefined,
  studentId: string,
): Promise<StudentPage> {
  const row = await readVisibleStudent(context.db, actor, studentId);
  const student = toStudent(row);
  const ids = student.enrolledCourses.map(({ courseId }) => courseId);
  const viewerId = actor?.profile?.id ?? null;
  return {
    student,
    courses: ids.length === 0 ? [] : await readCourses(context, viewerId, inArray(courses.id, ids)),
    isPublic: isAdult(row.profile),
  };
}

/**
 * @throws AppError `not_found` ("Student not found"), whether the student is missing or may not be
 * seen.
 */
async function readVisibleStudent(db: Db, actor: Actor | undefined, studentId: string) {
  const row = await readStudent(db, studentId, true);
  const isVisible =
    isAdult(row.profile) ||
    actor?.profile?.id === studentId ||
    (actor?.profile?.role === "teacher" && (await isTaughtBy(db, actor.profile.id, studentId)));
  if (!isVisible) throw studentNotFound();
  return row;
}

async function readStudent(db: Db, studentId: string, publishedOnly: boolean) {
  const [row] = await db
    .select(studentColumns({ publishedOnly }))
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, studentId), eq(profiles.role, "student"), isReachable()));
  if (!row) throw studentNotFound();
  return row;
}
