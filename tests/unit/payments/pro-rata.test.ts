import { describe, expect, it } from "vitest";
import { findPayment, formatPayable, payablePrice } from "#lib/payments/money.ts";
import { proRataCents } from "#lib/payments/pro-rata.ts";

describe("the price for students who join late", () => {
  it.each([
    ["is the full price until the first class has ended", 4_500, 32, 32, 4_500],
    ["is the share of the classes that are left", 4_500, 24, 32, 3_375],
    ["is rounded to the nearest cent", 1_000, 2, 3, 667],
    ["is rounded down below half a cent", 1_000, 1, 3, 333],
    ["counts only the last class when one is left", 4_000, 1, 4, 1_000],
    ["is never below the minimum", 100, 1, 4, 50],
    ["is never above the full price", 40, 1, 4, 40],
    ["stays free in a free course", 0, 1, 4, 0],
    ["isn't reduced once no class is left, because no seat is sold then", 4_000, 0, 4, 4_000],
    ["isn't reduced in a course without classes", 4_000, 0, 0, 4_000],
  ])("%s", (_what, cents, left, total, expected) => {
    expect(proRataCents(cents, { left, total }, 50)).toBe(expected);
  });

  it("is at least 50 cents, at most the full price, and never rises while classes pass", () => {
    for (let cents = 50; cents < 3_000; cents += 7) {
      for (const total of [1, 2, 3, 7, 32]) {
        let before = cents;
        for (let left = total; left > 0; left -= 1) {
          const now = proRataCents(cents, { left, total }, 50);
          expect(now).toBeLessThanOrEqual(before);
          expect(now).toBeGreaterThanOrEqual(50);
          before = now;
        }
      }
    }
  });

  it("is what students pay, with the discount and the reduction shown separately", () => {
    const course = {
      price: 45,
      hasDiscount: true,
      discountPrice: 40,
      lateJoining: { price: 29.99 },
    };
    expect(payablePrice(course)).toBe(29.99);
    expect(formatPayable(course)).toBe("$29.99");
    expect(findPayment(course)).toEqual({
      price: 45,
      discount: 5,
      reduction: 10.01,
      total: 29.99,
    });
  });
});
