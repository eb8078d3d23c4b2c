/** What profiles of both roles show, to everybody and to their owner. */
import { sql } from "drizzle-orm";
import type { Gender, Role } from "#lib/people.options.ts";
import { users } from "../accounts/accounts.table.ts";
import { meanRating } from "../courses/course.view.ts";
import { attendances, meetings } from "../meetings/meetings.table.ts";
import { profiles } from "./people.table.ts";

type ProfileRow = typeof profiles.$inferSelect;

/** What is derived from rows of other nouns. */
export interface Figures {
  /** Different students with a seat in the teacher's courses. */
  studentsCount: number;
  /** Meetings that were attended, or held, and are over; and their length together. */
  lessonsCompleted: number;
  minutes: number;
}

/** Shown to everybody: no e-mail, phone, guardian or age. Absent fields have no value. */
export interface ProfileView {
  _id: string;
  id: string;
  role: Role;
  name: string;
  country: string;
  /** IANA name. */
  timeZone: string;
  gender?: Gender | undefined;
  nativeLanguage?: string | undefined;
  quranLevel?: string | undefined;
  spokenLanguages: string[];
  profileImageUrl?: string | undefined;
  createdAt: string;
  registrationDate: string;
  studentsCount: number;
  lessonsCompleted: number;
  quizzesPassed: number;
  /** Hours with two decimals. */
  totalHours: number;
  rating: number;
}

/** What the owner sees besides. */
export interface PrivateView {
  userId: string;
  email: string;
  phoneNumber?: string | undefined;
  age?: number | undefined;
}

/** Columns of a query on profiles, inner-joined with their accounts. */
export const profileColumns = { profile: profiles, email: users.email };

const length = sql`json_build_object(
  'lessons', count(*), 'minutes', coalesce(sum(meeting.duration), 0)
)`;
const isOver = (now: Date) => sql`(
  meeting.status = 'ended'
  or meeting.start_time + make_interval(mins => meeting.duration) <= ${now.toISOString()}::timestamptz
)`;

export interface Lessons {
  lessons: number;
  minutes: number;
}

/** Meetings that the student attended and that are over. */
export const attendedLessons = (now: Date) => sql<Lessons>`(
  select ${length} from ${attendances} attendance
  join ${meetings} meeting on meeting.id = attendance.meeting_id
  where attendance.student_id = ${profiles.id}
  and meeting.status <> 'cancelled' and ${isOver(now)}
)`;

/** Meetings that the teacher started and that are over. */
export const heldLessons = (now: Date) => sql<Lessons>`(
  select ${length} from ${meetings} meeting
  where meeting.teacher_id = ${profiles.id}
  and meeting.status in ('started', 'ended') and ${isOver(now)}
)`;

// Courses have no quizzes yet, so nobody has passed one.
const quizzesPassed = 0;

export function toProfile(profile: ProfileRow, figures: Figures): ProfileView {
  const createdAt = profile.createdAt.toISOString();
  return {
    _id: profile.id,
    id: profile.id,
    role: profile.role,
    name: profile.name,
    country: profile.country,
    timeZone: profile.timeZone,
    gender: profile.gender ?? undefined,
    nativeLanguage: profile.nativeLanguage ?? undefined,
    quranLevel: profile.quranLevel ?? undefined,
    spokenLanguages: profile.spokenLanguages,
    profileImageUrl: profile.profileImageUrl ?? undefined,
    createdAt,
    registrationDate: createdAt,
    studentsCount: figures.studentsCount,
    lessonsCompleted: figures.lessonsCompleted,
    quizzesPassed,
    totalHours: Math.round((figures.minutes / 60) * 100) / 100,
    rating: meanRating(profile.ratingSum, profile.ratingCount),
  };
}

export function toPrivate(profile: ProfileRow, email: string): PrivateView {
  return {
    userId: profile.userId,
    email,
    phoneNumber: profile.phoneNumber ?? undefined,
    age: profile.age ?? undefined,
  };
}
