/** Weekly wall-clock classes expanded to instants, date by date in their zone. */
import { Temporal } from "temporal-polyfill";
import type { WeeklyTime } from "../people/people.ts";
import { dayNumber } from "../time/time.ts";
import { datedTime } from "./classes.ts";

export interface NextTime {
  /** ISO 8601 instants of the next time it takes place; absent once the course is over. */
  next?: { start: string; end: string };
}

export type NextClass = WeeklyTime & NextTime;

interface Course<T extends WeeklyTime = WeeklyTime> {
  schedule: readonly T[];
  /** IANA zone of the wall-clock times. */
  timeZone: string;
  /** YYYY-MM-DD, inclusive. */
  startDate?: string | undefined;
  endDate?: string | undefined;
}

function findNext(weekly: WeeklyTime, course: Course, now: Date): NextClass["next"] {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(
    course.timeZone,
  );
  const today = here.toPlainDate();
  const starts = course.startDate ? Temporal.PlainDate.from(course.startDate) : today;
  const first = Temporal.PlainDate.compare(starts, today) > 0 ? starts : today;
  let date = first.add({ days: (dayNumber(weekly.day) - first.dayOfWeek + 7) % 7 });
  if (datedTime(date, weekly, course.timeZone).endsAt <= now) date = date.add({ days: 7 });
  if (course.endDate && Temporal.PlainDate.compare(date, course.endDate) > 0) return undefined;
  const { startsAt, endsAt } = datedTime(date, weekly, course.timeZone);
  return { start: toInstantText(startsAt), end: toInstantText(endsAt) };
}

const toInstantText = (date: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toString();

/** The classes of a week with the instants of each one's next time. */
export function findNextClasses<T extends WeeklyTime>(
  course: Course<T>,
  now: Date,
): (T & NextTime)[] {
  return course.schedule.map((weekly) => {
    const next = findNext(weekly, course, now);
    return next ? { ...weekly, next } : { ...weekly };
  });
}
