/** Surahs are found by what people type, in either script and in any spelling. */
import { expect, test } from "vitest";
import { surahs } from "#lib/quran/quran.ts";
import { searchSurahs } from "#lib/quran/surah-search.ts";

const found = (typed: string) => searchSurahs(typed).map(({ number }) => number);

test.each([
  ["baq", 2],
  ["Al-Baqarah", 2],
  ["al baqara", 2],
  ["surah baqarah", 2],
  ["البقرة", 2],
  ["سورة البقرة", 2],
  ["بقره", 2],
  ["الفَاتِحَة", 1],
  ["aal imraan", 3],
  ["taubah", 9],
  ["yousuf", 12],
  ["ابراهيم", 14],
  ["kahf", 18],
  ["taha", 20],
  ["yaseen", 36],
  ["يس", 36],
  ["ق", 50],
  ["zariyat", 51],
  ["ar rehman", 55],
  ["waqia", 56],
  ["muddathir", 74],
  ["mudassir", 74],
  ["dhuha", 93],
  ["kausar", 108],
  ["lahab", 111],
  ["an nas", 114],
])("searching for %s finds surah %i first", (typed, number) => {
  expect(found(typed)[0]).toBe(number);
});

test("a number finds its surah first, in digits of any script", () => {
  expect(found("2").slice(0, 3)).toEqual([2, 20, 21]);
  expect(found("١١٤")).toEqual([114]);
  expect(found("036")).toEqual([36]);
  expect(found("Surah 18")).toEqual([18]);
  expect(found("115")).toEqual([]);
  expect(found("0")).toEqual([]);
});

test("every surah is the first result for each of its own names", () => {
  for (const { number, name, arabicName } of surahs) {
    expect([name, found(name)[0]]).toEqual([name, number]);
    expect([arabicName, found(arabicName)[0]]).toEqual([arabicName, number]);
  }
});

test("an empty search finds all surahs, and nonsense finds none", () => {
  expect(found(" ")).toHaveLength(114);
  expect(found("xyz")).toEqual([]);
  expect(found("!?")).toEqual([]);
});
