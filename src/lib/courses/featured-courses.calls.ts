/** Fetches public courses without an access token. */
import { getTexts } from "#translations/errors.ts";
import { messageOf } from "../client/api-error.ts";
import { sendRequest } from "../client/http.ts";
import { readList } from "../client/readers.ts";
import { type ApiCourse, fetchCourses } from "./courses.calls.ts";

const t = getTexts("errors");

const featuredCourses = 6;

/**
 * Fetches the featured courses of the home page. If the call fails, the error is logged to the
 * console and the same number of courses is fetched from the public list.
 * @throws ApiError if the second call fails too.
 */
export async function fetchFeaturedCourses(): Promise<ApiCourse[]> {
  const query = `?limit=${featuredCourses}`;
  try {
    const body = await sendRequest(`/courses${query}`, {
      headers: { "Content-Type": "application/json" },
      fallback: t("featuredFailed"),
    });
    return readList<ApiCourse>(body, "courses").slice(0, featuredCourses);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification requires logging it without showing it
    console.error(messageOf(error));
    return (await fetchCourses(query)).slice(0, featuredCourses);
  }
}
