/** Courses as staff see them. */
import { and, asc, count, desc, eq, ilike, isNotNull, or, type SQL } from "drizzle-orm";
import type { StaffCourseRow } from "#lib/courses/staff-courses.responses.ts";
import type { StaffCoursesQuery } from "#lib/courses/staff-courses.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { staffPageSize } from "#lib/staff/staff.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import {
  anywhere,
  maxExportedRows,
  pageOffset,
  toOrder,
  toTablePage,
} from "../staff/staff-table.ts";

const sortable = {
  title: courses.title,
  teacher: profiles.name,
  price: courses.priceCents,
  created: courses.createdAt,
};

export async function listStaffCourses(
  { db }: Context,
  query: StaffCoursesQuery,
): Promise<StaffTableData<StaffCourseRow>> {
  const [all] = await db
    .select({ total: count() })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(matches(query));
  const rows = await readRows(db, query, staffPageSize, pageOffset(query.page));
  return toTablePage(rows, all?.total ?? 0, query.page);
}

export const exportStaffCourses = ({ db }: Context, query: StaffCoursesQuery) =>
  readRows(db, query, maxExportedRows, 0);

async function readRows(
  db: Db,
  query: StaffCoursesQuery,
  limit: number,
  offset: number,
): Promise<StaffCourseRow[]> {
  const rows = await db
    .select({
      course: courses,
      teacher: { userId: profiles.userId, name: profiles.name },
      students: db.$count(enrollments, and(eq(enrollments.courseId, courses.id), isEnrolled)),
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(matches(query))
    .orderBy(toOrder(query.sort, sortable, desc(courses.createdAt)), asc(courses.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ course, teacher, students }) => ({
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
  }));
}

function matches({ search, status }: StaffCoursesQuery): SQL | undefined {
  const folded = search ? foldForSearch(search) : "";
  const found = search
    ? or(
        eq(courses.id, search),
        eq(profiles.userId, search),
        ilike(courses.title, anywhere(search)),
        folded === "" ? undefined : ilike(profiles.searchName, anywhere(folded)),
      )
    : undefined;
  if (status === undefined) return found;
  const inState = status === "hidden" ? isNotNull(courses.hiddenAt) : eq(courses.status, status);
  return and(found, inState);
}
