/** The query for a course as staff see it. */
import { queryOptions } from "../client/query-client.ts";
import { fetchStaffCourse } from "./staff-courses.calls.ts";

export const staffCourseOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["courses", "staff", courseId],
    queryFn: () => fetchStaffCourse(courseId),
  });
