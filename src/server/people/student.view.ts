/** Students as the API returns them: the columns to read, and the shapes of the JSON. */
import { sql } from "drizzle-orm";
import type { EnrolledCourse, OwnStudent, StudentView } from "#lib/people/people.responses.ts";
import { attendedLessons, type Lessons, passedQuizzes } from "../attendance/lesson-figures.ts";
import { isPublicAlias } from "../catalog/course-visibility.ts";
import { isEnrolledSeat } from "../course-members/membership.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { profileColumns, toPrivate, toProfile } from "./profile.view.ts";

interface EnrollmentRow {
  courseId: string;
  /** Milliseconds since the Unix epoch. */
  enrolledAt: number;
  endDate: string | null;
}

const enrollmentList = (publishedOnly: boolean) => sql<EnrollmentRow[]>`(
  select coalesce(json_agg(json_build_object(
    'courseId', course.id,
    'enrolledAt', (extract(epoch from seat.enrolled_at) * 1000)::bigint,
    'endDate', course.end_date
  ) order by seat.enrolled_at desc, seat.id), '[]'::json)
  from ${enrollments} seat join ${courses} course on course.id = seat.course_id
  where seat.student_id = ${profiles.id} and ${isEnrolledSeat}
  ${publishedOnly ? sql`and ${isPublicAlias}` : sql``}
)`;

/** Columns of a query on students' profiles, inner-joined with their accounts. */
export const studentColumns = (options: { publishedOnly: boolean }) => ({
  ...profileColumns,
  lessons: attendedLessons(sql`${profiles.id}`, new Date()),
  quizzesPassed: passedQuizzes(sql`${profiles.id}`),
  enrollments: enrollmentList(options.publishedOnly),
});

interface StudentRow {
  profile: typeof profiles.$inferSelect;
  email: string;
  lessons: Lessons;
  quizzesPassed: number;
  enrollments: EnrollmentRow[];
}

/** The student, as shown to people who may see the profile. */
export function toStudent({ profile, lessons, ...row }: StudentRow): StudentView {
  const today = new Date().toISOString().slice(0, 10);
  const enrolledCourses = row.enrollments.map(
    ({ courseId, enrolledAt, endDate }): EnrolledCourse => ({
      courseId,
      status: endDate !== null && endDate < today ? "completed" : "active",
      enrollmentDate: new Date(enrolledAt).toISOString(),
    }),
  );
  return {
    ...toProfile(profile, {
      // Students don't teach anyone.
      studentsCount: 0,
      lessonsCompleted: lessons.lessons,
      minutes: lessons.minutes,
      quizzesPassed: row.quizzesPassed,
    }),
    learningGoals: profile.learningGoals,
    preferredTeachingMethods: profile.preferredTeachingMethods,
    featured: profile.featured,
    enrolledCourses,
    completedCourses: enrolledCourses
      .filter(({ status }) => status === "completed")
      .map(({ courseId, enrollmentDate }) => ({ courseId, enrollmentDate })),
  };
}

export function toOwnStudent(row: StudentRow): OwnStudent {
  return {
    ...toStudent(row),
    ...toPrivate(row.profile, row.email),
    parentGuardianName: row.profile.parentGuardianName ?? undefined,
    parentGuardianContact: row.profile.parentGuardianContact ?? undefined,
    availableTimeSlots: [],
  };
}
