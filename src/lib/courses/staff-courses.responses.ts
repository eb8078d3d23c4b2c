/** Courses as staff see them. */
import * as z from "zod/mini";
import { staffTableSchema } from "../staff/staff.responses.ts";

export const staffCourseRowSchema = z.object({
  _id: z.string(),
  title: z.string(),
  status: z.string(),
  teacher: z.object({ userId: z.string(), name: z.string() }),
  students: z.int(),
  maxStudents: z.int(),
  /** In dollars. */
  price: z.number(),
  hidden: z.nullable(z.object({ since: z.string(), reason: z.string() })),
  createdAt: z.string(),
});
export type StaffCourseRow = z.output<typeof staffCourseRowSchema>;

export const staffCoursesSchema = staffTableSchema(staffCourseRowSchema);
