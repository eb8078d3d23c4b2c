/**
 * One question when the browser's time zone and the profile's disagree, because pages show times in
 * the first and emails in the second. The answer changes the profile, or is kept in a cookie for
 * this pair of zones. The pages then show the profile's times, like the emails.
 */

import { currentZoneName } from "./time-zones.ts";
import { findZoneCookie } from "./zone-cookie.ts";
import { zonedTime } from "./zoned-time.ts";

const keptZonesCookie = "kept-zones";
const year = 365 * 24 * 60 * 60;

export interface ZonePair {
  /** The zone of the browser. */
  browser: string;
  profile: string;
}

const write = ({ browser, profile }: ZonePair): string =>
  `${currentZoneName(browser)}~${currentZoneName(profile)}`;

/** The cookie that records that the profile's zone is kept although the browser reports another. */
export const keptZones = (pair: ZonePair): string =>
  `${keptZonesCookie}=${write(pair)};path=/;max-age=${year};samesite=lax`;

/** Whether the cookies say that the profile's zone is kept. */
export function areKeptZones(cookies: string | null | undefined, pair: ZonePair): boolean {
  return (cookies ?? "").split(/;\s*/).includes(`${keptZonesCookie}=${write(pair)}`);
}

/**
 * The zone in which pages show times: the browser's, or the profile's if the person chose to keep it
 * or the browser hasn't reported one.
 */
export function findReadersZone(
  cookies: string | null | undefined,
  profile: string | undefined,
  browser = findZoneCookie(cookies),
): string | undefined {
  if (!browser || !profile) return browser ?? profile;
  return areKeptZones(cookies, { browser, profile }) ? profile : browser;
}

/** Whether the clocks of both zones differ at some time of the next year. */
export function doClocksDiffer({ browser, profile }: ZonePair, now: Date): boolean {
  return [0, 3, 6, 9].some((months) => {
    const at = new Date(now);
    at.setUTCMonth(at.getUTCMonth() + months);
    const [one, other] = [browser, profile].map(
      (zone) => zonedTime(at.toISOString(), zone)?.offsetMinutes,
    );
    return one !== other;
  });
}
