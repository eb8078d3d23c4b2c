/** The server works with integer US cents. The API uses dollars. */
import { getLocale } from "../site/locale.ts";
import { isolatedNumber } from "../text/bidi.ts";

export const currency = "usd";

/** The maximum price of a course, in dollars. The payment provider's own limit is higher. */
export const maxPrice = 9_999;

/** Converts a dollar amount with at most two decimals to cents: 19.99 → 1999. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Converts cents to dollars: 1999 → 19.99. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/**
 * '$20', the short form for cards and lists, rounded to whole dollars. In text that is written from
 * right to left, the amount is isolated, so that its signs stay in place.
 */
export function formatPrice(dollars: number): string {
  return formatDollars(dollars, { maximumFractionDigits: 0 });
}

/** '$19.99', the exact amount that will be charged. */
export function formatExactPrice(dollars: number): string {
  return formatDollars(dollars, {});
}

/** '$6' or '$6.50', for prices that are read side by side. */
export function formatPlainPrice(dollars: number): string {
  return Number.isInteger(dollars) ? formatPrice(dollars) : formatExactPrice(dollars);
}

function formatDollars(dollars: number, options: Intl.NumberFormatOptions): string {
  const amount = new Intl.NumberFormat(getLocale(), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    ...options,
  }).format(dollars);
  return isolatedNumber(amount);
}

/** '19.99', as typed into a field; '19,99' in French and Spanish. */
export function formatTypedAmount(dollars: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(getLocale(), digits).format(dollars);
}

export interface Priced {
  price: number;
  hasDiscount: boolean;
  discountPrice?: number | null | undefined;
}

/** The price that a student pays: the discounted price if there is a discount. */
export function payablePrice(course: Priced): number {
  return course.hasDiscount && typeof course.discountPrice === "number"
    ? course.discountPrice
    : course.price;
}

/** Calculates the payment in dollars: the list price, the discount and the total. */
export function findPayment(course: Priced): { price: number; discount: number; total: number } {
  const total = payablePrice(course);
  return { price: course.price, discount: toDollars(toCents(course.price - total)), total };
}
