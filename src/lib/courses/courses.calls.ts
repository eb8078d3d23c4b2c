import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { sendRequest, successWithoutBody } from "../client/http.ts";
import { readList, readMessage, readNumber, readObject } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { Profile } from "../people/profile.store.ts";
import type { CourseView, PersonRef } from "./courses.responses.ts";
import { courseNotLoaded } from "./courses.rules.ts";
import type { CreateCourseInput, UpdateCourseInput } from "./courses.ts";

/** A person in a course response. */
export type ApiPersonRef = Pick<PersonRef, "_id"> & Partial<PersonRef>;

/** Course fields that another back end may send in a different form. */
interface LooseFields {
  level?: string;
  status?: string;
  refundPolicy?: string;
  imageUrl?: string | string[];
  duration?: number | string;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  discountPrice?: number | null | undefined;
  schedule?: { day: string; startTime: string; endTime: string }[];
  teacherId?: string | ApiPersonRef;
  enrolledStudentIds?: (string | ApiPersonRef)[];
}

/** A course. Another back end may omit every field except the ID. */
export interface ApiCourse
  extends Pick<CourseView, "_id">,
    Partial<Omit<CourseView, "_id" | keyof LooseFields>>,
    LooseFields {}

/** Whether the teacher owns the course. `teacherId` is either an ID or an object. */
export function isTaughtBy({ teacherId }: Pick<ApiCourse, "teacherId">, profileId: string) {
  return (typeof teacherId === "object" ? teacherId._id : teacherId) === profileId;
}

const needed = generalMessages.noToken;
const expired = generalMessages.authenticationError;

/** The teacher's own courses, including drafts and archived ones. */
export async function fetchTeacherCourses(): Promise<ApiCourse[]> {
  const body = await callApi(
    "/courses/teacher",
    { fallback: "Failed to fetch teacher courses" },
    expired,
  );
  return readList<ApiCourse>(body, "courses", true);
}

/** The courses in which the student is enrolled. */
export async function fetchStudentCourses(profileId: string): Promise<ApiCourse[]> {
  const body = await callApi(
    `/courses/student/${encodeURIComponent(profileId)}`,
    { fallback: "Failed to fetch student courses" },
    expired,
  );
  return readList<ApiCourse>(body, "courses", true);
}

/** The maximum number of pages of the public list that are searched for a user's own courses. */
const maxPages = 10;

/**
 * Finds the published courses of a teacher or student in the public list. A fallback if the calls
 * above fail.
 * @throws ApiError 'Failed to fetch courses: {status}'.
 */
export async function fetchOwnCoursesFromList(profile: Profile): Promise<ApiCourse[]> {
  const enrolled = new Set(
    profile.enrolledCourses?.map((entry) => (typeof entry === "string" ? entry : entry.courseId)),
  );
  const isOwn = ({ _id, teacherId }: ApiCourse): boolean =>
    profile.role === "teacher" ? isTaughtBy({ teacherId }, profile._id) : enrolled.has(_id);
  const found: ApiCourse[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page += 1) {
    const body = await sendRequest(`/courses?page=${page}&limit=100`).catch((error: unknown) => {
      const status = error instanceof ApiError ? error.status : 0;
      throw new ApiError(`Failed to fetch courses: ${status}`, status);
    });
    found.push(...readList<ApiCourse>(body, "courses").filter(isOwn));
    pages = readNumber(body, "pages") ?? 1;
  }
  return found;
}

/** Fetches one course, as visible to the logged-in user. */
export async function fetchCourse(id: string): Promise<ApiCourse> {
  const missing = "Course ID or authentication token is missing";
  if (!id) throw new ApiError(missing, 400);
  const body = await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { fallback: courseNotLoaded },
    missing,
  );
  const course = readObject<ApiCourse>(body);
  if (!course) throw new ApiError("No course data received from the server", 200);
  return course;
}

export async function createCourse(input: CreateCourseInput): Promise<void> {
  await callApi(
    "/courses",
    { method: "POST", body: input, fallback: "Failed to create course" },
    needed,
  );
}

export async function updateCourse(id: string, input: UpdateCourseInput): Promise<void> {
  await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { method: "PUT", body: input, fallback: "Failed to update course" },
    "Authentication required or course ID missing",
  );
}

/** Deletes the course. @returns the success message. */
export async function deleteCourse(id: string): Promise<string> {
  const body = await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { method: "DELETE", fallback: "Failed to delete course" },
    "Authentication required or course ID missing",
  );
  const message = readMessage(body);
  return message && message !== successWithoutBody ? message : "Course deleted successfully";
}

/** Cancels the course and refunds all students. @returns the success message. */
export async function cancelCourse(id: string): Promise<string> {
  const body = await callApi(
    `/courses/${encodeURIComponent(id)}/cancel`,
    { method: "POST", body: {}, fallback: "Failed to cancel course" },
    "Authentication required or course ID missing",
  );
  return readMessage(body) ?? "Course canceled";
}

/** Fetches published courses, which anyone may see. */
export async function fetchCourses(query = ""): Promise<ApiCourse[]> {
  return readList<ApiCourse>(await sendRequest(`/courses${query}`), "courses");
}
