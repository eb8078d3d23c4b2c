import { getTexts } from "#translations/time.ts";
import { shortDateOf, shortMonthOf } from "./format-time.ts";
import { zonedTime } from "./zoned-time.ts";

const t = getTexts("time");

/** A range of two calendar dates: 'Jan 7 – Feb 17, 2027'. */
export function formatDateRange(first: string, last: string): string {
  const [from, to] = [first, last].map((date) =>
    zonedTime(`${date.slice(0, 10)}T00:00:00Z`, "UTC"),
  );
  if (!from || !to) return t("invalid");
  if (from.year !== to.year) {
    return t("dates", { first: shortDateOf(from), last: shortDateOf(to) });
  }
  const month = shortMonthOf(from);
  if (from.month !== to.month) {
    return t("datesInYear", { month, day: from.day, last: shortDateOf(to) });
  }
  if (from.day === to.day) return shortDateOf(from);
  return t("datesInMonth", { month, first: from.day, last: to.day, year: String(to.year) });
}
