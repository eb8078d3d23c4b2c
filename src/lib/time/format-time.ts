/**
 * Formats instants and dates for display. In English, they are American dates, as in all other
 * text. Times follow the reader's hour cycle, as time fields do. They include the UTC offset, because
 * zone abbreviations are ambiguous, unless they are in the zone that the page names once. Names and
 * punctuation are texts of our own in every language: browsers and the server have different locale
 * data, and both must produce the same text for the same instant.
 */

import { getTexts, type TimeTexts } from "#translations/time.ts";
import { isolatedInRtl, isolatedRange } from "../text/bidi.ts";
import { capitalize } from "../text/capitalize.ts";
import { fieldTimeOf, rangeOf, timeOf, twoDigits, writeSpan } from "./clock-texts.ts";
import { getHourCycle } from "./hour-cycle.ts";
import { type Day, dayNumber } from "./time.ts";
import { renderedZone } from "./viewer-zone.ts";
import { nameZone } from "./zone-names.ts";
import { type ZonedTime, zonedTime } from "./zoned-time.ts";

const t = getTexts("time");

type Key<Group extends string> = Extract<keyof TimeTexts, `${Group}.${string}`>;
const monthOf = ({ month }: ZonedTime): string => t(`month.${month}` as Key<"month">);
export const shortMonthOf = ({ month }: ZonedTime) => t(`shortMonth.${month}` as Key<"shortMonth">);
export const weekdayOf = ({ weekday }: ZonedTime): string =>
  t(`weekday.${weekday}` as Key<"weekday">);
const shortWeekdayOf = ({ weekday }: ZonedTime): string =>
  t(`shortWeekday.${weekday}` as Key<"shortWeekday">);

/** Pages for users name the zone of their times once. */
function clockOf(at: ZonedTime, zone: string): string {
  return addOffset(timeOf(at), at, zone);
}

function addOffset(time: string, at: ZonedTime, zone: string): string {
  if (zone === renderedZone()) return time;
  return isolatedInRtl(t("clock", { time, offset: offsetOf(at) }));
}
export const shortDateOf = (at: ZonedTime): string =>
  t("shortDate", { month: shortMonthOf(at), day: at.day, year: String(at.year) });
const longDateInYearOf = (at: ZonedTime): string =>
  t("longDateInYear", { month: monthOf(at), day: at.day });
const longDateOf = (at: ZonedTime): string =>
  t("longDate", { month: monthOf(at), day: at.day, year: String(at.year) });
const shortDayOf = (at: ZonedTime, inYear = false): string =>
  t("dateWithWeekday", {
    weekday: shortWeekdayOf(at),
    date: inYear ? t("longDateInYear", { month: shortMonthOf(at), day: at.day }) : shortDateOf(at),
  });

/** Whether an instant is in the year of `now`, which people leave out when they name a date. */
const isInYear = (at: ZonedTime, zone: string, now: number | undefined): boolean =>
  now !== undefined && at.year === zonedTime(new Date(now).toISOString(), zone)?.year;

/** 'GMT+1', 'GMT-3:30' or 'GMT'. */
function offsetOf({ offsetMinutes }: ZonedTime): string {
  if (offsetMinutes === 0) return "GMT";
  const size = Math.abs(offsetMinutes);
  const minutes = size % 60 === 0 ? "" : `:${twoDigits(size % 60)}`;
  return `GMT${offsetMinutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${minutes}`;
}

/**
 * 'Mon, Mar 29, 2027, 09:00 GMT+1', without the offset in the zone that the page names, and without
 * the year in the year of `now`, if it is given. 'Invalid date' if the text isn't an instant.
 */
export function formatInstant(instant: string, zone: string, now?: number): string {
  const at = zonedTime(instant, zone);
  if (!at) return t("invalid");
  const date = shortDayOf(at, isInYear(at, zone, now));
  return t("instant", { date, clock: clockOf(at, zone) });
}

/**
 * An instant within a year, without the year: 'Tue, Mar 29, 09:00', or '… 09:00 GMT+1' with the
 * offset, if the page doesn't name the zone.
 */
export function formatUpcoming(instant: string, zone: string, withOffset: boolean): string {
  const at = zonedTime(instant, zone);
  if (!at) return t("invalid");
  return t("instant", {
    date: shortDayOf(at, true),
    clock: withOffset ? clockOf(at, zone) : timeOf(at),
  });
}

/** '09:00 GMT+1', or '09:00' in the zone that the page names. */
export function formatClock(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? clockOf(at, zone) : t("invalid");
}

/** By how many minutes a clock in the zone is ahead of one in the other zone at an instant. */
export function clockDifference(instant: string, zone: string, other: string): number {
  const offsetIn = (place: string) => zonedTime(instant, place)?.offsetMinutes ?? 0;
  return offsetIn(zone) - offsetIn(other);
}

/** Whether clocks in both zones show the same time at an instant. */
export function isSameClock(instant: string, zone: string, other: string): boolean {
  return clockDifference(instant, zone, other) === 0;
}

/** '09:00' or '9:00 AM'. */
export function formatTime(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? timeOf(at) : t("invalid");
}

/**
 * A short form relative to now: '09:00' on the same day, 'Tue' within a week, otherwise 'Mar 29,
 * 2027'.
 */
