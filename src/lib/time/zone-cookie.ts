/**
 * The cookie in which the browser reports its time zone, so that the server can render times in it.
 * The script in the page's head sets it. It contains nothing else.
 */
import { findKnownZone } from "./time-zones.ts";

export const zoneCookie = "zone";

const pattern = new RegExp(`(?:^|;\\s*)${zoneCookie}=([A-Za-z][\\w+/-]{1,39})(?:;|$)`);

/** The zone in a Cookie header as the browser reported it, possibly under an older name. */
export function readZoneCookie(header: string | null | undefined): string | undefined {
  return header ? pattern.exec(header)?.[1] : undefined;
}

/**
 * The IANA zone in a Cookie header, under its current name; undefined if there is none. Only known
 * zones are accepted. Otherwise a forged cookie could create an unlimited number of cached versions
 * of a page.
 */
export function findZoneCookie(header: string | null | undefined): string | undefined {
  const value = readZoneCookie(header);
  return value ? findKnownZone(value) : undefined;
}
