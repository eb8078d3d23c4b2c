import { expect, test } from "vitest";
import { numberOfKey, passageHref } from "#lib/quran/verse-key.ts";
import { type AssessedPassage, markPassage } from "#lib/recitations/verse-marks.ts";

const numberOf = (key: string) => numberOfKey(key) ?? 0;
const now = new Date("2027-03-10T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

const lesson = (
  [from, to]: [string, string],
  { kind = "sabaq", days = 0, mistakes = 0 }: Partial<AssessedPassage> & { days?: number } = {},
): AssessedPassage => ({
  kind,
  first: numberOf(from),
  last: numberOf(to),
  heardAt: daysAgo(days),
  mistakes,
});

const mark = (recited: AssessedPassage[], [from, to]: [string, string]) =>
  markPassage(recited, { first: numberOf(from), last: numberOf(to) }, now).map(
    ({ from, to, state }) => `${from} to ${to} ${state}`,
  );

test("verses without a new lesson have no mark", () => {
  expect(mark([], ["2:1", "2:286"])).toEqual([]);
  expect(mark([lesson(["2:1", "2:5"], { kind: "manzil" })], ["2:1", "2:5"])).toEqual([]);
});

test("only the verses that are shown are marked, even across surahs", () => {
  const recited = [lesson(["112:1", "114:6"])];
  expect(mark(recited, ["113:1", "113:5"])).toEqual(["113:1 to 113:5 memorized"]);
  expect(mark(recited, ["111:1", "114:6"])).toEqual(["112:1 to 114:6 memorized"]);
});

test("memorized verses are due a month after their latest lesson", () => {
  const learned = lesson(["2:1", "2:20"], { days: 30 });
  expect(mark([learned], ["2:1", "2:20"])).toEqual(["2:1 to 2:20 due"]);
  const revised = lesson(["2:6", "2:10"], { kind: "sabqi", days: 29 });
  expect(mark([revised, learned], ["2:1", "2:20"])).toEqual([
    "2:1 to 2:5 due",
    "2:6 to 2:10 memorized",
    "2:11 to 2:20 due",
  ]);
});

test("verses are weak after a lesson with three mistakes for each of its pages", () => {
  // Both passages are on one page.
  expect(mark([lesson(["2:6", "2:10"], { mistakes: 2 })], ["2:6", "2:10"])).toEqual([
    "2:6 to 2:10 memorized",
  ]);
  expect(mark([lesson(["2:6", "2:10"], { mistakes: 3 })], ["2:6", "2:10"])).toEqual([
    "2:6 to 2:10 weak",
  ]);
  // The juz has more than twenty pages.
  const juz = lesson(["78:1", "114:6"], { mistakes: 40 });
  expect(mark([juz], ["114:1", "114:6"])).toEqual(["114:1 to 114:6 memorized"]);
});

test("the latest lesson decides, in whatever order lessons are read", () => {
  const weak = lesson(["1:1", "1:7"], { days: 50, mistakes: 9 });
  const revised = lesson(["1:1", "1:7"], { kind: "manzil", days: 2 });
  expect(mark([weak, revised], ["1:1", "1:7"])).toEqual(["1:1 to 1:7 memorized"]);
  expect(mark([revised, weak], ["1:1", "1:7"])).toEqual(["1:1 to 1:7 memorized"]);
});

test("the lesson recorded last decides among lessons on the same day", () => {
  const morning = lesson(["1:1", "1:7"], { mistakes: 9 });
  const evening = lesson(["1:3", "1:5"], { kind: "sabqi" });
  expect(mark([morning, evening], ["1:1", "1:7"])).toEqual([
    "1:1 to 1:2 weak",
    "1:3 to 1:5 memorized",
    "1:6 to 1:7 weak",
  ]);
});

test("overlapping lessons in any number give the same marks as the simple rule", () => {
  // A fixed sequence of pseudorandom numbers.
  let state = 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const recited = Array.from({ length: 500 }, () => {
    const first = 1 + below(300);
    return {
      kind: (["sabaq", "sabqi", "manzil"] as const)[below(3)] ?? "sabaq",
      first,
      last: Math.min(293, first + below(40)),
      heardAt: daysAgo(below(60)),
      mistakes: below(12),
    };
  });
  const shown = { first: 8, last: 293 };
  for (const { from, to, recitedAt } of markPassage(recited, shown, now)) {
    for (let verse = numberOf(from); verse <= numberOf(to); verse += 1) {
      const covering = recited.filter(({ first, last }) => first <= verse && verse <= last);
      const latest = Math.max(...covering.map(({ heardAt }) => heardAt.getTime()));
      expect(covering.some(({ kind }) => kind === "sabaq")).toBe(true);
      expect(new Date(recitedAt).getTime()).toBe(latest);
    }
  }
});

test("a passage leads to its first verse in the reader, and a single verse to its own page", () => {
  const href = (from: string, to: string) =>
    passageHref({ first: numberOf(from), last: numberOf(to) });
  expect(href("2:255", "2:255")).toBe("/quran/2/255");
  expect(href("2:1", "2:25")).toBe("/quran/2#2:1");
  expect(href("78:1", "114:6")).toBe("/quran/78#78:1");
});
