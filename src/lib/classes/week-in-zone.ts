/** Converts weekly hours from one time zone to another. */
import { Temporal } from "temporal-polyfill";
import type { WeeklyTime } from "../people/people.ts";
import { type Day, dayOfNumber, days } from "../time/time.ts";
import { findNextClasses } from "./weekly-classes.ts";

export interface ShownTime<T extends WeeklyTime> {
  /** The weekly time in its own zone. */
  source: T;
  /** The day and times (`HH:MM`) in the other zone. The class may end on the next day. */
  day: Day;
  startTime: string;
  endTime: string;
  /** Start and end of the next occurrence, as ISO 8601 instants. */
  start: string;
  end: string;
}

/**
 * Groups weekly hours by the viewer's days, using the dates of the next seven days. Zones change
 * their clocks on different dates, so a weekly hour has no fixed time in another zone.
 * @param zone IANA zone of the wall-clock hours.
 * @param viewerZone IANA zone in which the hours are shown.
 */
export function showWeek<T extends WeeklyTime>(
  hours: readonly T[],
  zone: string,
  viewerZone: string,
  now: Date,
): { day: Day; times: ShownTime<T>[] }[] {
  const shown = hours.flatMap((source): ShownTime<T>[] => {
    const [{ next } = {}] = findNextClasses({ schedule: [source], timeZone: zone }, now);
    if (!next) return [];
    const start = Temporal.Instant.from(next.start).toZonedDateTimeISO(viewerZone);
    const end = Temporal.Instant.from(next.end).toZonedDateTimeISO(viewerZone);
    return [
      {
        source,
        day: dayOfNumber(start.dayOfWeek),
        startTime: clock(start),
        endTime: clock(end),
        ...next,
      },
    ];
  });
  shown.sort((a, b) => (a.startTime < b.startTime ? -1 : 1));
  return days
    .map((day) => ({ day, times: shown.filter((time) => time.day === day) }))
    .filter(({ times }) => times.length > 0);
}

const clock = (time: Temporal.ZonedDateTime): string =>
  time.toPlainTime().toString({ smallestUnit: "minute" });
