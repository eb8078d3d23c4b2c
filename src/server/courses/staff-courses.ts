/** Courses as staff see them. */
import { and, asc, desc, eq, isNotNull, like, or, type SQL } from "drizzle-orm";
import type { StaffCourseRow } from "#lib/courses/staff-courses.responses.ts";
import type { StaffCoursesQuery } from "#lib/courses/staff-courses.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { anywhere, readTablePage, readWholeTable } from "../staff/staff-table.ts";

export const listStaffCourses = (
  { db }: Context,
  query: StaffCoursesQuery,
): Promise<StaffTableData<StaffCourseRow>> => readTablePage(db, query, source(db, query), toRow);

export const exportStaffCourses = ({ db }: Context, query: StaffCoursesQuery) =>
  readWholeTable(db, query, source(db, query), toRow);

const select = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      course: courses,
      teacher: { userId: profiles.userId, name: profiles.name },
      students: db.$count(enrollments, and(eq(enrollments.courseId, courses.id), isEnrolled)),
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(condition)
    .$dynamic();

const source = (db: Db, query: StaffCoursesQuery) => ({
  rows: select(db, matches(query)),
  sortable: {
    title: courses.title,
    teacher: profiles.name,
    price: courses.priceCents,
    created: courses.createdAt,
  },
  order: desc(courses.createdAt),
  key: courses.id,
  id: asc(courses.id),
});

type Read = Awaited<ReturnType<typeof select>>[number];

const toRow = ({ course, teacher, students }: Read): StaffCourseRow => ({
  _id: course.id,
  title: course.title,
  status: course.status,
  teacher,
  students,
  maxStudents: course.maxStudents,
  price: course.priceCents / 100,
  hidden: course.hiddenAt
    ? { since: course.hiddenAt.toISOString(), reason: course.hiddenReason ?? "" }
    : null,
  createdAt: course.createdAt.toISOString(),
});

/** One course as in the list, with its row. Undefined if it doesn't exist. */
export async function findListedCourse(db: Db, courseId: string) {
  const [read] = await select(db, eq(courses.id, courseId));
  return read && { course: read.course, listed: toRow(read) };
}

function matches({ search, status }: StaffCoursesQuery): SQL | undefined {
  const folded = search ? foldForSearch(search) : "";
  const found = search
    ? or(
        eq(courses.id, search),
        eq(profiles.userId, search),
        folded === "" ? undefined : like(courses.searchTitle, anywhere(folded)),
        folded === "" ? undefined : like(profiles.searchName, anywhere(folded)),
      )
    : undefined;
  if (status === undefined) return found;
  const inState = status === "hidden" ? isNotNull(courses.hiddenAt) : eq(courses.status, status);
  return and(found, inState);
}
