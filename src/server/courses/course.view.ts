/** Courses as the wire shows them: the columns to read, and their shape. */
import { sql } from "drizzle-orm";
import type { CourseLevel, CourseStatus } from "#lib/courses.ts";
import { toDollars } from "#lib/money.ts";
import type { WeeklyTime } from "#lib/people.ts";
import { dayOfNumber } from "#lib/time.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { profiles } from "../people/people.table.ts";
import { courseSchedule, courses } from "./courses.table.ts";

/** A person as courses name one. */
export interface PersonRef {
  _id: string;
  name: string;
  profileImageUrl?: string;
}

export interface CourseView {
  _id: string;
  title: string;
  description: string;
  level: CourseLevel;
  category?: string | undefined;
  language?: string | undefined;
  imageUrl: string[];
  topics: string[];
  objectives: string[];
  requirements: string[];
  /** Dollars. */
  price: number;
  hasDiscount: boolean;
  discountPrice?: number | undefined;
  /** Weeks. */
  duration: number;
  /** YYYY-MM-DD in the teacher's zone; drafts may lack them. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  schedule: WeeklyTime[];
  /** IANA zone of dates and classes: the teacher's. */
  timeZone: string;
  maxStudents: number;
  status: CourseStatus;
  verified: boolean;
  rating: number;
  ratingCount: number;
  /** Students with a final enrolment: all of them in a course's detail, the first five in lists. */
  enrolledStudentIds: PersonRef[];
  /** How many there are in all. */
  enrolledCount: number;
  teacherId: PersonRef;
  createdAt: string;
  updatedAt?: string | undefined;
}

/** How many students a course in a list names. */
const listedStudents = 5;

interface ClassRow {
  day: number;
  startTime: string;
  endTime: string;
}

// Each of the three is read for the rows of one page only, and by an index on the course's id.
const classes = sql<ClassRow[]>`(
  select coalesce(json_agg(json_build_object(
    'day', class.day,
    'startTime', to_char(class.start_time, 'HH24:MI'),
    'endTime', to_char(class.end_time, 'HH24:MI')
  ) order by class.position), '[]'::json)
  from ${courseSchedule} class where class.course_id = ${courses.id}
)`;

const enrolledCount = sql<number>`(
  select count(*)::integer from ${enrolments} seat
  where seat.course_id = ${courses.id} and seat.status = 'enrolled'
)`;

const enrolledStudents = (most: number | null) => sql<PersonRef[]>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object(
    '_id', student.id, 'name', student.name, 'profileImageUrl', student.profile_image_url
  )) order by student.enrolled_at, student.id), '[]'::json)
  from (
    select person.id, person.name, person.profile_image_url, seat.enrolled_at
    from ${enrolments} seat join ${profiles} person on person.id = seat.student_id
    where seat.course_id = ${courses.id} and seat.status = 'enrolled'
    order by seat.enrolled_at, person.id limit ${most}
  ) student
)`;

const shared = {
  course: courses,
  teacher: {
    id: profiles.id,
    name: profiles.name,
    profileImageUrl: profiles.profileImageUrl,
    timeZone: profiles.timeZone,
  },
  classes,
  enrolledCount,
};

/** Columns of a query on courses, inner-joined with the teacher's profile. */
export const listColumns = { ...shared, students: enrolledStudents(listedStudents) };
export const detailColumns = { ...shared, students: enrolledStudents(null) };

interface CourseRow {
  course: typeof courses.$inferSelect;
  teacher: { id: string; name: string; profileImageUrl: string | null; timeZone: string };
  classes: ClassRow[];
  enrolledCount: number;
  students: PersonRef[];
}

/** The mean of so many ratings, with two decimals; 0 while there are none. */
export function meanRating(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round((sum / count) * 100) / 100;
}

/** What may be shown of a course to whoever may see it. Absent fields have no value. */
export function toCourse({ course, teacher, ...row }: CourseRow): CourseView {
  return {
    _id: course.id,
    title: course.title,
    description: course.description,
    level: course.level,
    category: course.category ?? undefined,
    language: course.language ?? undefined,
    imageUrl: course.imageUrls,
    topics: course.topics,
    objectives: course.objectives,
    requirements: course.requirements,
    price: toDollars(course.priceCents),
    hasDiscount: course.hasDiscount,
    discountPrice:
      course.discountPriceCents === null ? undefined : toDollars(course.discountPriceCents),
    duration: course.duration,
    startDate: course.startDate ?? undefined,
    endDate: course.endDate ?? undefined,
    schedule: row.classes.map(({ day, ...times }) => ({ day: dayOfNumber(day), ...times })),
    timeZone: teacher.timeZone,
    maxStudents: course.maxStudents,
    status: course.status,
    verified: course.verified,
    rating: meanRating(course.ratingSum, course.ratingCount),
    ratingCount: course.ratingCount,
    enrolledStudentIds: row.students,
    enrolledCount: row.enrolledCount,
    teacherId: {
      _id: teacher.id,
      name: teacher.name,
      ...(teacher.profileImageUrl ? { profileImageUrl: teacher.profileImageUrl } : {}),
    },
    createdAt: course.createdAt.toISOString(),
    updatedAt: course.updatedAt?.toISOString(),
  };
}
