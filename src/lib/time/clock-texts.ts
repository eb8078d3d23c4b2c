/** Wall-clock times and their ranges in the reader's hour cycle. */
import { getTexts } from "#translations/time.ts";
import { isolatedInRtl, isolatedRange } from "../text/bidi.ts";
import { getHourCycle } from "./hour-cycle.ts";

const t = getTexts("time");

export const twoDigits = (value: number): string => String(value).padStart(2, "0");

export interface WallTime {
  hour: number;
  minute: number;
}

/** '09:00', as in the API and in time fields. */
export const fieldTimeOf = ({ hour, minute }: WallTime): string =>
  `${twoDigits(hour)}:${twoDigits(minute)}`;

/** '9:00', without the half of the day. */
const shortTimeOf = ({ hour, minute }: WallTime): string =>
  `${hour % 12 || 12}:${twoDigits(minute)}`;
const halfOf = ({ hour }: WallTime): "am" | "pm" => (hour < 12 ? "am" : "pm");

/** '09:00' or '9:00 AM'. */
export function timeOf(at: WallTime): string {
  if (getHourCycle() === "h23") return fieldTimeOf(at);
  return t("twelveHours", { period: halfOf(at), time: shortTimeOf(at) });
}

export type WriteRange = (start: string, end: string) => string;

/** A range, which names the half of the day once if both times are in it: '9:00-10:30 AM'. */
export function rangeOf(start: WallTime, end: WallTime, write: WriteRange): string {
  if (getHourCycle() === "h23") return isolatedRange(write(fieldTimeOf(start), fieldTimeOf(end)));
  // The letters of the half decide the direction, and digits are always read from left to right.
  if (halfOf(start) !== halfOf(end)) return isolatedInRtl(write(timeOf(start), timeOf(end)));
  const time = isolatedRange(write(shortTimeOf(start), shortTimeOf(end)));
  return isolatedInRtl(t("twelveHours", { period: halfOf(end), time }));
}

export const writeSpan: WriteRange = (start, end) => t("span", { start, end });
