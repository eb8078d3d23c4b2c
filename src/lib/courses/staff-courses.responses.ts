/** Courses as staff see them. */
import * as z from "zod/mini";
import { listedCaseSchema } from "../cases/cases.responses.ts";
import { staffLogEntrySchema, staffTableSchema } from "../staff/staff.responses.ts";

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

const staffSeatSchema = z.object({
  _id: z.string(),
  student: z.object({ userId: z.string(), name: z.string() }),
  status: z.string(),
  amountCents: z.int(),
  at: z.string(),
});

/** A course in any state, with what staff need to decide about it. */
export const staffCourseSchema = z.extend(staffCourseRowSchema, {
  /** Whether it has a public page. */
  isPublic: z.boolean(),
  canceledAt: z.nullable(z.string()),
  /** As the teacher wrote it, in Markdown. */
  description: z.string(),
  imageUrls: z.array(z.string()),
  topics: z.array(z.string()),
  objectives: z.array(z.string()),
  requirements: z.array(z.string()),
  /** Calendar dates. */
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  /** Seats that students hold until they have paid. */
  heldSeats: z.int(),
  /** Current students first. */
  seats: z.array(staffSeatSchema),
  payments: z.object({ count: z.int(), paidCents: z.int(), refundedCents: z.int() }),
  /** About the course, its classes, comments and reviews, newest first. */
  cases: z.array(listedCaseSchema),
  /** The log entries about the course and these cases. */
  actions: z.array(staffLogEntrySchema),
});
export type StaffCourse = z.output<typeof staffCourseSchema>;

export const staffCoursesSchema = staffTableSchema(staffCourseRowSchema);
