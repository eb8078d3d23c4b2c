/** Behind the API, amounts are integers in US cents; the API itself uses dollars. */
export const currency = "usd";

/** The largest price a course may have, in dollars; the payment provider's own limit is higher. */
export const maxPrice = 9_999;

/** Whole cents of a dollar amount with at most two decimals: 19.99 → 1999. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Dollars of whole cents: 1999 → 19.99. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** '$20', the short form of cards and lists: no decimals, rounded. */
export function formatPrice(dollars: number): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: 0,
  }).format(dollars);
}

/** '$19.99', the exact amount that will be charged. */
export function formatExactPrice(dollars: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(dollars);
}

export interface Priced {
  price: number;
  hasDiscount: boolean;
  discountPrice?: number | null | undefined;
}

/** The price a student pays: the discounted one where a discount applies. */
export function payablePrice(course: Priced): number {
  return course.hasDiscount && typeof course.discountPrice === "number"
    ? course.discountPrice
    : course.price;
}

/** How the price is calculated, in dollars: the list price, the discount and the total. */
export function findPayment(course: Priced): { price: number; discount: number; total: number } {
  const total = payablePrice(course);
  return { price: course.price, discount: toDollars(toCents(course.price - total)), total };
}
