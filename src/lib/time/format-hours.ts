/** Ranges of hours, in separate files because most islands show single times. */
import { getTexts } from "#translations/time.ts";
import { rangeOf, timeOf, type WallTime, type WriteRange } from "./clock-texts.ts";
import { weekdayOf } from "./format-time.ts";
import { zonedTime } from "./zoned-time.ts";

const t = getTexts("time");

const writeTimes: WriteRange = (start, end) => t("times", { start, end });

/** A time of the API, such as '09:00'. */
function readWallTime(time: string): WallTime {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { hour, minute };
}

/** A wall-clock time of the API: '09:00' or '9:00 AM'. */
export const formatWallTime = (time: string): string => timeOf(readWallTime(time));

/** A range of two wall-clock times of the API: '09:00-10:00' or '9:00-10:00 AM'. */
export const formatHours = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  rangeOf(readWallTime(startTime), readWallTime(endTime), writeTimes);

/** A range of two instants on one day: '09:00-10:00' or '9:00-10:00 AM'. */
export function formatTimes(start: string, end: string, zone: string): string {
  const [from, to] = [zonedTime(start, zone), zonedTime(end, zone)];
  return from && to ? rangeOf(from, to, writeTimes) : t("invalid");
}

/** The weekday and the time range in a zone: 'Tuesday' and '01:00-02:00'. */
export function formatWeekly(
  { start, end }: { start: string; end: string },
  zone: string,
): { day: string; hours: string } {
  const at = zonedTime(start, zone);
  return {
    day: at ? weekdayOf(at) : t("invalid"),
    hours: formatTimes(start, end, zone),
  };
}
