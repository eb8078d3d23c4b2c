import { describe, expect, test } from "vitest";
import { type CountableClass, countTowardSold } from "#server/classes/sold/counted-classes.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse("2027-03-01T10:00:00Z");
const at = (days: number) => new Date(start + days * day);

/** A class of 45 minutes, this many days after the first one as sold. */
const given = (days: number, announcedDays?: number, minutes = 45): CountableClass => ({
  startsAt: at(days),
  endsAt: new Date(at(days).getTime() + minutes * minute),
  announcedAt: announcedDays === undefined ? null : at(announcedDays),
});

const weeks = (count: number) => Array.from({ length: count }, (_, index) => index * 7);

/** A seat that was sold 30 days ahead, with classes on these days. */
const soldOn = (days: readonly number[]) => ({
  createdAt: at(-30),
  soldStarts: days.map(at),
  soldClasses: days.length,
  soldMaxMinutes: 45,
});

const count = (sold: readonly number[], classes: readonly CountableClass[]) =>
  countTowardSold(
    soldOn(sold),
    [...classes].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
  ).classes;

describe("the total of the weekly classes that count", () => {
  const sold = weeks(8);
  const others = sold.slice(1).map((days) => given(days));

  test("is complete when they take place as sold", () => {
    const result = countTowardSold(
      soldOn(sold),
      sold.map((days) => given(days)),
    );
    const lastStart = given(sold.at(-1) ?? 0).startsAt;
    expect(result).toEqual({ classes: 8, minutes: 8 * 45, lastStart });
  });

  test.each([
    ["up to a week sooner", -7, -9, true],
    ["more than a week sooner", -7.1, -9, false],
    ["a few days later, announced before its time", 5, -0.1, true],
    ["later, announced only after its time", 3, 0.1, false],
    ["later, announced a week ahead", 10, 3, true],
    ["at its time, announced the day before", 0, -1, true],
    ["at its time, announced an hour before", 0, -1 / 24, false],
    ["a few hours later, announced an hour before", 0.5, -1 / 24, false],
  ])("includes the first class or not when it takes place %s", (_, days, announced, counts) => {
    expect(count(sold, [given(days, announced), ...others])).toBe(counts ? 8 : 7);
  });

  test.each([2, 4, 20, 45])(
    "lacks a class that was repeatedly postponed by a day, by %d days in total",
    (days) => {
      expect(count(sold, [given(days, days - 25 / 24), ...others])).toBe(7);
    },
  );

  test.each([1, 20, 28, 60])(
    "is at most two when all of them take place in one night, %i days after the start",
    (days) => {
      const night = sold.map((_, index) => given(days + index / 24, -20));
      expect(count(sold, night)).toBeLessThanOrEqual(2);
    },
  );

  test("is complete after a pause of four weeks that was announced in advance", () => {
    const paused = sold.map((days) => (days < 21 ? given(days) : given(days + 28, 20)));
    expect(count(sold, paused)).toBe(8);
  });

  test("is complete when one class is canceled and made up for after the last one", () => {
    expect(count(sold, [...others, given(56, 3)])).toBe(8);
  });

  test("is complete when the classes move to another weekday during the course", () => {
    const moved = sold.map((days) => (days < 14 ? given(days) : given(days + 3, 8)));
    expect(count(sold, moved)).toBe(8);
    const sooner = sold.map((days) => (days < 14 ? given(days) : given(days - 3, 8)));
    expect(count(sold, sooner)).toBe(8);
  });

  test("is lower when all classes are held twice as often from the start", () => {
    const dense = sold.map((_, index) => given(index * 3.5, -9));
    expect(count(sold, dense)).toBeLessThan(6);
  });

  test("is no higher than the number that was sold", () => {
    expect(count(sold, [...weeks(12).map((days) => given(days)), given(3, -9)])).toBe(8);
  });

  test("is complete when an additional class replaces one that was postponed too long", () => {
    const additional = [52, 53].map((days) => given(days, -9));
    expect(count(sold, [given(2, 1), ...others, ...additional])).toBe(8);
    expect(count(sold, [given(2, 1), ...others])).toBe(7);
  });
});

test("at most twice as many classes count on one day as on the fullest day that was sold", () => {
  const sold = [0, 0.1, 7, 7.1];
  const oneDay = [7, 7.1, 7.2, 7.3].map((days) => given(days, -9));
  expect(count(sold, oneDay)).toBe(4);
  expect(
    count(
      [0, 1, 2, 3],
      [3, 3.1, 3.2, 3.3].map((days) => given(days, -9)),
    ),
  ).toBe(2);
});

test("daily classes count even if two days' classes are held on one day", () => {
  const sold = [0, 1, 2, 3, 4];
  const classes = [0, 1, 2, 2.2, 4].map((days) => given(days, days === 2.2 ? 1 : -9));
  expect(count(sold, classes)).toBe(5);
});

test("a long class counts for at most the minutes of the longest one that was sold", () => {
  const classes = [given(0, -9, 600), given(7)];
  expect(countTowardSold(soldOn([0, 7]), classes).minutes).toBe(90);
});

test("classes of seats without recorded starts count wherever they are announced in time", () => {
  const seat = { ...soldOn([]), soldClasses: 3 };
  const night = [1, 1.1, 1.2, 1.3].map((days) => given(days, -9));
  expect(countTowardSold(seat, night).classes).toBe(3);
});

test("a thousand classes that all moved are compared in one pass", () => {
  const sold = Array.from({ length: 1_000 }, (_, index) => index);
  const moved = sold.map((days) => given(days - 8, -20));
  expect(count(sold, moved)).toBe(999);
});
