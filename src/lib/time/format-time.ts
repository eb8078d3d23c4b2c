/**
 * Formats instants and dates for display: American dates, as in all other text, and the 24-hour
 * clock, as in time fields. Times include the UTC offset, because zone abbreviations are ambiguous.
 *
 * Names and punctuation are our own: browsers and the server have different locale data, and both
 * must produce the same text for the same instant.
 */
import { type ZonedTime, zonedTime } from "./zoned-time.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const invalidDate = "Invalid date";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

const weekdayOf = ({ weekday }: ZonedTime): string => weekdays[weekday] ?? "";
const monthOf = ({ month }: ZonedTime): string => months[month - 1] ?? "";
const short = (name: string): string => name.slice(0, 3);

const clockOf = ({ hour, minute }: ZonedTime): string => `${twoDigits(hour)}:${twoDigits(minute)}`;
const shortDateOf = (at: ZonedTime): string => `${short(monthOf(at))} ${at.day}, ${at.year}`;
const longDateOf = (at: ZonedTime): string => `${monthOf(at)} ${at.day}, ${at.year}`;

/** 'GMT+1', 'GMT-3:30' or 'GMT'. */
function offsetOf({ offsetMinutes }: ZonedTime): string {
  if (offsetMinutes === 0) return "GMT";
  const size = Math.abs(offsetMinutes);
  const minutes = size % 60 === 0 ? "" : `:${twoDigits(size % 60)}`;
  return `GMT${offsetMinutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${minutes}`;
}

/** 'Mon, Mar 29, 2027, 09:00 GMT+1', or 'Invalid date' if the text isn't an instant. */
export function formatInstant(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  if (!at) return invalidDate;
  return `${short(weekdayOf(at))}, ${shortDateOf(at)}, ${clockOf(at)} ${offsetOf(at)}`;
}

/** '09:00 GMT+1'. */
export function formatClock(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? `${clockOf(at)} ${offsetOf(at)}` : invalidDate;
}

/** '09:00'. */
export function formatTime(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? clockOf(at) : invalidDate;
}

/**
 * A short form relative to now: '09:00' on the same day, 'Tue' within a week, otherwise 'Mar 29,
 * 2027'.
 */
export function formatRecent(instant: string, zone: string, now = Date.now()): string {
  const at = zonedTime(instant, zone);
  if (!at) return invalidDate;
  const date = shortDateOf(at);
  if (date === formatDate(new Date(now).toISOString(), zone)) return clockOf(at);
  if (now - Date.parse(instant) > 6 * 24 * 60 * 60 * 1000) return date;
  return short(weekdayOf(at));
}

/** '24 min' or '1 h 59 min'. Shows at least one minute until the time is up, then '0 min'. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = milliseconds <= 0 ? 0 : Math.max(1, Math.round(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** The name of a zone and its offset at an instant: 'Africa/Cairo (GMT+2)'. */
export function describeZone(zone: string, at = new Date().toISOString()): string {
  const time = zonedTime(at, zone);
  const offset = time && offsetOf(time);
  const name = zone.replaceAll("_", " ");
  return offset === undefined || offset === name ? name : `${name} (${offset})`;
}

/** The weekday and the time range in a zone: 'Tuesday' and '01:00-02:00'. */
export function formatWeekly(
  { start, end }: { start: string; end: string },
  zone: string,
): { day: string; hours: string } {
  const at = zonedTime(start, zone);
  return {
    day: at ? weekdayOf(at) : invalidDate,
    hours: `${formatTime(start, zone)}-${formatTime(end, zone)}`,
  };
}

/** The date of an instant in a zone: 'Monday, March 29, 2027'. */
export function formatDay(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? `${weekdayOf(at)}, ${longDateOf(at)}` : invalidDate;
}

/** A calendar date: 'March 29, 2027', 'Invalid date' or 'Date not specified'. */
export function formatCalendarDate(date: string | null | undefined): string {
  if (!date) return "Date not specified";
  const at = zonedTime(date.length === 10 ? `${date}T00:00:00Z` : date, "UTC");
  return at ? longDateOf(at) : invalidDate;
}

/** The month of an instant in UTC: 'March 2027'. */
export function formatMonth(instant: string): string {
  const at = zonedTime(instant, "UTC");
  return at ? `${monthOf(at)} ${at.year}` : invalidDate;
}

/** A range of two calendar dates: 'Jan 7 – Feb 17, 2027'. */
export function formatDateRange(first: string, last: string): string {
  const [from, to] = [first, last].map((date) =>
    zonedTime(`${date.slice(0, 10)}T00:00:00Z`, "UTC"),
  );
  if (!from || !to) return invalidDate;
  if (from.year !== to.year) return `${shortDateOf(from)} – ${shortDateOf(to)}`;
  const start = `${short(monthOf(from))} ${from.day}`;
  if (from.month !== to.month) return `${start} – ${shortDateOf(to)}`;
  return from.day === to.day ? shortDateOf(from) : `${start} – ${to.day}, ${to.year}`;
}

/** Sorts entries by start time and groups them by date in the zone. */
export function groupByDay<T extends { startTime: string }>(
  entries: readonly T[],
  zone: string,
): { day: string; entries: T[] }[] {
  const sorted = [...entries].sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
  const groups = new Map<string, T[]>();
  for (const entry of sorted) {
    const day = formatDay(entry.startTime, zone);
    const group = groups.get(day);
    if (group) group.push(entry);
    else groups.set(day, [entry]);
  }
  return [...groups].map(([day, grouped]) => ({ day, entries: grouped }));
}

/** '18:00–19:00 GMT-4', or both dates and times if the range ends on another day. */
export function formatSpan(start: string, end: string, zone: string): string {
  const [first, last] = [formatShortDay(start, zone), formatShortDay(end, zone)];
  if (first === last) return `${formatTime(start, zone)}–${formatClock(end, zone)}`;
  return `${first}, ${formatTime(start, zone)} – ${last}, ${formatClock(end, zone)}`;
}

/** 'Mar 10, 2027'. */
export function formatDate(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? shortDateOf(at) : invalidDate;
}

/** 'Wed, Mar 10, 2027'. */
export function formatShortDay(instant: string, zone: string): string {
  const at = zonedTime(instant, zone);
  return at ? `${short(weekdayOf(at))}, ${shortDateOf(at)}` : invalidDate;
}

/** The date and time of an instant in a zone, in the format of date and time fields. */
export function wallClock(instant: string, zone: string): { date: string; time: string } {
  const at = zonedTime(instant, zone);
  if (!at) return { date: "", time: "" };
  const date = `${at.year}-${twoDigits(at.month)}-${twoDigits(at.day)}`;
  return { date, time: clockOf(at) };
}
