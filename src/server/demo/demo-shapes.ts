/** The types of the demo data. */
import type { CreateCourseInput, UpdateCourseInput } from "#lib/courses/courses.ts";
import type { StudentProfileInput, TeacherProfileInput, WeeklyTime } from "#lib/people/people.ts";
import type { CreateReviewInput } from "#lib/reviews/reviews.ts";

/** The password of all demo accounts. */
export const demoPassword = "halaqa-demo";

/** The course with the ongoing class, and the ID of that class. */
export const liveCourseKey = "tajweed-first-letter";
export const liveClassId = "cls_demoLiveClass";

/** A person's email address, derived from the key: `student` is student@halaqa.test. */
export function demoEmail(key: string): string {
  return `${key}@halaqa.test`;
}

export interface DemoTeacher {
  key: string;
  profile: TeacherProfileInput;
  /** The weekly availability, in the teacher's time zone. */
  timeSlots: WeeklyTime[];
  /** Whether the teacher can sell courses and hold classes. */
  isEquipped: boolean;
  /** Where the teacher is paid, if it isn't the platform's country. */
  payoutCountry?: string;
  /** Whether staff verified the teacher. */
  isVerified: boolean;
}

export interface DemoStudent {
  key: string;
  profile: StudentProfileInput;
  /** Whether the student is in the featured list. */
  isFeatured?: boolean;
}

type CourseFields = Omit<
  CreateCourseInput,
  "level" | "status" | "startDate" | "endDate" | "schedule"
>;

export interface DemoCourse extends CourseFields {
  key: string;
  /** The key of the teacher. */
  teacher: string;
  level: NonNullable<UpdateCourseInput["level"]>;
  status: CreateCourseInput["status"];
  schedule: WeeklyTime[];
  /** Weeks until the course starts. Negative for courses that have started. */
  beginsInWeeks: number;
  /** The topics of the first classes, in order. */
  lessons: string[];
  /** The keys of the enrolled students, in the order of enrollment. */
  students: string[];
}

/** A review of a course, or of the app if no course is given. */
export interface DemoReview extends Pick<CreateReviewInput, "rating" | "content"> {
  author: string;
  course?: string;
}

/** A comment on a course. */
export interface DemoComment {
  key: string;
  course: string;
  author: string;
  content: string;
}
