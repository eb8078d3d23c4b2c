import { getTexts } from "#translations/time.ts";
import { formatDate } from "./format-time.ts";

const t = getTexts("time");

const day = 24 * 60 * 60 * 1_000;

/** 'Today' or 'Tomorrow'; undefined for other days. */
export function nameNearDay(instant: string, zone: string, now: number): string | undefined {
  const date = formatDate(instant, zone);
  if (date === formatDate(new Date(now).toISOString(), zone)) return t("today");
  return date === formatDate(new Date(now + day).toISOString(), zone) ? t("tomorrow") : undefined;
}
