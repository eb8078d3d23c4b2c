/** Responses about the dated classes of a course. */
import * as z from "zod/mini";

export const classSchema = z.object({
  _id: z.string(),
  /** The position of the class in the course, from 1. */
  number: z.int(),
  /** Instants are ISO 8601 strings in UTC. */
  startsAt: z.string(),
  endsAt: z.string(),
  isCancelled: z.boolean(),
  /** The originally scheduled time, if the class was moved. */
  movedFrom: z.optional(z.string()),
  /** The teacher's note about the change. */
  note: z.optional(z.string()),
  /** The video meeting of the class, if one was created. */
  meeting: z.optional(
    z.object({
      _id: z.string(),
      status: z.enum(["scheduled", "started", "ended"]),
      /** A link that checks enrollment, records attendance, and redirects to the meeting. */
      joinUrl: z.string(),
      /** Opens the class in the app in Zoom; only for meetings in Zoom. */
      zoomUrl: z.optional(z.string()),
      /** For the teacher only. */
      startUrl: z.optional(z.string()),
    }),
  ),
  /** Whether the student attended a class that has started; for students only. */
  attended: z.optional(z.boolean()),
  /** Whether the class ended before the student enrolled and, unless attended, doesn't count. */
  beforeEnrollment: z.optional(z.boolean()),
  /** Whether verses were shared on the class's Quran page, so that there is a recap. */
  hasRecap: z.optional(z.boolean()),
  /** The number of students who attended; for the teacher only. */
  attendance: z.optional(z.object({ present: z.int(), students: z.int() })),
});
export type ClassView = z.output<typeof classSchema>;

export const classListSchema = z.object({
  /** The teacher's time zone (IANA). */
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
  /** When the student first opened the join link; absent if the student never did. */
  joinedAt: z.optional(z.string()),
  present: z.boolean(),
  /** Whether the teacher's correction overrides the automatic record. */
  isCorrected: z.boolean(),
});
export type AttendanceView = z.output<typeof attendance>;

export const attendanceListSchema = z.array(attendance);
