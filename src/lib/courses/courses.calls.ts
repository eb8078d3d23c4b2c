import { getTexts } from "#translations/courses.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { sendRequest } from "../client/http.ts";
import { readList, readObject } from "../client/readers.ts";
import { describeCourseNotLoaded } from "./course-not-loaded.ts";
import type { CourseView, PersonRef } from "./courses.responses.ts";

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

const t = getTexts("courses");

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

/** Fetches published courses, which anyone may see. */
export async function fetchCourses(query = ""): Promise<ApiCourse[]> {
  return readList<ApiCourse>(await sendRequest(`/courses${query}`), "courses");
}
