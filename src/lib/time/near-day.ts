import { getTexts } from "#translations/time.ts";
import { formatDate, formatTimeLeft } from "./format-time.ts";

const t = getTexts("time");

const day = 24 * 60 * 60 * 1_000;

/** 'Today' or 'Tomorrow'; undefined for other days. */
export function nameNearDay(instant: string, zone: string, now: number): string | undefined {
  const date = formatDate(instant, zone);
  if (date === formatDate(new Date(now).toISOString(), zone)) return t("today");
  return date === formatDate(new Date(now + day).toISOString(), zone) ? t("tomorrow") : undefined;
}

/** 'in 2 h 10 min' within a day before the instant; otherwise undefined. */
export function formatUntil(instant: string, now: number): string | undefined {
  const left = Date.parse(instant) - now;
  if (!(left > 0 && left <= day)) return undefined;
  return t("in", { duration: formatTimeLeft(left) });
}
