import { expect, test } from "vitest";
import { readRefundAmount } from "#lib/payments/refund-input.ts";

test.for([
  ["5.50", 5.5],
  ["5,50", 5.5],
  ["$5.50", 5.5],
  ["5,50 $", 5.5],
  ["٥٫٥٠", 5.5],
  ["۵٫۵۰", 5.5],
  ["12", 12],
] as const)("%s is read as an amount in dollars", ([typed, amount]) => {
  expect(readRefundAmount(typed, 20)).toBe(amount);
});

test.for(["5.5.0", "1,234.50", "5.505", "five", "-5"])("%s isn't an amount", (typed) => {
  expect(readRefundAmount(typed, 20)).toBe("Please enter dollars and cents, such as 5.50.");
});
