import { expect, test } from "vitest";
import { secondsUntil } from "#lib/time/seconds-until.ts";

const now = new Date("2027-03-10T18:00:00.400Z");

test.each([
  ["2027-03-10T18:01:00Z", 59],
  ["2027-03-10T19:00:00Z", 300],
  ["2027-03-10T18:00:01Z", 1],
  ["2027-03-10T17:00:00Z", 1],
])("a page that changes at %s is cached for %i seconds", (instant, seconds) => {
  expect(secondsUntil(new Date(instant), { max: 300, now })).toBe(seconds);
});

test("a page that never changes is cached for the maximum", () => {
  expect(secondsUntil(undefined, { max: 300, now })).toBe(300);
});
