import { getTexts } from "#translations/time.ts";
import { capitalize } from "../text/capitalize.ts";
import { formatClock, formatShortDay } from "./format-time.ts";
import { formatUntil, nameNearDay } from "./near-day.ts";

const t = getTexts("time");

/** 'Today, 17:30, in 2 h 10 min', or 'Mon, Mar 29, 17:30' for days that aren't near. */
export function describeStart(instant: string, zone: string, now: number): string {
  const near = nameNearDay(instant, zone, now) ?? capitalize(formatShortDay(instant, zone, now));
  const clock = formatClock(instant, zone);
  const until = formatUntil(instant, now);
  return until
    ? t("server.startIn", { day: near, clock, until })
    : t("server.start", { day: near, clock });
}
