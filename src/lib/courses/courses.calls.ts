import { getTexts } from "#translations/courses.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { sendRequest, successWithoutBody } from "../client/http.ts";
import { readList, readMessage, readNumber, readObject } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { Profile } from "../people/profile.store.ts";
import { describeCourseNotLoaded } from "./course-labels.ts";
import type { CourseView, PersonRef } from "./courses.responses.ts";
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

/** The texts of a course, which only its own pages show. A course has up to 25 kB of them. */
const texts = ["description", "topics", "objectives", "requirements"] as const;

/** A course in a list of the user's own. */
export type ListedCourse = Omit<ApiCourse, (typeof texts)[number]>;

/** Pages contain the lists that they show, so a list of many courses has no texts. */
function toListed(course: ApiCourse): ListedCourse {
  const listed = { ...course };
  for (const text of texts) delete listed[text];
  return listed;
}

/** Whether the teacher owns the course. `teacherId` is either an ID or an object. */
export function isTaughtBy({ teacherId }: Pick<ApiCourse, "teacherId">, profileId: string) {
  return (typeof teacherId === "object" ? teacherId._id : teacherId) === profileId;
}

const t = getTexts("courses");

/** The teacher's own courses, including drafts and archived ones. */
export async function fetchTeacherCourses(): Promise<ListedCourse[]> {
  const body = await callApi(
    "/courses/teacher",
    { fallback: t("call.teacherCourses") },
    generalMessages.authenticationError,
  );
  return readList<ApiCourse>(body, "courses", true).map(toListed);
}

/** The courses in which the student is enrolled. */
export async function fetchStudentCourses(profileId: string): Promise<ListedCourse[]> {
  const body = await callApi(
    `/courses/student/${encodeURIComponent(profileId)}`,
    { fallback: t("call.studentCourses") },
    generalMessages.authenticationError,
  );
  return readList<ApiCourse>(body, "courses", true).map(toListed);
}

/** The maximum number of pages of the public list that are searched for a user's own courses. */
const maxPages = 10;

/**
 * Finds the published courses of a teacher or student in the public list. A fallback if the calls
 * above fail.
 * @throws ApiError 'Failed to fetch courses: {status}'.
 */
export async function fetchOwnCoursesFromList(profile: Profile): Promise<ListedCourse[]> {
  const enrolled = new Set(
    profile.enrolledCourses?.map((entry) => (typeof entry === "string" ? entry : entry.courseId)),
  );
  const isOwn = ({ _id, teacherId }: ApiCourse): boolean =>
    profile.role === "teacher" ? isTaughtBy({ teacherId }, profile._id) : enrolled.has(_id);
  const found: ListedCourse[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page += 1) {
    const body = await sendRequest(`/courses?page=${page}&limit=100`).catch((error: unknown) => {
      const status = error instanceof ApiError ? error.status : 0;
      throw new ApiError(t("call.list", { status: String(status) }), status);
    });
    found.push(...readList<ApiCourse>(body, "courses").filter(isOwn).map(toListed));
    pages = readNumber(body, "pages") ?? 1;
  }
  return found;
}

/** Fetches one course, as visible to the logged-in user. */
export async function fetchCourse(id: string): Promise<ApiCourse> {
  const missing = t("call.missingId");
  if (!id) throw new ApiError(missing, 400);
  const body = await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { fallback: describeCourseNotLoaded() },
    missing,
  );
  const course = readObject<ApiCourse>(body);
  if (!course) throw new ApiError(t("call.noData"), 200);
  return course;
}

export async function createCourse(input: CreateCourseInput): Promise<void> {
  await callApi(
    "/courses",
    { method: "POST", body: input, fallback: t("call.create") },
    generalMessages.noToken,
  );
}

export async function updateCourse(id: string, input: UpdateCourseInput): Promise<void> {
  await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { method: "PUT", body: input, fallback: t("call.update") },
    t("call.missingSession"),
  );
}

/** Deletes the course. @returns the success message. */
export async function deleteCourse(id: string): Promise<string> {
  const body = await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { method: "DELETE", fallback: t("call.delete") },
    t("call.missingSession"),
  );
  const message = readMessage(body);
  return message && message !== successWithoutBody() ? message : t("call.deleted");
}

/** Cancels the course and refunds all students. @returns the success message. */
export async function cancelCourse(id: string): Promise<string> {
  const body = await callApi(
    `/courses/${encodeURIComponent(id)}/cancel`,
    { method: "POST", body: {}, fallback: t("call.cancel") },
    t("call.missingSession"),
  );
  return readMessage(body) ?? t("call.canceled");
}

/** Fetches published courses, which anyone may see. */
export async function fetchCourses(query = ""): Promise<ApiCourse[]> {
  return readList<ApiCourse>(await sendRequest(`/courses${query}`), "courses");
}
