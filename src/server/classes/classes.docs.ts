/** The shapes of dated classes for /api/openapi.json. */
import * as z from "zod/mini";
import type { AttendanceView, ClassList, ClassView } from "#lib/classes/class-views.ts";

const text = z.string();

export const classViewData: z.ZodMiniType<ClassView> = z.object({
  _id: text,
  number: z.int(),
  startsAt: text,
  endsAt: text,
  isCancelled: z.boolean(),
  movedFrom: z.optional(text),
  note: z.optional(text),
  meeting: z.optional(
    z.object({
      _id: text,
      status: z.enum(["scheduled", "started", "ended"]),
      joinUrl: text,
      startUrl: z.optional(text),
    }),
  ),
  attended: z.optional(z.boolean()),
  beforeEnrollment: z.optional(z.boolean()),
  attendance: z.optional(z.object({ present: z.int(), students: z.int() })),
});

export const classListData: z.ZodMiniType<ClassList> = z.object({
  timeZone: text,
  classes: z.array(classViewData),
});

const attendanceEntry: z.ZodMiniType<AttendanceView> = z.object({
  student: z.object({ _id: text, name: text, profileImageUrl: z.optional(text) }),
  joinedAt: z.optional(text),
  present: z.boolean(),
  isCorrected: z.boolean(),
});

export const attendanceData = z.array(attendanceEntry);
