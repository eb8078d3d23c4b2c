/** Compares the structure of the Quran with printed editions. */
import { SurahList } from "quran-meta";
import { describe, expect, test } from "vitest";
import {
  describePassage,
  findSurah,
  juzPassages,
  merge,
  numberOfVerse,
  parseVerseKey,
  surahs,
  verseCount,
  verseOfNumber,
} from "#lib/quran/quran.ts";

const passage = (surah: number, first: number, last: number, to = surah) => ({
  first: numberOfVerse({ surah, verse: first }) ?? 0,
  last: numberOfVerse({ surah: to, verse: last }) ?? 0,
});

describe("the surahs", () => {
  test("number 114 and contain 6,236 verses, in sequence without a gap", () => {
    expect(surahs).toHaveLength(114);
    let next = 1;
    for (const surah of surahs) {
      expect(surah.first).toBe(next);
      expect(surah.verses).toBeGreaterThanOrEqual(3);
      next += surah.verses;
    }
    expect(next - 1).toBe(verseCount);
    expect(verseCount).toBe(6236);
  });

  test.each([
    [1, "Al-Fatihah", "الفاتحة", 7],
    [2, "Al-Baqarah", "البقرة", 286],
    [9, "At-Tawbah", "التوبة", 129],
    [18, "Al-Kahf", "الكهف", 110],
    [36, "Ya-Sin", "يس", 83],
    [55, "Ar-Rahman", "الرحمن", 78],
    [67, "Al-Mulk", "الملك", 30],
    [78, "An-Naba", "النبأ", 40],
    [103, "Al-Asr", "العصر", 3],
    [108, "Al-Kawthar", "الكوثر", 3],
    [112, "Al-Ikhlas", "الإخلاص", 4],
    [114, "An-Nas", "الناس", 6],
  ])("include surah %i as %s, %s, with %i verses", (number, name, arabicName, verses) => {
    expect(findSurah(number)).toMatchObject({ name, arabicName, verses });
  });

  test("have the Arabic names of the data set, apart from the spelling of hamza", () => {
    const bare = (name: string) => name.replaceAll(/[أإآ]/g, "ا").replace(/(?<=سب|نب)[اإ]$/, "ا");
    for (const { number, arabicName } of surahs) {
      expect(bare(arabicName)).toBe(bare(SurahList[number]?.[4] ?? ""));
    }
  });
});

describe("the juz", () => {
  test("number 30 and contain every verse once", () => {
    expect(juzPassages).toHaveLength(30);
    let next = 1;
    for (const { first, last } of juzPassages) {
      expect(first).toBe(next);
      expect(last).toBeGreaterThan(first);
      next = last + 1;
    }
    expect(next - 1).toBe(verseCount);
  });

  test.each([
    [1, "Al-Fatihah 1 – Al-Baqarah 141"],
    [2, "Al-Baqarah 142–252"],
    [4, "Ali 'Imran 93 – An-Nisa 23"],
    [7, "Al-Ma'idah 82 – Al-An'am 110"],
    [11, "At-Tawbah 93 – Hud 5"],
    [15, "Al-Isra 1 – Al-Kahf 74"],
    [22, "Al-Ahzab 31 – Ya-Sin 27"],
    [29, "Al-Mulk 1 – Al-Mursalat 50"],
    [30, "An-Naba 1 – An-Nas 6"],
  ])("include juz %i as %s", (juz, words) => {
    const found = juzPassages[juz - 1];
    expect(found && describePassage(found)).toBe(words);
  });
});

describe("the numbering of verses", () => {
  test("numbers all verses of the Quran, and finds them by number", () => {
    expect(numberOfVerse({ surah: 1, verse: 1 })).toBe(1);
    expect(numberOfVerse({ surah: 2, verse: 255 })).toBe(262);
    expect(numberOfVerse({ surah: 114, verse: 6 })).toBe(6236);
    for (const { first, verses, number } of surahs) {
      expect(verseOfNumber(first)).toEqual({ surah: number, verse: 1 });
      expect(verseOfNumber(first + verses - 1)).toEqual({ surah: number, verse: verses });
    }
  });

  test.each([
    { surah: 2, verse: 287 },
    { surah: 1, verse: 0 },
    { surah: 0, verse: 1 },
    { surah: 115, verse: 1 },
    { surah: 3, verse: 1.5 },
    { surah: 3, verse: Number.NaN },
  ])("has no number for a verse that does not exist: %o", (verse) => {
    expect(numberOfVerse(verse)).toBeUndefined();
  });

  test.each([0, 6237, 1.5, Number.NaN])("has no verse with the number %d", (number) => {
    expect(() => verseOfNumber(number)).toThrow(RangeError);
  });

  test("describes passages as people say them", () => {
    expect(describePassage(passage(2, 1, 25))).toBe("Al-Baqarah 1–25");
    expect(describePassage(passage(2, 255, 255))).toBe("Al-Baqarah 255");
    expect(describePassage(passage(78, 1, 6, 114))).toBe("An-Naba 1 – An-Nas 6");
  });
});

test("overlapping and adjacent passages are merged", () => {
  expect(
    merge([
      { first: 10, last: 12 },
      { first: 1, last: 3 },
      { first: 4, last: 5 },
      { first: 2, last: 2 },
    ]),
  ).toEqual([
    { first: 1, last: 5 },
    { first: 10, last: 12 },
  ]);
});

test("a verse's key is read only if the verse exists", () => {
  expect(parseVerseKey("2:286")).toEqual({ surah: 2, verse: 286 });
  for (const name of ["2:287", "115:1", "0:1", "1:0", "01:1", "2:255 ", "2", "", "2:2:2"]) {
    expect(parseVerseKey(name), name).toBeUndefined();
  }
});
