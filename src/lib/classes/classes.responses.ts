/** Responses about the dated classes of a course. */
import * as z from "zod/mini";

export const classSchema = z.object({
  _id: z.string(),
  /** Its place in the course, from 1. */
  number: z.int(),
  /** Instants in ISO 8601, UTC. */
  startsAt: z.string(),
  endsAt: z.string(),
  isCancelled: z.boolean(),
  /** The time in the weekly schedule, if the class was moved. */
  movedFrom: z.optional(z.string()),
  /** The teacher's note about the change. */
  note: z.optional(z.string()),
  /** The video meeting of the class, once there is one. */
  meeting: z.optional(
    z.object({
      _id: z.string(),
      status: z.enum(["scheduled", "started", "ended"]),
      /** Checks enrollment, records attendance, and leads to the meeting. */
      joinUrl: z.string(),
      /** For the teacher only. */
      startUrl: z.optional(z.string()),
    }),
  ),
  /** Whether the student attended a class that has started; for students only. */
  attended: z.optional(z.boolean()),
  /** Whether it ended before the student enrolled, so that it doesn't count as missed. */
  beforeEnrollment: z.optional(z.boolean()),
  /** How many of the students attended; for the teacher only. */
  attendance: z.optional(z.object({ present: z.int(), students: z.int() })),
});
export type ClassView = z.output<typeof classSchema>;

export const classListSchema = z.object({
  /** IANA zone of the teacher. */
  timeZone: z.string(),
  classes: z.array(classSchema),
});
export type ClassList = z.output<typeof classListSchema>;

/** One student in the attendance list of a class. */
const attendance = z.object({
  student: z.object({
    _id: z.string(),
    name: z.string(),
    profileImageUrl: z.optional(z.string()),
  }),
  /** When the student first opened the join link; absent if they didn't. */
  joinedAt: z.optional(z.string()),
  present: z.boolean(),
  /** Whether the teacher's correction overrides the recorded join. */
  isCorrected: z.boolean(),
});
export type AttendanceView = z.output<typeof attendance>;

export const attendanceListSchema = z.array(attendance);
