/** The columns of course queries, including the teacher, the classes and the enrolled students. */
import { sql } from "drizzle-orm";
import { adultAge } from "#lib/people/people.options.ts";
import { isEnrolledSeat, isTeacherOf } from "../course-members/membership.ts";
import { courseSchedule, courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { type ClassCounts, proRataClasses } from "./late-joining.ts";
import { takenSeats } from "./taken-seats.ts";

/** The maximum number of students that a course in a list includes. */
const listedStudents = 5;

interface ClassRow {
  day: number;
  startTime: string;
  endTime: string;
}

// These subqueries run only for the rows of one page, using indexes on the course ID.
const classes = sql<ClassRow[]>`(
  select coalesce(json_agg(json_build_object(
    'day', class.day,
    'startTime', to_char(class.start_time, 'HH24:MI'),
    'endTime', to_char(class.end_time, 'HH24:MI')
  ) order by class.position), '[]'::json)
  from ${courseSchedule} class where class.course_id = ${courses.id}
)`;

const enrolledCount = sql<number>`(
  select count(*)::integer from ${enrollments} seat
  where seat.course_id = ${courses.id} and ${isEnrolledSeat}
)`;

export interface SeatRow {
  _id: string;
  name: string;
  profileImageUrl?: string;
}

/**
 * The enrolled students whom the viewer can see: all of them for the course's teacher, otherwise
 * known adults and the viewer, with the viewer first. Minors are included only in the count.
 */
const enrolledStudents = (viewerId: string | null, limit: number | null) => sql<SeatRow[]>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object(
    '_id', student.id, 'name', student.name, 'profileImageUrl', student.profile_image_url
  )) order by student.is_viewer desc, student.enrolled_at, student.id), '[]'::json)
  from (
    select person.id, person.name, person.profile_image_url, seat.enrolled_at,
      person.id is not distinct from ${viewerId} as is_viewer
    from ${enrollments} seat join ${profiles} person on person.id = seat.student_id
    where seat.course_id = ${courses.id} and ${isEnrolledSeat} and (
      person.age >= ${adultAge} or person.id = ${viewerId} or ${isTeacherOf(viewerId)}
    )
    order by is_viewer desc, seat.enrolled_at, person.id limit ${limit}
  ) student
)`;

const shared = () => ({
  course: courses,
  teacher: {
    id: profiles.id,
    name: profiles.name,
    profileImageUrl: profiles.profileImageUrl,
    timeZone: profiles.timeZone,
    gender: profiles.gender,
    ratingSum: profiles.ratingSum,
    ratingCount: profiles.ratingCount,
    offersTrials: profiles.offersTrials,
    verified: profiles.verified,
  },
  classes,
  enrolledCount,
  seatsLeft: sql<number>`greatest(0, ${courses.maxStudents} - ${takenSeats(courses.id)})::integer`,
  counts: proRataClasses(new Date()),
});

/** Columns for a query on courses that is inner-joined with the teacher's profile. */
export const listColumns = (viewerId: string | null) => ({
  ...shared(),
  students: enrolledStudents(viewerId, listedStudents),
});
export const detailColumns = (viewerId: string | null) => ({
  ...shared(),
  students: enrolledStudents(viewerId, null),
});

export interface CourseRow {
  course: typeof courses.$inferSelect;
  teacher: Pick<
    typeof profiles.$inferSelect,
    | "id"
    | "name"
    | "profileImageUrl"
    | "timeZone"
    | "gender"
    | "ratingSum"
    | "ratingCount"
    | "offersTrials"
    | "verified"
  >;
  classes: ClassRow[];
  enrolledCount: number;
  seatsLeft: number;
  counts: ClassCounts | null;
  students: SeatRow[];
}
