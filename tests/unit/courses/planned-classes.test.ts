import { describe, expect, test } from "vitest";
import { expandClasses } from "#lib/classes/weekly-classes.ts";
import { countPlannedClasses } from "#lib/courses/planned-classes.ts";
import { days } from "#lib/time/time.ts";

const at = (day: (typeof days)[number], startTime = "09:00") => ({
  day,
  startTime,
  endTime: "23:00",
});
// A Monday.
const startDate = "2027-03-01";

describe("the classes that a course form plans", () => {
  test.each(days.map((day, index) => [day, index] as const))(
    "begin on the first %s of the course",
    (day, index) => {
      const planned = countPlannedClasses({
        schedule: [at(day)],
        startDate,
        endDate: "2027-03-14",
      });
      expect(planned).toEqual({ count: 2, first: `2027-03-0${index + 1}T09:00:00Z` });
    },
  );

  test("are counted up to the last day, and the earliest one is the first", () => {
    const schedule = [at("Thursday"), at("Monday", "18:00"), at("Monday", "07:00")];
    expect(countPlannedClasses({ schedule, startDate, endDate: "2027-03-08" })).toEqual({
      count: 5,
      first: "2027-03-01T07:00:00Z",
    });
  });

  test("are those of the saved course", () => {
    const schedule = [at("Friday"), at("Sunday", "06:30"), at("Tuesday", "21:00")];
    for (let day = 1; day <= 28; day += 1) {
      const plan = { schedule, startDate, endDate: `2027-04-${String(day).padStart(2, "0")}` };
      const classes = expandClasses({ ...plan, timeZone: "UTC" });
      const first = classes[0]?.startsAt.toISOString().replace(".000Z", "Z");
      expect(countPlannedClasses(plan)).toEqual({ count: classes.length, first });
    }
  });

  test.each([
    ["there is no start date", { startDate: "" }],
    ["there is no end date", { endDate: "" }],
    ["the end is before the start", { endDate: "2027-02-28" }],
    ["no class falls between the dates", { schedule: [at("Sunday")], endDate: "2027-03-06" }],
    ["there are no weekly times", { schedule: [] }],
  ])("are unknown if %s", (_why, change) => {
    const plan = { schedule: [at("Monday")], startDate, endDate: "2027-03-31", ...change };
    expect(countPlannedClasses(plan)).toBeUndefined();
  });
});
