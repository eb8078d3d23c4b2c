/**
 * One question when the browser's time zone and the profile's disagree, because pages show times in
 * the first and emails in the second. The answer changes the profile, or is kept in a cookie for
 * this pair of zones. The pages then show the profile's times, like the emails.
 */

import { currentZoneName, findKnownZone } from "./time-zones.ts";
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

/** Deletes the answer. */
export const forgetKeptZones = `${keptZonesCookie}=;path=/;max-age=0;samesite=lax`;

/** The pair of zones in the cookies, as it was written. */
const readKeptZones = (cookies: string | null | undefined): string | undefined =>
  (cookies ?? "")
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${keptZonesCookie}=`))
    ?.slice(keptZonesCookie.length + 1);

/** Whether the cookies say that the profile's zone is kept. */
export const areKeptZones = (cookies: string | null | undefined, pair: ZonePair): boolean =>
  readKeptZones(cookies) === write(pair);

/** Whether the cookies contain an answer about another zone than the profile's. */
export function isAnswerOutdated(cookies: string | null | undefined, profile: string): boolean {
  const kept = readKeptZones(cookies)?.split("~")[1];
  return kept !== undefined && kept !== currentZoneName(profile);
}

/**
 * The zone of a logged-in reader on pages that don't read the profile, because they are the same for
 * everyone in a zone: the profile's if the person chose to keep it, or the browser's.
 */
export function findSharedPageZone(cookies: string | null | undefined): string | undefined {
  const browser = findZoneCookie(cookies);
  const [asked, profile] = readKeptZones(cookies)?.split("~") ?? [];
  const isAnswered = browser && profile && asked === currentZoneName(browser);
  return (isAnswered ? findKnownZone(profile) : undefined) ?? browser;
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
