import { expect, it } from "vitest";
import { lostShareOf, shareOf } from "#lib/payments/shares.ts";

const payment = { amountCents: 3_000, feeCents: 300, refundedCents: 0 };

it("the share that a refund should have recovered excludes the platform's fee", () => {
  expect(shareOf(payment, 1_000)).toBe(900);
});

it("the share that a lost dispute should have recovered is that of what wasn't refunded", () => {
  const dispute = { amountCents: 3_000 };
  expect(lostShareOf(payment, dispute)).toBe(2_700);
  expect(lostShareOf({ ...payment, refundedCents: 1_000 }, dispute)).toBe(1_800);
});
