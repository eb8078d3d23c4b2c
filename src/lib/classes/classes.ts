/**
 * The dated classes of a course. They are generated from its weekly times and can be moved or
 * canceled individually.
 */
import * as z from "zod/mini";
import { getTexts } from "#translations/classes.ts";
import { line } from "../text/text-schemas.ts";
import { clockTimePattern } from "../time/time.ts";
import { calendarDate } from "../time/time-schemas.ts";

const t = getTexts("classes");

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

const clockTime = (key: "startTime" | "endTime") => {
  const error = () => t(`invalid.${key}`);
  return z.string({ error }).check(z.regex(clockTimePattern, { error }));
};

/** The new wall-clock time of one class, in the course's time zone. */
export const moveClassInput = z
  .object({
    date: calendarDate,
    startTime: clockTime("startTime"),
    endTime: clockTime("endTime"),
    note: z.optional(line(300)),
  })
  .check(
    z.refine(({ startTime, endTime }) => endTime > startTime, {
      error: () => t("invalid.order"),
      path: ["endTime"],
    }),
  );
export type MoveClassInput = z.output<typeof moveClassInput>;

export const cancelClassInput = z.object({ note: z.optional(line(300)) });
export type CancelClassInput = z.output<typeof cancelClassInput>;

/** The teacher's correction of an attendance record. `null` restores the automatic record. */
export const attendanceInput = z.object({
  studentId: z.string({ error: () => t("invalid.student") }).check(z.minLength(1), z.maxLength(64)),
  present: z.nullable(z.boolean({ error: () => t("invalid.present") })),
});
export type AttendanceInput = z.output<typeof attendanceInput>;
