import { expect, it } from "vitest";
import { enrollInput } from "#lib/enrollments/enroll-input.ts";
import {
  checkoutResultPath,
  findCurrentNote,
  needsGuardian,
} from "#lib/enrollments/enrollments.ts";
import { cardCost, findCoveringPrice } from "#lib/payments/card-costs.ts";
import { formatMoney, payablePrice } from "#lib/payments/money.ts";
import { canTakePayments } from "#lib/payments/payments.ts";
import { percentOf } from "#lib/payments/percent.ts";

const guardian = { parentGuardianName: "Maryam", parentGuardianContact: "+20 100 000 0000" };
const nobody = { parentGuardianName: null, parentGuardianContact: null };

it("a student under 13 needs both a guardian's name and contact details", () => {
  expect(needsGuardian({ age: 12, ...nobody })).toBe(true);
  expect(needsGuardian({ age: 12, ...guardian, parentGuardianContact: "" })).toBe(true);
  expect(needsGuardian({ age: 12, ...guardian, parentGuardianName: null })).toBe(true);
  expect(needsGuardian({ age: 12, ...guardian })).toBe(false);
  expect(needsGuardian({ age: 13, ...nobody })).toBe(false);
  expect(needsGuardian({ age: null, ...nobody })).toBe(false);
});

it.each([
  [1999, 10, 200],
  [1994, 10, 199],
  [50, 10, 5],
  [2000, 0, 0],
  [999_900, 12.5, 124_988],
])("the fee on %i cents at %d percent is %i cents", (cents, platformFeePercent, fee) => {
  expect(percentOf(cents, platformFeePercent)).toBe(fee);
});

it.each([
  [10, 600],
  [15, 300],
  [50, 100],
  [4.4, undefined],
  [0, undefined],
])(
  "with a fee of %d percent, the lowest price at which the fee covers Stripe's is %s cents",
  (percent, cents) => {
    expect(findCoveringPrice(percent)).toBe(cents);
  },
);

it("a sale at the covering price loses no money on a foreign card, but a sale below it does", () => {
  for (const percent of [8, 10, 12.5, 15]) {
    const covering = findCoveringPrice(percent) ?? 0;
    const margin = (cents: number) =>
      percentOf(cents, percent) - cardCost(cents, { isForeign: true });
    expect(margin(covering), `${percent}%`).toBeGreaterThanOrEqual(0);
    expect(margin(covering - 100), `${percent}%`).toBeLessThan(0);
  }
});

it("the discounted price is charged only while a discount applies", () => {
  expect(payablePrice({ price: 5000, hasDiscount: true, discountPrice: 3500 })).toBe(3500);
  expect(payablePrice({ price: 5000, hasDiscount: true, discountPrice: 0 })).toBe(0);
  expect(payablePrice({ price: 5000, hasDiscount: false, discountPrice: 3500 })).toBe(5000);
  expect(payablePrice({ price: 5000, hasDiscount: true, discountPrice: null })).toBe(5000);
});

it.each([
  [1999, "usd", "$19.99"],
  [1999, "eur", "€19.99"],
  [1999, "jpy", "¥1,999"],
  [1999, "kwd", "KWD 1.999"],
  [500_000, "ugx", "UGX 5,000"],
])("an amount of %i that Stripe reports in %s is shown as %s", (amount, currency, text) => {
  expect(formatMoney(amount, currency).replace("\u00a0", " ")).toBe(text);
});

it("a payment account counts only once it is complete and accepted", () => {
  const account = { id: "acct_1", details_submitted: true, charges_enabled: true };
  expect(canTakePayments(account)).toBe(true);
  expect(canTakePayments({ ...account, id: "" })).toBe(false);
  expect(canTakePayments({ ...account, details_submitted: false })).toBe(false);
  expect(canTakePayments({ ...account, charges_enabled: false })).toBe(false);
});

it("a missing student is reported with the text from the specification", () => {
  const result = enrollInput.safeParse({});
  expect(result.error?.issues[0]?.message).toBe(
    "Student profile not found. Please complete your profile first.",
  );
});

it("the checkout leads back to the course", () => {
  expect(checkoutResultPath("crs_1", "success")).toBe("/courses/crs_1?payment=success");
});

it.each([
  ["success", false, undefined],
  ["enrolled", false, undefined],
  ["refunded", false, "refunded"],
  ["pending", false, "pending"],
  ["success", true, "success"],
  ["pending", true, "success"],
  ["cancelled", true, undefined],
  ["closed", true, undefined],
  ["success", undefined, undefined],
  ["refunded", undefined, undefined],
] as const)(
  "the course page shows only messages that still apply: %s, enrolled %s",
  (note, isEnrolled, shown) => {
    expect(findCurrentNote(note, isEnrolled)).toBe(shown);
  },
);
