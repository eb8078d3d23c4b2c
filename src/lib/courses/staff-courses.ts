/** What staff enter about courses: the query of their list, and why they show a course again. */
import * as z from "zod/mini";
import { reasonInput, seenInstant, staffTableQuery } from "../staff/staff.ts";

export const staffCourseFilters = ["status"] as const;
export const staffCourseStates = ["published", "draft", "archived", "hidden"] as const;

export const staffCoursesQuery = z.object({
  ...staffTableQuery,
  status: z.catch(z.optional(z.enum(staffCourseStates)), undefined),
});
export type StaffCoursesQuery = z.output<typeof staffCoursesQuery>;

export const showCourseInput = z.object({
  reason: reasonInput,
  /**
   * Since when the course was hidden when staff decided. A course that someone else has hidden again
   * stays hidden. Missing in requests of older pages.
   */
  seenSince: z.optional(seenInstant),
});
export type ShowCourseInput = z.output<typeof showCourseInput>;
