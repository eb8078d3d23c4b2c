import { describe, expect, it } from "vitest";
import type { WeeklyTime } from "#lib/people/people.ts";
import { findTrialTime } from "#lib/trials/trials.ts";

const monday: WeeklyTime = { day: "Monday", startTime: "10:00", endTime: "10:30" };

/** Monday, March 1, 2027, 10:00 in Cairo. */
const first = Date.parse("2027-03-01T08:00:00Z");
const hour = 60 * 60 * 1000;
const week = 7 * 24 * hour;

const find = (now: number, busyStarts: number[] = []) =>
  findTrialTime(
    monday,
    "Africa/Cairo",
    new Date(now),
    busyStarts.map((start) => ({ startsAt: new Date(start), endsAt: new Date(start + hour) })),
  )?.startsAt.getTime();

describe("the next time of a slot for a trial lesson", () => {
  it.each([
    ["12 hours before the slot", first - 12 * hour, first],
    ["less than 12 hours before the slot", first - 12 * hour + 1, first + week],
    ["during the slot", first + hour / 4, first + week],
  ])("requested %s is the first one with 12 hours' notice", (_case, now, expected) => {
    expect(find(now)).toBe(expected);
  });

  it("is a week later when the teacher has a class at that time", () => {
    const earlier = first - 24 * hour;
    expect(find(earlier, [first - hour / 2])).toBe(first + week);
    expect(find(earlier, [first - hour, first + hour / 2])).toBe(first);
  });

  it("is not offered when classes occupy it for eight weeks", () => {
    const busy = Array.from({ length: 8 }, (_, number) => first + number * week - hour / 2);
    const earlier = first - 24 * hour;
    expect(find(earlier, busy.slice(0, 7))).toBe(first + 7 * week);
    expect(find(earlier, busy)).toBeUndefined();
  });
});
