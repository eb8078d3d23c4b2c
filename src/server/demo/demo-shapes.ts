/** The shapes in which the demo's data is written down. */
import type { CreateCourseInput, UpdateCourseInput } from "#lib/courses/courses.ts";
import type { StudentProfileInput, TeacherProfileInput, WeeklyTime } from "#lib/people/people.ts";
import type { CreateReviewInput } from "#lib/reviews/reviews.ts";

/** The password of all demo accounts. */
export const demoPassword = "halaqa-demo";

/** A person's address starts with the key: `student` is student@halaqa.test. */
export function demoEmail(key: string): string {
  return `${key}@halaqa.test`;
}

export interface DemoTeacher {
  key: string;
  profile: TeacherProfileInput;
  /** Hours that are free for private lessons, in the teacher's zone. */
  timeSlots: WeeklyTime[];
  /** Whether the teacher can sell courses and hold classes. */
  isEquipped: boolean;
  /** Checked by the platform. */
  isVerified: boolean;
}

export interface DemoStudent {
  key: string;
  profile: StudentProfileInput;
  /** Shown among the featured students. */
  isFeatured?: boolean;
}

type CourseFields = Omit<
  CreateCourseInput,
  "level" | "status" | "startDate" | "endDate" | "schedule"
>;

export interface DemoCourse extends CourseFields {
  key: string;
  /** Key of the teacher. */
  teacher: string;
  level: NonNullable<UpdateCourseInput["level"]>;
  status: CreateCourseInput["status"];
  schedule: WeeklyTime[];
  /** Weeks until the course starts. Negative for courses that have started. */
  beginsInWeeks: number;
  isVerified?: boolean;
  /** What the first classes are about, in order. */
  lessons: string[];
  /** Keys of the enrolled, in the order in which they came. */
  students: string[];
}

/** A review of a course, or of the product if no course is given. */
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
