/** The server works with integer US cents. The API uses dollars. */
import { getLocale } from "../site/locale.ts";
import { isolatedNumber } from "../text/bidi.ts";

export const currency = "usd";

/** The maximum price of a course, in dollars. The payment provider's own limit is higher. */
export const maxPrice = 9_999;

/** The smallest card payment, in dollars. */
export const minPaidPrice = 0.5;

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

/** Stripe counts these currencies in hundredths, although they have no decimals. */
const inHundredths = ["isk", "ugx"];

/** '€19.99', an amount in the currency of a teacher's bank, from Stripe's smallest unit. */
export function formatMoney(amount: number, ofCurrency: string): string {
  const format = new Intl.NumberFormat(getLocale(), {
    style: "currency",
    currency: ofCurrency,
    currencyDisplay: ofCurrency.toUpperCase() === "USD" ? "narrowSymbol" : "symbol",
  });
  const digits = inHundredths.includes(ofCurrency)
    ? 2
    : (format.resolvedOptions().maximumFractionDigits ?? 2);
  return isolatedNumber(format.format(amount / 10 ** digits));
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
  /** What students pay now, if some classes are past and the price is reduced for them. */
  lateJoining?: { price: number } | undefined;
}

/** The price that a student pays now: reduced for past classes, or discounted. */
export function payablePrice(course: Priced): number {
  return course.lateJoining?.price ?? fullPrice(course);
}

/** What students pay now: '$20', or '$28.13' if the price is reduced for past classes. */
export function formatPayable(course: Priced): string {
  const price = payablePrice(course);
  return course.lateJoining ? formatPlainPrice(price) : formatPrice(price);
}

/** The price of the whole course: the discounted price if there is a discount. */
export function fullPrice(course: Priced): number {
  return course.hasDiscount && typeof course.discountPrice === "number"
    ? course.discountPrice
    : course.price;
}

interface PaymentParts {
  price: number;
  discount: number;
  /** The reduction for past classes, if there is one. */
  reduction?: number;
  total: number;
}

/** Calculates the payment in dollars: the list price, what is taken off, and the total. */
export function findPayment(course: Priced): PaymentParts {
  const full = fullPrice(course);
  const total = payablePrice(course);
  const difference = (from: number, to: number) => toDollars(toCents(from - to));
  return {
    price: course.price,
    discount: difference(course.price, full),
    ...(total < full && { reduction: difference(full, total) }),
    total,
  };
}
