/**
 * The cookie in which a browser reports its time zone, so that the server can show times in it at once.
 * The head script sets it. It contains nothing else.
 */
import { currentZoneName } from "./time-zones.ts";

export const zoneCookie = "zone";

const pattern = new RegExp(`(?:^|;\\s*)${zoneCookie}=([A-Za-z][\\w+/-]{1,39})(?:;|$)`);

/**
 * Only these names count: a person who writes the cookie by hand can't make more pages of one than
 * there are zones.
 */
const known = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"].map(currentZoneName));

/** The zone in a Cookie header as the browser wrote it, perhaps under an older name. */
export function readZoneCookie(header: string | null | undefined): string | undefined {
  return header ? pattern.exec(header)?.[1] : undefined;
}

/** The IANA zone in a Cookie header, under its current name. Undefined if there is none. */
export function findZoneCookie(header: string | null | undefined): string | undefined {
  const value = readZoneCookie(header);
  if (!value) return undefined;
  const name = currentZoneName(value);
  return known.has(name) ? name : undefined;
}
