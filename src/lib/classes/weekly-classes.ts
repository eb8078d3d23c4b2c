/**
 * Converts weekly wall-clock times to instants. This is the only module that expands a schedule
 * date by date in its zone, because the same wall-clock time is a different instant after the
 * clocks change.
 */
import { Temporal } from "temporal-polyfill";
import { dateIn, maxCourseDays } from "../courses/course-dates.ts";
import type { WeeklyTime } from "../people/people.ts";
import { dayNumber } from "../time/time.ts";
import type { DatedTime } from "./classes.ts";

/**
 * The instants of a wall-clock time on a date. If the clocks go forward during the class, it starts
 * as planned and lasts for the remaining wall-clock time. The end is always after the start.
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
  /** The earliest date (YYYY-MM-DD) of a generated time. */
  from: string | Temporal.PlainDate;
  /** The latest date. Without it, the generator never ends. */
  until?: Temporal.PlainDate | undefined;
}

/** Generates the occurrences of a weekly hour between two dates, both inclusive, in order. */
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

/** The data that determine the dates of a course's classes. */
export interface CourseWeek {
  schedule: readonly WeeklyTime[];
  /** YYYY-MM-DD, inclusive. Drafts may have no dates. */
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  /** IANA zone of the wall-clock times. */
  timeZone: string;
}

/**
 * Generates the classes of one weekly time of a course in order, starting at the date `from`. All
 * other functions get the dates of classes from this one.
 */
function* classTimes(
  weekly: WeeklyTime,
  { startDate, endDate, timeZone }: CourseWeek,
  from: string,
): Generator<DatedTime, undefined> {
  const first = startDate && startDate > from ? startDate : from;
  yield* weeklyTimes(weekly, { timeZone, from: first, until: lastDate(startDate, endDate) });
}

/** The last day of the course, limited by the maximum duration of a course. */
function lastDate(startDate: CourseWeek["startDate"], endDate: CourseWeek["endDate"]) {
  const end = endDate ? Temporal.PlainDate.from(endDate) : undefined;
  if (!startDate) return end;
  const latest = Temporal.PlainDate.from(startDate).add({ days: maxCourseDays });
  return end && Temporal.PlainDate.compare(end, latest) < 0 ? end : latest;
}

/** Returns all classes of a course in order, or none if its first or last day is missing. */
export function expandClasses(course: CourseWeek): DatedTime[] {
  const { schedule, startDate, endDate } = course;
  if (!startDate || !endDate) return [];
  return schedule
    .flatMap((weekly) => [...classTimes(weekly, course, startDate)])
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

export interface NextTime {
  /**
   * Start and end of the next occurrence, as ISO 8601 instants. Absent after the end of the course.
   */
  next?: { start: string; end: string };
}

export type NextClass = WeeklyTime & NextTime;

function findNext(weekly: WeeklyTime, course: CourseWeek, now: Date): DatedTime | undefined {
  for (const time of classTimes(weekly, course, dateIn(course.timeZone, now))) {
    if (time.endsAt > now) return time;
  }
  return undefined;
}

const toInstantText = (date: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toString();

/** Adds to each weekly class the instants of its ongoing or next occurrence. */
export function findNextClasses<T extends WeeklyTime>(
  course: Omit<CourseWeek, "schedule"> & { schedule: readonly T[] },
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
