/** Lists of courses: the catalogue, a teacher's, a student's. */
import { and, arrayContains, asc, count, desc, eq, inArray, like, type SQL } from "drizzle-orm";
import {
  anyCategory,
  anyLevel,
  type CourseListQuery,
  type CourseSort,
  defaultListLimit,
} from "#lib/courses.ts";
import { AppError } from "#lib/errors.ts";
import { type PageFigures, pageFigures, readPaging } from "#lib/paging.ts";
import { containsPattern, foldForSearch } from "#lib/search-text.ts";
import { type Actor, requireProfile, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { teacherNotFound } from "../people/not-found.ts";
import { profiles } from "../people/people.table.ts";
import { type CourseView, toCourse } from "./course.view.ts";
import { listColumns } from "./course-columns.ts";
import { courses } from "./courses.table.ts";

export interface CourseList extends PageFigures {
  courses: CourseView[];
}

// The id comes last, so that no course stands on two pages or on none.
const orders: Record<CourseSort, SQL[]> = {
  newest: [desc(courses.createdAt), desc(courses.id)],
  "price-asc": [asc(courses.priceCents), asc(courses.id)],
  "price-desc": [desc(courses.priceCents), desc(courses.id)],
  popularity: [desc(courses.ratingCount), desc(courses.id)],
};

/** One page of the published courses that fit the query, the same for everybody. */
export async function listCourses(
  context: Context,
  _actor: Actor | undefined,
  query: CourseListQuery = {},
): Promise<CourseList> {
  const { db } = context;
  const paging = readPaging(query, defaultListLimit);
  const order = orders[query.sort || "newest"];
  const fits = fitting(query);
  // Only the ids of the rows before the page are read, from an index.
  const page = db
    .select({ id: courses.id })
    .from(courses)
    .where(fits)
    .orderBy(...order)
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit)
    .as("page");
  const [rows, [counted]] = await Promise.all([
    db
      .select(listColumns)
      .from(page)
      .innerJoin(courses, eq(courses.id, page.id))
      .innerJoin(profiles, eq(profiles.id, courses.teacherId))
      .orderBy(...order),
    db.select({ total: count() }).from(courses).where(fits),
  ]);
  return { courses: rows.map(toCourse), ...pageFigures(counted?.total ?? 0, paging) };
}

function fitting({ search, level, category }: CourseListQuery): SQL | undefined {
  const conditions = [eq(courses.status, "published")];
  if (level && level !== anyLevel) conditions.push(eq(courses.level, level));
  if (category && category !== anyCategory) {
    conditions.push(arrayContains(courses.searchTopics, [foldForSearch(category)]));
  }
  if (search && foldForSearch(search) !== "") {
    conditions.push(like(courses.searchTitle, containsPattern(search)));
  }
  return and(...conditions);
}

/** The actor's own courses in every state, newest first. @throws 403 for anyone but teachers. */
export async function listOwnCourses(context: Context, actor: Actor): Promise<CourseView[]> {
  const { profile } = requireTeacher(actor);
  return readCourses(context.db, eq(courses.teacherId, profile.id));
}

/** A teacher's published courses, newest first. @throws 404 when there is no such teacher. */
export async function listTeacherCourses(
  context: Context,
  _actor: Actor,
  teacherId: string,
): Promise<CourseView[]> {
  const [teacher] = await context.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, teacherId), eq(profiles.role, "teacher")));
  if (!teacher) throw teacherNotFound();
  return readCourses(
    context.db,
    and(eq(courses.teacherId, teacherId), eq(courses.status, "published")),
  );
}

/**
 * The courses in which the student is enrolled, archived ones too, newest first.
 * @throws 403 for anyone but that student.
 */
export async function listStudentCourses(
  context: Context,
  actor: Actor,
  studentId: string,
): Promise<CourseView[]> {
  const { profile } = requireProfile(actor);
  if (profile.role !== "student" || profile.id !== studentId) {
    throw new AppError("forbidden", "You can only see your own courses.");
  }
  const enrolled = context.db
    .select({ courseId: enrolments.courseId })
    .from(enrolments)
    .where(and(eq(enrolments.studentId, studentId), eq(enrolments.status, "enrolled")));
  return readCourses(context.db, inArray(courses.id, enrolled));
}

/** Courses in their list shape, newest first. */
export async function readCourses(db: Db, condition: SQL | undefined): Promise<CourseView[]> {
  const rows = await db
    .select(listColumns)
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(condition)
    .orderBy(...orders.newest);
  return rows.map(toCourse);
}
