/** Moments in words, in a zone that is always named. */

/** The IANA zone of this machine. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** 'Mon, 29 Mar 2027, 09:00 GMT+1'. Text that isn't a moment is 'Invalid date'. */
export function formatInstant(instant: string, zone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: zone,
  }).format(date);
}

/** '09:00 GMT+1' */
export function formatClock(instant: string, zone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: zone,
  }).format(date);
}

/** '09:00' */
export function formatTime(instant: string, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  }).format(new Date(instant));
}

/** How long ago in short: '09:00' on the same day, 'Tue' within the week, else '29/03/2027'. */
export function formatRecent(instant: string, zone: string, now = Date.now()): string {
  const at = new Date(instant);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeZone: zone });
  if (day.format(at) === day.format(now)) return formatTime(instant, zone);
  if (now - at.getTime() > 6 * 24 * 60 * 60 * 1000) return day.format(at);
  return new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: zone }).format(at);
}

/** '24 min' or '1 h 59 min'; at least a minute until it is over, then '0 min'. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = milliseconds <= 0 ? 0 : Math.max(1, Math.round(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** A zone by its name and what its clock shows at a moment: 'Africa/Cairo (GMT+2)'. */
export function describeZone(zone: string, at = new Date().toISOString()): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    timeZoneName: "shortOffset",
  }).formatToParts(new Date(at));
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  const name = zone.replaceAll("_", " ");
  return offset === undefined || offset === name ? name : `${name} (${offset})`;
}

/** A time by the clock of a zone, without its date: 'Tuesday' and '01:00-02:00'. */
export function formatWeekly(
  { start, end }: { start: string; end: string },
  zone: string,
): { day: string; hours: string } {
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  });
  const from = new Date(start);
  return {
    day: new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: zone }).format(from),
    hours: `${clock.format(from)}-${clock.format(new Date(end))}`,
  };
}

/** The date of a moment in a zone: 'Monday, 29 March 2027'. */
export function formatDay(instant: string, zone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: zone,
  }).format(date);
}

/** A date of the calendar in words: '29 March 2027', 'Invalid date' or 'Date not specified'. */
export function formatCalendarDate(date: string | null | undefined): string {
  if (!date) return "Date not specified";
  const parsed = new Date(date.length === 10 ? `${date}T00:00:00Z` : date);
  if (Number.isNaN(parsed.getTime())) return "Invalid date";
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(parsed);
}

/** Two dates of the calendar in short: '7 Jan – 17 Feb 2027'. */
export function formatDateRange(first: string, last: string): string {
  const [from, to] = [first, last].map((date) => new Date(`${date.slice(0, 10)}T00:00:00Z`));
  if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) {
    return "Invalid date";
  }
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).formatRange(from, to);
}

/** Entries with a start, earliest first, by their local date. */
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

/** '18:00–19:00 GMT-4', with dates where the second moment is on another day. */
export function formatSpan(start: string, end: string, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: zone,
  }).formatRange(new Date(start), new Date(end));
}

/** 'Wed, 10 Mar 2027' */
export function formatShortDay(instant: string, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: zone,
  }).format(new Date(instant));
}

/** What a clock in the zone shows at a moment, as date and time fields take it. */
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
