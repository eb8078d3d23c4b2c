import { describe, expect, it } from "vitest";
import { expandClasses } from "#lib/classes/weekly-classes.ts";
import { countClasses } from "#lib/courses/course-dates.ts";
import {
  createCourseInput,
  findCourseProblems,
  missingForPublishing,
  updateCourseInput,
} from "#lib/courses/courses.ts";
import { pageFigures, readPaging } from "#lib/paging/paging.ts";
import { days } from "#lib/time/time.ts";
import { courseInput } from "#server/demo/factories.ts";

const fieldsOf = (input: unknown): string[] => {
  const { error } = createCourseInput.safeParse(input);
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join(".")))];
};

describe("createCourseInput", () => {
  it("trims text and drops unknown fields", () => {
    const parsed = createCourseInput.parse({ ...courseInput({ title: "  A  " }), verified: true });
    expect(parsed.title).toBe("A");
    expect(parsed).not.toHaveProperty("verified");
  });

  it("accepts every price in cents, including free courses", () => {
    for (const price of [0, 0.5, 0.57, 1.1, 19.99, 9999]) {
      expect(fieldsOf(courseInput({ price }))).toEqual([]);
    }
    for (const price of [0.01, 0.49, 0.505, 10_000, -0.5, Number.NaN, Infinity]) {
      expect(fieldsOf(courseInput({ price }))).toEqual(["price"]);
    }
  });

  it("accepts a leap day only in a leap year", () => {
    const end = { endDate: "2029-01-01" };
    expect(fieldsOf(courseInput({ startDate: "2028-02-29", ...end }))).toEqual([]);
    expect(fieldsOf(courseInput({ startDate: "2027-02-29", ...end }))).toEqual(["startDate"]);
  });
});

describe("updateCourseInput", () => {
  it("accepts 'All Levels', which is not allowed for new courses", () => {
    expect(updateCourseInput.safeParse({ level: "All Levels" }).success).toBe(true);
    expect(fieldsOf({ ...courseInput(), level: "All Levels" })).toEqual(["level"]);
  });

  it("accepts an empty update", () => {
    expect(updateCourseInput.parse({})).toEqual({});
  });
});

describe("findCourseProblems", () => {
  it("finds every violated rule across fields", () => {
    const problems = findCourseProblems({
      startDate: "2027-02-02",
      endDate: "2027-02-01",
      price: 10,
      hasDiscount: true,
      discountPrice: 10.5,
      schedule: [
        { day: "Friday", startTime: "10:00", endTime: "12:00" },
        { day: "Friday", startTime: "11:59", endTime: "13:00" },
      ],
    });
    expect(problems.map(({ field }) => field)).toEqual(["endDate", "discountPrice", "schedule"]);
  });

  it("accepts a thousand classes and no more, whatever the schedule and dates", () => {
    const daily = days.map((day) => ({ day, startTime: "10:00", endTime: "11:00" }));
    const twice = [
      ...daily,
      ...daily.map((time) => ({ ...time, startTime: "12:00", endTime: "13:00" })),
    ];
    const thirty = Array.from({ length: 30 }, (_, index) => ({
      day: days[index % 7] ?? "Monday",
      startTime: `${10 + Math.floor(index / 7)}:00`,
      endTime: `${10 + Math.floor(index / 7)}:50`,
    }));
    const fieldsOf = (schedule: typeof daily, startDate: string, endDate: string) =>
      findCourseProblems({ schedule, startDate, endDate }).map(({ field }) => field);
    expect(fieldsOf(daily, "2027-01-01", "2028-12-31")).toEqual([]);
    expect(fieldsOf(twice, "2027-01-01", "2028-05-14")).toEqual([]);
    expect(fieldsOf(twice, "2027-01-01", "2028-05-15")).toEqual(["schedule"]);
    expect(fieldsOf(thirty, "2027-01-01", "2028-12-31")).toEqual(["schedule"]);
  });

  it("counts classes as they are expanded, from any weekday", () => {
    const schedule = [
      { day: "Friday" as const, startTime: "10:00", endTime: "11:00" },
      { day: "Monday" as const, startTime: "10:00", endTime: "11:00" },
    ];
    for (let day = 1; day <= 14; day += 1) {
      for (const length of [0, 3, 6, 7, 20]) {
        const startDate = `2027-02-${String(day).padStart(2, "0")}`;
        const end = new Date(Date.parse(`${startDate}T00:00:00Z`) + length * 86_400_000);
        const endDate = end.toISOString().slice(0, 10);
        const course = { schedule, startDate, endDate, timeZone: "UTC" };
        expect(countClasses(schedule, startDate, endDate)).toBe(expandClasses(course).length);
      }
    }
  });

  it("accepts a course of one day and a discounted price of zero", () => {
    const day = "2027-02-01";
    const course = { startDate: day, endDate: day, price: 10, hasDiscount: true, discountPrice: 0 };
    expect(findCourseProblems(course)).toEqual([]);
  });
});

describe("missingForPublishing", () => {
  it("lists missing dates and classes", () => {
    const missing = missingForPublishing({ startDate: null, endDate: null, schedule: [] });
    expect(missing.map(({ field }) => field)).toEqual(["startDate", "endDate", "schedule"]);
  });
});

describe("course paging", () => {
  it("starts on the first page and reports how many pages there are", () => {
    const paging = readPaging({}, 50);
    expect(paging).toEqual({ page: 1, limit: 50 });
    expect(pageFigures(101, paging)).toEqual({ total: 101, page: 1, pages: 3 });
    expect(pageFigures(0, readPaging({ page: "4", limit: "9" }, 50))).toEqual({
      total: 0,
      page: 4,
      pages: 0,
    });
  });
});
