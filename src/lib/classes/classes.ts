/**
 * The dated classes of a course. They are generated from its weekly times and can be moved or
 * canceled individually.
 */
import * as z from "zod/mini";
import { line } from "../text/text-schemas.ts";
import { clockTimePattern, isCalendarDate } from "../time/time.ts";

/**
 * scheduled: takes place; 'cancelled': canceled by the teacher; dropped: removed from the schedule,
 * but kept in the database so that subscribed calendars remove it.
 */
export const classStatuses = ["scheduled", "cancelled", "dropped"] as const;
export type ClassStatus = (typeof classStatuses)[number];

/** How many days ahead a class can be moved. */
export const maxMoveDays = 366;

export interface DatedTime {
  startsAt: Date;
  endsAt: Date;
}

const clockTime = (message: string) => z.string(message).check(z.regex(clockTimePattern, message));

/** The new wall-clock time of one class, in the course's time zone. */
export const moveClassInput = z
  .object({
    date: z.string("Please enter a date").check(z.refine(isCalendarDate, "Please enter a date")),
    startTime: clockTime("Please enter a start time"),
    endTime: clockTime("Please enter an end time"),
    note: z.optional(line(300)),
  })
  .check(
    z.refine(({ startTime, endTime }) => endTime > startTime, {
      message: "End time must be after the start time",
      path: ["endTime"],
    }),
  );
export type MoveClassInput = z.output<typeof moveClassInput>;

export const cancelClassInput = z.object({ note: z.optional(line(300)) });
export type CancelClassInput = z.output<typeof cancelClassInput>;

/** The teacher's correction of an attendance record. `null` restores the automatic record. */
export const attendanceInput = z.object({
  studentId: z.string("Please choose a student").check(z.minLength(1), z.maxLength(64)),
  present: z.nullable(z.boolean("Please choose whether the student attended")),
});
export type AttendanceInput = z.output<typeof attendanceInput>;
