/** Teachers as the API returns them: the columns to read, and the shapes of the JSON. */
import { sql } from "drizzle-orm";
import type {
  CertificationView,
  EducationView,
  IjazahView,
  ListedTeacher,
  OwnTeacher,
  TeacherView,
  TimeSlotView,
  VerificationView,
} from "#lib/people/people.responses.ts";
import { heldLessons, type Lessons } from "../attendance/lesson-figures.ts";
import { isPublicAlias } from "../catalog/course-visibility.ts";
import { isEnrolledSeat } from "../course-members/membership.ts";
import { courseListings } from "../db/tables/course-listings.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { certifications, educations, profiles } from "../db/tables/people.table.ts";
import { ijazahs, vettings } from "../db/tables/vetting.table.ts";
import { profileColumns, toPrivate, toProfile } from "./profile.view.ts";

const studentsCount = sql<number>`(
  select count(distinct seat.student_id)::integer
  from ${courses} course join ${enrollments} seat on seat.course_id = course.id
  where course.teacher_id = ${profiles.id} and ${isEnrolledSeat}
)`;

const certificationList = sql<CertificationView[]>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object(
    'name', entry.name, 'issuingAuthority', entry.issuing_authority, 'year', entry.year,
    'verificationUrl', entry.verification_url
  )) order by entry.position), '[]'::json)
  from ${certifications} entry where entry.teacher_id = ${profiles.id}
)`;

const educationList = sql<EducationView[]>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object(
    'degree', entry.degree, 'major', entry.major, 'institution', entry.institution,
    'year', entry.year
  )) order by entry.position), '[]'::json)
  from ${educations} entry where entry.teacher_id = ${profiles.id}
)`;

const ijazahList = sql<IjazahView[]>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object(
    'reading', entry.reading, 'year', entry.year, 'chain', entry.chain,
    'verificationUrl', entry.verification_url
  )) order by entry.position), '[]'::json)
  from ${ijazahs} entry where entry.teacher_id = ${profiles.id}
)`;

const verification = sql<VerificationView | null>`(
  select json_build_object('scope', vetting.scope, 'until', vetting.verified_until)
  from ${vettings} vetting
  where vetting.teacher_id = ${profiles.id} and ${profiles.verified}
  and vetting.verified_until is not null
)`;

const courseIds = (publishedOnly: boolean) => sql<string[]>`(
  select coalesce(json_agg(course.id order by course.created_at desc, course.id desc), '[]'::json)
  from ${courses} course
  where course.teacher_id = ${profiles.id}
  ${publishedOnly ? sql`and ${isPublicAlias}` : sql``}
)`;

interface Openings {
  seats: number;
  /** An instant as PostgreSQL writes it in JSON. */
  next: string | null;
}

/** The seats that are left in listed courses, and the next class of a course that has one. */
const openings = (now: Date) => sql<Openings>`(
  select json_build_object(
    'seats', coalesce(sum(course.max_students - taken_seats(course.id)), 0)::integer,
    'next', min(listing.next_class_at) filter (
      where listing.next_class_at > ${now.toISOString()}::timestamptz
    )
  )
  from ${courses} course join ${courseListings} listing on listing.course_id = course.id
  where course.teacher_id = ${profiles.id} and not listing.is_full
)`;

/** Columns of a query on teachers' profiles, inner-joined with their accounts. */
export const teacherColumns = (options: { publishedOnly: boolean }) => ({
  ...profileColumns,
  studentsCount,
  lessons: heldLessons(sql`${profiles.id}`, new Date()),
  verification,
  ijazahs: ijazahList,
  certifications: certificationList,
  educations: educationList,
  courseIds: courseIds(options.publishedOnly),
  openings: openings(new Date()),
});

interface TeacherRow {
  profile: typeof profiles.$inferSelect;
  email: string;
  studentsCount: number;
  lessons: Lessons;
  verification: VerificationView | null;
  ijazahs: IjazahView[];
  certifications: CertificationView[];
  educations: EducationView[];
  courseIds: string[];
  openings: Openings;
}

export function toTeacher(row: TeacherRow): TeacherView {
  const { profile, lessons, studentsCount, openings } = row;
  return {
    ...toProfile(profile, {
      studentsCount,
      lessonsCompleted: lessons.lessons,
      minutes: lessons.minutes,
      // Only students take quizzes.
      quizzesPassed: 0,
    }),
    bio: profile.bio ?? undefined,
    specializations: profile.specializations,
    yearsOfExperience: profile.yearsOfExperience ?? undefined,
    hourlyRate: profile.hourlyRate ?? undefined,
    verified: profile.verified,
    verification: row.verification ?? undefined,
    offersTrials: profile.offersTrials,
    reviewCount: profile.ratingCount,
    seatsLeft: openings.seats,
    nextClassAt: openings.next === null ? undefined : new Date(openings.next).toISOString(),
    ijazahs: row.ijazahs,
    certifications: row.certifications,
    educationBackground: row.educations,
  };
}

export function toListedTeacher(row: TeacherRow): ListedTeacher {
  return { ...toTeacher(row), courses: row.courseIds };
}

export function toOwnTeacher(row: TeacherRow, availableTimeSlots: TimeSlotView[]): OwnTeacher {
  return {
    ...toListedTeacher(row),
    ...toPrivate(row.profile, row.email),
    availableTimeSlots,
    enrolledCourses: [],
  };
}
