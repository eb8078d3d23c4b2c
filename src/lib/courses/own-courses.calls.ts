/** Calls for lists of the user's own courses. */
import { getTexts } from "#translations/courses.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { sendRequest } from "../client/http.ts";
import { readList, readNumber } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { Profile } from "../people/profile.store.ts";
import { type ApiCourse, isTaughtBy } from "./courses.calls.ts";

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
