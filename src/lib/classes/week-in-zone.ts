/** Weekly hours of one zone by the clock of another. */
import { Temporal } from "temporal-polyfill";
import type { WeeklyTime } from "../people/people.ts";
import { type Day, dayOfNumber, days } from "../time/time.ts";
import { findNextClasses } from "./weekly-classes.ts";

export interface ShownTime<T extends WeeklyTime> {
  /** The time in its own zone. */
  source: T;
  /** By the other clock. Text `HH:MM`; it may end on the next day. */
  day: Day;
  startTime: string;
  endTime: string;
  /** ISO 8601 instants of the next time. */
  start: string;
  end: string;
}

/**
 * The days of a week that have hours, with the hours as the next seven days bring them: zones
 * change their clocks on different dates, so a weekly hour has no fixed time in another zone.
 *
 * @param zone IANA zone in which the hours are wall-clock times.
 * @param viewerZone IANA zone by whose clock they are shown.
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
