/** People as staff see them. */
import * as z from "zod/mini";
import { staffLogEntrySchema, staffTableSchema } from "../staff/staff.responses.ts";
import { staffRoles } from "../staff/staff.rules.ts";
import { affectedStudentsSchema } from "../suspensions/affected-students.ts";
import { roles } from "./people.options.ts";

export const staffPersonRowSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.nullable(z.enum(roles)),
  staffRole: z.nullable(z.enum(staffRoles)),
  joinedAt: z.string(),
  suspendedUntil: z.nullable(z.string()),
});
export type StaffPersonRow = z.output<typeof staffPersonRowSchema>;

export const staffPeopleSchema = staffTableSchema(staffPersonRowSchema);

const staffEnrollmentSchema = z.object({
  _id: z.string(),
  courseId: z.string(),
  title: z.string(),
  status: z.string(),
  amountCents: z.int(),
  at: z.string(),
});

const staffCourseOfPersonSchema = z.object({
  _id: z.string(),
  title: z.string(),
  status: z.string(),
  isHidden: z.boolean(),
  students: z.int(),
});

const staffSessionSchema = z.object({
  _id: z.string(),
  userAgent: z.nullable(z.string()),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  endedAt: z.nullable(z.string()),
});

export const staffPersonSchema = z.extend(staffPersonRowSchema, {
  language: z.string(),
  profileId: z.nullable(z.string()),
  country: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  suspension: z.nullable(z.object({ since: z.string(), until: z.string(), reason: z.string() })),
  /** Of a student: what they paid. Of a teacher: what their students paid. */
  payments: z.object({ count: z.int(), paidCents: z.int(), refundedCents: z.int() }),
  /** What the person paid for Premium, and how many of the payments a bank questions. */
  premium: z.nullable(
    z.object({
      count: z.int(),
      paidCents: z.int(),
      refundedCents: z.int(),
      disputed: z.int(),
    }),
  ),
  /** How many messages the person has written. Staff read none of them here. */
  messages: z.int(),
  enrollments: z.array(staffEnrollmentSchema),
  courses: z.array(staffCourseOfPersonSchema),
  /** Of a teacher: whom a suspension affects. */
  affected: z.nullable(affectedStudentsSchema),
  sessions: z.array(staffSessionSchema),
  actions: z.array(staffLogEntrySchema),
  /** The latest decision about the person, which warnings and suspensions have to name. */
  latestAction: z.nullable(z.string()),
});
export type StaffPerson = z.output<typeof staffPersonSchema>;
