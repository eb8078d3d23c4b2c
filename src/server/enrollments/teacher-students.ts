/** A teacher's students: one row for each seat in the teacher's courses. */
import { and, asc, count, desc, eq, like, or, type SQL, sql } from "drizzle-orm";
import type {
  TeacherStudentList,
  TeacherStudentRow,
} from "#lib/enrollments/enrollments.responses.ts";
import {
  type StudentSort,
  type TeacherStudentsQuery,
  teacherStudentsPageSize,
} from "#lib/enrollments/teacher-students.ts";
import { pageFigures, readPaging } from "#lib/paging/paging.ts";
import { toDollars } from "#lib/payments/money.ts";
import { containsPattern, foldForSearch } from "#lib/text/search-text.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import { classProgress } from "../attendance/class-progress.ts";
import type { Context } from "../context.ts";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { refundableCents } from "../payments/refunds/refundable.ts";

type Filter = Pick<TeacherStudentsQuery, "search" | "sort" | "order">;

/**
 * One page of the acting teacher's students. @throws AppError `forbidden` unless the actor is a
 * teacher.
 */
export async function listTeacherStudents(
  context: Context,
  actor: Actor,
  query: TeacherStudentsQuery = {},
): Promise<TeacherStudentList> {
  const { profile } = requireTeacher(actor);
  const paging = readPaging(query, teacherStudentsPageSize);
  const fits = fitting(profile.id, query.search);
  const [students, [counted]] = await Promise.all([
    selectSeats(context.db, fits, query)
      .limit(paging.limit)
      .offset((paging.page - 1) * paging.limit),
    context.db
      .select({ total: count() })
      .from(enrollments)
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
      .where(fits),
  ]);
  return { students: students.map(toRow), ...pageFigures(counted?.total ?? 0, paging) };
}

/**
 * All of the acting teacher's students, for an export. @throws AppError `forbidden` unless the
 * actor is a teacher.
 */
export async function listAllTeacherStudents(
  context: Context,
  actor: Actor,
  filter: Filter = {},
): Promise<TeacherStudentRow[]> {
  const { profile } = requireTeacher(actor);
  const rows = await selectSeats(context.db, fitting(profile.id, filter.search), filter);
  return rows.map(toRow);
}

function fitting(teacherId: string, search = ""): SQL | undefined {
  const pattern = containsPattern(search);
  return and(
    isTeacherOf(teacherId),
    isEnrolled,
    foldForSearch(search) === ""
      ? undefined
      : or(like(profiles.searchName, pattern), like(courses.searchTitle, pattern)),
  );
}

function selectSeats(db: Db, condition: SQL | undefined, filter: Filter) {
  const seat = {
    courseId: sql`${courses.id}`,
    studentId: sql`${enrollments.studentId}`,
    enrolledAt: sql`${enrollments.enrolledAt}`,
  };
  const progress = classProgress(seat, new Date());
  const share = sql`${progress.done}::real / nullif(${progress.total}, 0)`;
  const keys: Record<StudentSort, SQL> = {
    student: sql`${profiles.searchName}`,
    course: sql`${courses.searchTitle}`,
    progress: share,
    joined: sql`${enrollments.enrolledAt}`,
  };
  const sort = filter.sort || "joined";
  const direction = (filter.order || (sort === "joined" ? "desc" : "asc")) === "asc" ? asc : desc;
  return (
    db
      .select({
        id: enrollments.id,
        joinedAt: enrollments.enrolledAt,
        amountCents: enrollments.amountCents,
        refundableCents,
        student: {
          id: profiles.id,
          name: profiles.name,
          profileImageUrl: profiles.profileImageUrl,
        },
        course: { id: courses.id, title: courses.title },
        progress,
      })
      .from(enrollments)
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
      .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
      .where(condition)
      // Ordering by ID last makes the order stable, so that no seat appears on two pages or on
      // none.
      .orderBy(sql`${direction(keys[sort])} nulls last`, direction(enrollments.id))
      .$dynamic()
  );
}

type SeatRow = Awaited<ReturnType<typeof selectSeats>>[number];

function toRow(seat: SeatRow): TeacherStudentRow {
  const { id, joinedAt, amountCents, refundableCents, student, course, progress } = seat;
  if (!joinedAt) throw new Error(`The seat ${id} has a final status but no time`);
  return {
    enrollmentId: id,
    student: {
      _id: student.id,
      name: student.name,
      profileImageUrl: student.profileImageUrl ?? undefined,
    },
    course: { _id: course.id, title: course.title },
    progress,
    joinedAt: joinedAt.toISOString(),
    amount: toDollars(amountCents),
    refundable: toDollars(refundableCents),
  };
}
