/**
 * Weekly wall-clock times as instants: the one place that walks through the weeks of a schedule,
 * date by date in its zone, because the same hour is another instant once the clocks have changed.
 */
import { Temporal } from "temporal-polyfill";
import { dateIn, maxCourseDays } from "../courses/course-dates.ts";
import type { WeeklyTime } from "../people/people.ts";
import { dayNumber } from "../time/time.ts";
import type { DatedTime } from "./classes.ts";

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

interface Weeks {
  /** IANA zone of the wall-clock times. */
  timeZone: string;
  /** YYYY-MM-DD, the first date that may be one of the times. */
  from: string | Temporal.PlainDate;
  /** The last one; without it the times never end. */
  until?: Temporal.PlainDate | undefined;
}

/** The times of a weekly hour between two dates, both included, in order. */
export function* weeklyTimes(
  weekly: WeeklyTime,
  { timeZone, from, until }: Weeks,
): Generator<DatedTime, undefined> {
  const first = Temporal.PlainDate.from(from);
  let date = first.add({ days: (dayNumber(weekly.day) - first.dayOfWeek + 7) % 7 });
  while (!until || Temporal.PlainDate.compare(date, until) <= 0) {
    yield datedTime(date, weekly, timeZone);
    date = date.add({ weeks: 1 });
  }
}

interface CourseWeek {
  schedule: readonly WeeklyTime[];
  /** YYYY-MM-DD, inclusive. */
  startDate: string;
  endDate: string;
  /** IANA zone of the wall-clock times. */
  timeZone: string;
}

/** Every class from the first day of the course to the last, in order. */
export function expandClasses({ schedule, startDate, endDate, timeZone }: CourseWeek): DatedTime[] {
  const from = Temporal.PlainDate.from(startDate);
  const latest = from.add({ days: maxCourseDays });
  const end = Temporal.PlainDate.from(endDate);
  const until = Temporal.PlainDate.compare(end, latest) < 0 ? end : latest;
  return schedule
    .flatMap((weekly) => [...weeklyTimes(weekly, { timeZone, from, until })])
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

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

function findNext(weekly: WeeklyTime, course: Course, now: Date): DatedTime | undefined {
  const { timeZone, startDate, endDate } = course;
  const today = Temporal.PlainDate.from(dateIn(timeZone, now));
  const starts = startDate ? Temporal.PlainDate.from(startDate) : today;
  const from = Temporal.PlainDate.compare(starts, today) > 0 ? starts : today;
  const until = endDate ? Temporal.PlainDate.from(endDate) : undefined;
  for (const time of weeklyTimes(weekly, { timeZone, from, until })) {
    if (time.endsAt > now) return time;
  }
  return undefined;
}

const toInstantText = (date: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toString();

/** The classes of a week with the instants of each one's next time, or of the ongoing one. */
export function findNextClasses<T extends WeeklyTime>(
  course: Course<T>,
  now: Date,
): (T & NextTime)[] {
  return course.schedule.map((weekly) => {
    const next = findNext(weekly, course, now);
    if (!next) return { ...weekly };
    return {
      ...weekly,
      next: { start: toInstantText(next.startsAt), end: toInstantText(next.endsAt) },
    };
  });
}
