/**
 * The cookie in which the browser reports its time zone, so that the server can render times in it.
 * The script in the page's head sets it. It contains nothing else.
 */
import { currentZoneName } from "./time-zones.ts";

export const zoneCookie = "zone";

const pattern = new RegExp(`(?:^|;\\s*)${zoneCookie}=([A-Za-z][\\w+/-]{1,39})(?:;|$)`);

/**
 * Only these zones are accepted. Otherwise a forged cookie or URL could create an unlimited number
 * of cached versions of a page.
 */
const known = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"].map(currentZoneName));

/** The zone in a Cookie header as the browser reported it, possibly under an older name. */
export function readZoneCookie(header: string | null | undefined): string | undefined {
  return header ? pattern.exec(header)?.[1] : undefined;
}

/** The IANA zone in a Cookie header, under its current name; undefined if there is none. */
export function findZoneCookie(header: string | null | undefined): string | undefined {
  const value = readZoneCookie(header);
  return value ? findKnownZone(value) : undefined;
}

/** A zone under its current name; undefined if it is unknown or spelled differently. */
export function findKnownZone(value: string): string | undefined {
  const name = currentZoneName(value);
  return known.has(name) ? name : undefined;
}
