/** The query of staff's list of courses. */
import * as z from "zod/mini";
import { staffTableQuery } from "../staff/staff.ts";

export const staffCourseFilters = ["status"] as const;
export const staffCourseStates = ["published", "draft", "archived", "hidden"] as const;

export const staffCoursesQuery = z.object({
  ...staffTableQuery,
  status: z.catch(z.optional(z.enum(staffCourseStates)), undefined),
});
export type StaffCoursesQuery = z.output<typeof staffCoursesQuery>;
