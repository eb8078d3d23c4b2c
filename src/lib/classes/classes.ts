/** The dated classes of a course: generated from its weekly times, and moved or canceled one by one. */
import { Temporal } from "temporal-polyfill";
import * as z from "zod/mini";
import { maxCourseDays } from "../courses/course-dates.ts";
import type { WeeklyTime } from "../people/people.ts";
import { line } from "../text/text-schemas.ts";
import { clockTimePattern, dayNumber, isCalendarDate } from "../time/time.ts";

/**
 * scheduled: takes place; 'cancelled': by the teacher; dropped: no longer in the schedule, but kept
 * so that subscribed calendars remove it.
 */
export const classStatuses = ["scheduled", "cancelled", "dropped"] as const;
export type ClassStatus = (typeof classStatuses)[number];

/** How long before its start a class can be joined. */
export const joinMinutesBefore = 10;

/** How far ahead a class can be moved. */
export const maxMoveDays = 366;

export interface DatedTime {
  startsAt: Date;
  endsAt: Date;
}

interface CourseWeek {
  schedule: readonly WeeklyTime[];
  /** YYYY-MM-DD, inclusive. */
  startDate: string;
  endDate: string;
  /** IANA zone of the wall-clock times. */
  timeZone: string;
}

/**
 * The instants of a wall-clock time on a date. If clocks go forward during the class, it keeps its
 * start and lasts as long as the remaining wall-clock time. It always ends after it starts.
 */
export function datedTime(
  date: string | Temporal.PlainDate,
  { startTime, endTime }: Pick<WeeklyTime, "startTime" | "endTime">,
  timeZone: string,
): DatedTime {
  const at = (time: string) =>
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
  const startsAt = at(startTime);
  const endsAt = at(endTime);
  const length = Temporal.PlainTime.from(startTime).until(Temporal.PlainTime.from(endTime));
  return {
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt > startsAt ? endsAt : startsAt + length.total("milliseconds")),
  };
}

/** Every class from the first day of the course to the last, in order. */
export function expandClasses(course: CourseWeek): DatedTime[] {
  const first = Temporal.PlainDate.from(course.startDate);
  const end = Temporal.PlainDate.from(course.endDate);
  const latest = first.add({ days: maxCourseDays });
  const last = Temporal.PlainDate.compare(end, latest) < 0 ? end : latest;
  const classes = course.schedule.flatMap((weekly) => {
    const dated: DatedTime[] = [];
    let date = first.add({ days: (dayNumber(weekly.day) - first.dayOfWeek + 7) % 7 });
    for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ weeks: 1 })) {
      dated.push(datedTime(date, weekly, course.timeZone));
    }
    return dated;
  });
  return classes.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** The state of a class at an instant. `open`: it can be joined, because it starts soon. */
export type ClassPhase = "coming" | "open" | "running" | "over";

export function classPhase(
  { startsAt, endsAt }: { startsAt: string | Date; endsAt: string | Date },
  now: number,
): ClassPhase {
  const start = new Date(startsAt).getTime();
  if (now >= new Date(endsAt).getTime()) return "over";
  if (now >= start) return "running";
  return now >= start - joinMinutesBefore * 60_000 ? "open" : "coming";
}

const clockTime = (message: string) => z.string(message).check(z.regex(clockTimePattern, message));

/** A new wall-clock time for one class, in the course's zone. */
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

/** The teacher's correction of an attendance. `null` restores what was recorded automatically. */
export const attendanceInput = z.object({
  studentId: z.string("Please choose a student").check(z.minLength(1), z.maxLength(64)),
  present: z.nullable(z.boolean("Please choose whether the student attended")),
});
export type AttendanceInput = z.output<typeof attendanceInput>;

export const classMessages = {
  moved: "Class moved. We've emailed your students.",
  canceled: "Class canceled. We've emailed your students.",
  missing: "Class not found",
  past: "A class that has started can't be moved or canceled.",
  toPast: "Please choose a time in the future",
  tooFar: "Please choose a date within the next year",
  notYet: "Attendance can be corrected once the class has started.",
  notEnrolled: "This student is not enrolled in the course.",
} as const;
