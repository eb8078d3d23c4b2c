/**
 * Whether the reader's clock has 12 or 24 hours. The browser reports it in a cookie, as it does its
 * time zone, because the language doesn't determine it: English is read in Cairo, London and
 * Chicago. Until it is known, times have 24 hours.
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