export function formatRecent(instant: string, zone: string, now: number): string {
  const at = zonedTime(instant, zone);
  if (!at) return t("invalid");
  const date = shortDateOf(at);
  if (date === formatDate(new Date(now).toISOString(), zone)) return timeOf(at);
  if (now - Date.parse(instant) > 6 * 24 * 60 * 60 * 1000) return date;
  return shortWeekdayOf(at);
}

/** '24 min' or '1 h 59 min'. Shows at least one minute until the time is up, then '0 min'. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = milliseconds <= 0 ? 0 : Math.max(1, Math.round(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t("minutesLeft", { minutes });
  return t("hoursLeft", { hours: String(hours), minutes: String(minutes % 60) });
}

/** The name of a zone and its offset at an instant: 'Africa/Cairo (GMT+2)'. */
export function describeZone(zone: string, at = new Date().toISOString()): string {
  const time = zonedTime(at, zone);
  const offset = time && offsetOf(time);
  const name = nameZone(zone);
  if (offset === undefined || offset === name) return name;
  return isolatedInRtl(t("zone", { zone: name, offset }));
}

/** The name of a weekday: 'Tuesday'. */
export const nameDay = (day: Day): string => t(`weekday.${dayNumber(day) % 7}` as Key<"weekday">);

/**
 * The name of a weekday that stands alone, as in a table: 'Martes' in Spanish, which writes 'martes'
 * within a sentence.
 */
export const labelDay = (day: Day): string => capitalize(nameDay(day));

/** The short name of an instant's weekday in a zone: 'Tue'. */
export function formatShortWeekday(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? shortWeekdayOf(at) : t("invalid");
}

/**
 * The date of an instant in a zone: 'Monday, March 29, 2027', without the year in the year of `now`,
 * if it is given.
 */
export function formatDay(instant: string, zone: string, now?: number): string {
  const at = zonedTime(instant, zone);
  if (!at) return t("invalid");
  const date = isInYear(at, zone, now) ? longDateInYearOf(at) : longDateOf(at);
  return t("dateWithWeekday", { weekday: weekdayOf(at), date });
}

/** The date of an instant in a zone, with the year unless it is this year: 'March 29'. */
export function formatLongDate(instant: string, zone: string, now: Date): string {
  const at = zonedTime(instant, zone);
  if (!at) return t("invalid");
  return isInYear(at, zone, now.getTime()) ? longDateInYearOf(at) : longDateOf(at);
}

/** A calendar date: 'March 29, 2027', 'Invalid date' or 'Date not specified'. */
export function formatCalendarDate(date: string | null | undefined): string {
  if (!date) return t("unspecified");
  const at = zonedTime(date.length === 10 ? `${date}T00:00:00Z` : date, "UTC");
  return at ? longDateOf(at) : t("invalid");
}

/** The month of an instant in UTC: 'March 2027'. */
export function formatMonth(instant: string): string {
  const at = zonedTime(instant, "UTC");
  return at ? t("monthOfYear", { month: monthOf(at), year: String(at.year) }) : t("invalid");
}

/** Sorts entries by start time and groups them by date in the zone, which is their heading. */
export function groupByDay<T extends { startTime: string }>(
  entries: readonly T[],
  zone: string,
  now: number,
): { day: string; entries: T[] }[] {
  const sorted = [...entries].sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
  const groups = new Map<string, T[]>();
  for (const entry of sorted) {
    const day = capitalize(formatDay(entry.startTime, zone, now));
    const group = groups.get(day);
    if (group) group.push(entry);
    else groups.set(day, [entry]);
  }
  return [...groups].map(([day, grouped]) => ({ day, entries: grouped }));
}

/**
 * '18:00–19:00 GMT-4', or both dates and times if the range ends on another day. A range within a
 * minute is a single time.
 */
export function formatSpan(start: string, end: string, zone: string, now?: number): string {
  const firstDay = formatShortDay(start, zone, now);
  const lastDay = formatShortDay(end, zone, now);
  const times = { start: formatTime(start, zone), end: formatClock(end, zone) };
  const [from, to] = [zonedTime(start, zone), zonedTime(end, zone)];
  if (firstDay === lastDay && from && to) {
    if (formatClock(start, zone) === times.end) return times.end;
    if (getHourCycle() === "h23") return isolatedRange(writeSpan(times.start, times.end));
    return addOffset(rangeOf(from, to, writeSpan), to, zone);
  }
  return t("spanOfDays", { firstDay, lastDay, ...times });
}

/** 'Mar 10, 2027'. */
export function formatDate(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? shortDateOf(at) : t("invalid");
}

/** 'Wed, Mar 10, 2027', without the year in the year of `now`, if it is given. */
export function formatShortDay(instant: string, zone: string, now?: number): string {
  const at = zonedTime(instant, zone);
  return at ? shortDayOf(at, isInYear(at, zone, now)) : t("invalid");
}

/** The date and time of an instant in a zone, in the format of date and time fields. */
export function wallClock(instant: string, zone: string): { date: string; time: string } {
  const at = zonedTime(instant, zone);
  if (!at) return { date: "", time: "" };
  const date = `${at.year}-${twoDigits(at.month)}-${twoDigits(at.day)}`;
  return { date, time: fieldTimeOf(at) };
}
