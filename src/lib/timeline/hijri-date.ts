/**
 * Dates of the Hijri calendar of Umm al-Qura. `Intl` converts the date, which it does in the same
 * way everywhere. The names are texts of our own, as in all dates (`format-time.ts`).
 */
import { getTexts, type TimelineTexts } from "#translations/timeline.ts";

const t = getTexts("timeline");

type MonthKey = Extract<keyof TimelineTexts, `hijri.month.${string}`>;

/** '2 Shawwal 1448 AH'. */
export function formatHijriDate(instant: string, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
    day: "numeric",
    month: "numeric",
    year: "numeric",
    timeZone: zone,
  }).formatToParts(Date.parse(instant));
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const month = t(`hijri.month.${read("month")}` as MonthKey);
  return t("hijri.date", { day: read("day"), month, year: read("year") });
}
