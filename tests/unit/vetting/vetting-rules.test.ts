import { describe, expect, it } from "vitest";
import {
  daysUntil,
  findDueReminder,
  isPossibleEnd,
  isValidOn,
  suggestEnd,
} from "#lib/vetting/vetting.rules.ts";

const now = new Date("2027-03-01T23:30:00Z");

describe("the end of a verification", () => {
  it("counts through its last day in UTC", () => {
    expect(isValidOn("2027-03-01", now)).toBe(true);
    expect(isValidOn("2027-02-28", now)).toBe(false);
    expect(isValidOn(null, now)).toBe(false);
    expect(daysUntil("2027-03-02", now)).toBe(1);
  });

  it("is between tomorrow and five years from now", () => {
    expect(isPossibleEnd("2027-03-02", now)).toBe(true);
    expect(isPossibleEnd("2027-03-01", now)).toBe(false);
    expect(isPossibleEnd("2032-03-01", now)).toBe(true);
    expect(isPossibleEnd("2032-04-01", now)).toBe(false);
    expect(suggestEnd(now)).toBe("2029-03-01");
  });

  it("is preceded by reminders 30 and 7 days before", () => {
    expect(findDueReminder("2027-04-01", now)).toBeUndefined();
    expect(findDueReminder("2027-03-31", now)).toBe(30);
    expect(findDueReminder("2027-03-09", now)).toBe(30);
    expect(findDueReminder("2027-03-08", now)).toBe(7);
    expect(findDueReminder("2027-03-01", now)).toBe(7);
  });
});
