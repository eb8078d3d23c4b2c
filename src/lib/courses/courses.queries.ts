/** Queries for one course. */
import { queryOptions } from "../client/query-client.ts";
import { fetchCourse } from "./courses.calls.ts";

/** One course, as visible to the user. */
export const courseOptions = (courseId: string) =>
  queryOptions({ queryKey: ["courses", "one", courseId], queryFn: () => fetchCourse(courseId) });
