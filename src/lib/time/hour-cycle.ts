/**
 * Whether the reader's clock has 12 or 24 hours. The browser reports it in a cookie, as it does its
 * time zone, because the language doesn't determine it: English is read in Cairo, London and
 * Chicago. Until it is known, times have 24 hours, except on pages for logged-in users
 * (`guessHourCycle`).
 */
export const hourCycles = ["h12", "h23"] as const;
export type HourCycle = (typeof hourCycles)[number];

/** The name of the cookie, and of the parameter in which the page cache passes on its value. */
export const clockCookie = "clock";

const pattern = new RegExp(`(?:^|;\\s*)${clockCookie}=(12|24)(?:;|$)`);

/** The hour cycle that a browser reported in a Cookie header, if any. */
export function findReportedHourCycle(header: string | null | undefined): HourCycle | undefined {
  return readClock(header ? pattern.exec(header)?.[1] : undefined);
}

/**
 * The hour cycle that is usual for the region in an Accept-Language header, for the first page of a
 * browser that has reported nothing yet. Only a region of the preferred language counts: German
 * browsers name "en-US" second. A language alone doesn't determine it.
 */
export function guessHourCycle(header: string | null | undefined): HourCycle | undefined {
  const tags = (header ?? "").slice(0, maxHeaderLength).split(",").map(readTag);
  const language = tags[0]?.language;
  const regional = tags.find((tag) => tag?.region && tag.language === language);
  if (!regional) return undefined;
  const format = new Intl.DateTimeFormat(regional.toString(), { hour: "numeric" });
  return format.resolvedOptions().hour12 ? "h12" : "h23";
}

// Browsers send far shorter headers.
const maxHeaderLength = 200;

/** The tag of one entry, such as "en-GB;q=0.9". Undefined if it isn't a valid tag. */
function readTag(entry: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(entry.replace(/;.*/, "").trim());
  } catch {
    return undefined;
  }
}

/** The hour cycle of a value of the cookie or parameter. */
export function readClock(value: string | null | undefined): HourCycle | undefined {
  if (value === "12") return "h12";
  return value === "24" ? "h23" : undefined;
}

let find: () => HourCycle | undefined = () =>
  readClock(globalThis.document?.documentElement.dataset.clock);

/** Called once by the server. `look` returns the hour cycle of the current reader, if it is known. */
export function provideHourCycle(look: () => HourCycle | undefined): void {
  find = look;
}

/** The hour cycle of the page or of the recipient of an email. */
export const getHourCycle = (): HourCycle => find() ?? "h23";
