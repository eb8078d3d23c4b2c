/** Calls that create, change, delete and cancel a teacher's courses. */
import { getTexts } from "#translations/courses.ts";
import { callApi } from "../client/api-client.ts";
import { successWithoutBody } from "../client/http.ts";
import { readMessage, readObject } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { ApiCourse } from "./courses.calls.ts";
import type { CreateCourseInput, UpdateCourseInput } from "./courses.ts";

const t = getTexts("courses");

/** Creates a course. Another back end may omit it from the response. */
export async function createCourse(input: CreateCourseInput): Promise<ApiCourse | undefined> {
  const body = await callApi(
    "/courses",
    { method: "POST", body: input, fallback: t("call.create") },
    generalMessages.noToken,
  );
  return readObject<ApiCourse>(body);
}

/** Changes a course. Another back end may omit it from the response. */
export async function updateCourse(
  id: string,
  input: UpdateCourseInput,
): Promise<ApiCourse | undefined> {
  const body = await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { method: "PUT", body: input, fallback: t("call.update") },
    t("call.missingSession"),
  );
  return readObject<ApiCourse>(body);
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
