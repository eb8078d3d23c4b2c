/**
 * Describes the remaining classes of a course that has started, for people who are about to enroll.
 */
import { getTexts } from "#translations/classes.ts";
import { formatExactPrice, formatPrice } from "../payments/money.ts";
import { formatLongDate } from "../time/format-time.ts";

const t = getTexts("classes");

export interface ClassesLeft {
  /** The start of the first class. Undefined if there are no classes. */
  first: Date | undefined;
  /** The number of classes that haven't ended. */
  count: number;
  /** The number of all classes, without canceled ones. */
  total: number;
}

/**
 * 'Started October 26. 24 of 32 classes left ($1.88 each)'. Undefined before the first class starts
 * and once no class is left.
 *
 * @param price in dollars. The price of one class is omitted for free courses and for one class,
 * whose price is that of the course.
 * @param zone the teacher's time zone, in which the dates of the course are.
 */
export function describeClassesLeft(
  { first, count, total }: ClassesLeft,
  price: number,
  zone: string,
  now: Date,
): string | undefined {
  if (!first || first > now || count === 0) return undefined;
  const values = { date: formatLongDate(first.toISOString(), zone, now), left: count, total };
  if (price === 0 || count === 1) return t("server.left", values);
  const each = price / count;
  const isWhole = Number.isInteger(each);
  return t("server.leftPriced", {
    ...values,
    price: isWhole ? formatPrice(each) : formatExactPrice(each),
  });
}
