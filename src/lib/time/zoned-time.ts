/** The wall-clock time of an instant in a zone, as numbers, which are the same in every browser. */
export interface ZonedTime {
  year: number;
  /** From 1 to 12. */
  month: number;
  day: number;
  /** From 0 (Sunday) to 6. */
  weekday: number;
  hour: number;
  minute: number;
  /** The difference from UTC, positive east of Greenwich. */
  offsetMinutes: number;
}

/** Creating a formatter takes much longer than using one, but each formatter takes memory. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** More than the number of zones. Zone names can also be spelled in upper and lower case. */
const maxFormats = 500;

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(zone, format);
  return format;
}

/**
 * Undefined if the text isn't an instant.
 * @throws RangeError if the zone is unknown.
 */
export function zonedTime(instant: string, zone: string): ZonedTime | undefined {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return undefined;
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  const exact = date.getTime() - date.getUTCMilliseconds();
  return {
    year,
    month,
    day,
    weekday: new Date(shown).getUTCDay(),
    hour,
    minute,
    offsetMinutes: Math.round((shown - exact) / 60_000),
  };
}
