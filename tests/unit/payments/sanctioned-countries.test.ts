import { expect, it } from "vitest";
import { isSanctioned } from "#lib/payments/sanctioned-countries.ts";

it.each([
  ["US", "IR", true],
  ["US", "CU", true],
  ["US", "KP", true],
  ["US", "SY", false],
  ["US", "PK", false],
  ["DE", "KP", true],
  ["DE", "IR", false],
])("a platform in %s may pay nobody in %s: %s", (platform, country, isProhibited) => {
  expect(isSanctioned(platform, country)).toBe(isProhibited);
});
