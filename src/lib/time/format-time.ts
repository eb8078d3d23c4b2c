/**
 * Formats instants and dates for display: American dates, as in all other text, and the 24-hour
 * clock, as in time fields. Times include the UTC offset, because zone abbreviations are ambiguous.
 */
import { locale } from "../site/locale.ts";

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/**
 * Some engines format a zero offset as 'GMT+0'. The server and the browser must produce the same
 * text.
 */
const withoutZero = (text: string) => text.replace("GMT+0", "GMT");

const shortDate = { day: "numeric", month: "short", year: "numeric" } as const;

/** 'Mon, Mar 29, 2027, 09:00 GMT+1', or 'Invalid date' if the text isn't an instant. */
export function formatInstant(instant: string, zone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  const format = new Intl.DateTimeFormat(locale, {
    ...shortDate,
    ...clock,
    weekday: "short",
    timeZoneName: "shortOffset",
    timeZone: zone,
  });
  return withoutZero(format.format(date));
}

/** '09:00 GMT+1'. */
export function formatClock(instant: string, zone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  const format = new Intl.DateTimeFormat(locale, {
    ...clock,
    timeZoneName: "shortOffset",
    timeZone: zone,
  });
  return withoutZero(format.format(date));
}

/** '09:00'. */
export function formatTime(instant: string, zone: string): string {
  return new Intl.DateTimeFormat(locale, { ...clock, timeZone: zone }).format(new Date(instant));
}

/**
 * A short form relative to now: '09:00' on the same day, 'Tue' within a week, otherwise 'Mar 29,
 * 2027'.
 */
export function formatRecent(instant: string, zone: string, now = Date.now()): string {
  const at = new Date(instant);
  const date = formatDate(instant, zone);
  if (date === formatDate(new Date(now).toISOString(), zone)) return formatTime(instant, zone);
  if (now - at.getTime() > 6 * 24 * 60 * 60 * 1000) return date;
  return new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: zone }).format(at);
}

/** '24 min' or '1 h 59 min'. Shows at least one minute until the time is up, then '0 min'. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = milliseconds <= 0 ? 0 : Math.max(1, Math.round(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** The name of a zone and its offset at an instant: 'Africa/Cairo (GMT+2)'. */
export function describeZone(zone: string, at = new Date().toISOString()): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    timeZoneName: "shortOffset",
  }).formatToParts(new Date(at));
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  const name = zone.replaceAll("_", " ");
  return offset === undefined || offset === name ? name : `${name} (${withoutZero(offset)})`;
}

/** The weekday and the time range in a zone: 'Tuesday' and '01:00-02:00'. */
export function formatWeekly(
  { start, end }: { start: string; end: string },
  zone: string,
): { day: string; hours: string } {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: zone });
  return {
    day: weekday.format(new Date(start)),
    hours: `${formatTime(start, zone)}-${formatTime(end, zone)}`,
  };
}

/** The date of an instant in a zone: 'Monday, March 29, 2027'. */
export function formatDay(instant: string, zone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  return new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: zone,
  }).format(date);
}

/** A calendar date: 'March 29, 2027', 'Invalid date' or 'Date not specified'. */
export function formatCalendarDate(date: string | null | undefined): string {
  if (!date) return "Date not specified";
  const parsed = new Date(date.length === 10 ? `${date}T00:00:00Z` : date);
  if (Number.isNaN(parsed.getTime())) return "Invalid date";
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(parsed);
}

/** The month of an instant in UTC: 'March 2027'. */
export function formatMonth(instant: string): string {
  return new Intl.DateTimeFormat(locale, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(instant));
}

/** A range of two calendar dates: 'Jan 7 – Feb 17, 2027'. */
export function formatDateRange(first: string, last: string): string {
  const [from, to] = [first, last].map((date) => new Date(`${date.slice(0, 10)}T00:00:00Z`));
  if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) {
    return "Invalid date";
  }
  const format = new Intl.DateTimeFormat(locale, { ...shortDate, timeZone: "UTC" });
  // Some engines put thin spaces around the dash. The server and the browser must produce the same
  // text.
  return format.formatRange(from, to).replaceAll("\u2009", " ");
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
  return new Intl.DateTimeFormat(locale, { ...shortDate, timeZone: zone }).format(
    new Date(instant),
  );
}

/** 'Wed, Mar 10, 2027'. */
export function formatShortDay(instant: string, zone: string): string {
  return new Intl.DateTimeFormat(locale, {
    ...shortDate,
    weekday: "short",
    timeZone: zone,
  }).format(new Date(instant));
}

/** The date and time of an instant in a zone, in the format of date and time fields. */
export function wallClock(instant: string, zone: string): { date: string; time: string } {
  const [date = "", time = ""] = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: zone,
  })
    .format(new Date(instant))
    .split(" ");
  return { date, time };
}
