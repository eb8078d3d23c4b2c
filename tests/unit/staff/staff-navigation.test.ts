import { expect, test } from "vitest";
import { findSubjectPath } from "#lib/staff/staff-navigation.ts";

test.each([
  ["person", "usr_1", "/staff/people/usr_1"],
  ["staff", "usr_1", "/staff/people/usr_1"],
  ["payment", "pay_1", "/staff/payments/pay_1"],
  ["course", "crs_1", "/staff/courses/crs_1"],
  ["setting", "platformFee", "/staff/settings"],
  ["section", "payouts", "/staff/payouts"],
  ["section", "suppressions", "/staff/letters/suppressions"],
  ["suppression", "sup_1", "/staff/letters/suppressions"],
  ["job", "1", undefined],
] as const)("the log links a %s to its place in the console", (kind, id, path) => {
  expect(findSubjectPath(kind, id)).toBe(path);
});
