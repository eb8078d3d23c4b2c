/** Checks all 6,236 verses of the generated files against independent sources. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PageList } from "quran-meta";
import { beforeAll, describe, expect, test } from "vitest";
import { editions } from "#lib/quran/editions.ts";
import { pagePassages } from "#lib/quran/mushaf.ts";
import { numberOfVerse, surahs, verseCount } from "#lib/quran/quran.ts";
import { type QuranVerse, readSurah } from "#server/quran/quran-text.ts";

const require = createRequire(import.meta.url);
const context = { config: { quranEditions: editions.map(({ id }) => id) } };

let verses: QuranVerse[];
const find = (key: string) => verses.find((verse) => verse.key === key);
beforeAll(async () => {
  const all = await Promise.all(surahs.map(({ number }) => readSurah(context, number)));
  verses = all.flat();
});

/** The letters without vowel signs and marks, in a spelling that both sources share. */
function skeletonOf(text: string): string {
  return text
    .replace(/[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u08f0-\u08ff\s]/g, "")
    .replace(/[\u0622\u0623\u0625\u0671]/g, "\u0627")
    .replace(/[\u0626\u0649\u06cc]/g, "\u064a")
    .replace(/\u0624/g, "\u0648");
}

describe("the text of the Quran", () => {
  test("has every verse in every translation, and no empty word", () => {
    expect(verses).toHaveLength(verseCount);
    // This doesn't use `expect`, because half a million calls would take seconds.
    const incomplete = verses.filter(({ words, translations, page }) => {
      const { en, ur, fr, es } = translations;
      const hasWords = words.every(
        ({ text, gloss = "", transliteration = "", line = 0 }) =>
          line > 0 && [text, gloss, transliteration].every((part) => /^\S(.*\S)?$/.test(part)),
      );
      return !(hasWords && en && ur && fr && es && page > 0);
    });
    expect(incomplete.map(({ key }) => key)).toEqual([]);
  });

  test("has the letters of the Tanzil text in every verse", () => {
    const path = require.resolve("quran-validator").replace(/dist.*/, "data/quran-verses.json");
    const tanzil: { surah: number; ayah: number; text: string }[] = JSON.parse(
      readFileSync(path, "utf8"),
    );
    expect(tanzil).toHaveLength(verseCount);
    const differing = tanzil.filter(({ surah, ayah, text }) => {
      const verse = verses[(numberOfVerse({ surah, verse: ayah }) ?? 0) - 1];
      return skeletonOf(verse?.text ?? "") !== skeletonOf(text);
    });
    expect(differing).toEqual([]);
  });

  test("has neither the thin space of the source in 2:72 nor the wrong sign in 11:41", () => {
    expect(find("2:72")?.text).not.toContain("\u2009");
    expect(find("2:72")?.words).toHaveLength(10);
    expect(find("11:41")?.text).not.toContain("\u065c");
    expect(find("11:41")?.text).toContain("\u06ea");
  });

  test("marks the fifteen prostrations", () => {
    expect(verses.filter(({ sajda }) => sajda).map(({ key }) => key)).toEqual([
      "7:206",
      "13:15",
      "16:50",
      "17:109",
      "19:58",
      "22:18",
      "22:77",
      "25:60",
      "27:26",
      "32:15",
      "38:24",
      "41:38",
      "53:62",
      "84:21",
      "96:19",
    ]);
  });
});

describe("the words of the Quran", () => {
  test("form the verse when joined by spaces, even where the sources divide words differently", () => {
    const differing = verses.filter(
      ({ text, words }) =>
        words.map((word) => word.text).join(" ") !== text ||
        words.some(({ position }, index) => position !== index + 1),
    );
    expect(differing.map(({ key }) => key)).toEqual([]);
    expect(verses.flatMap(({ words }) => words)).toHaveLength(77_424);
    expect(find("2:181")?.words[2]).toMatchObject({ text: "بَعۡدَ مَا", gloss: "after what" });
    expect(find("15:7")?.words[0]).toMatchObject({ transliteration: "law mā", gloss: "Why not" });
    expect(find("27:20")?.words[3]).toMatchObject({ transliteration: "mā liya", gloss: "Why" });
  });

  test("fill the 15 lines of 604 pages, in order", () => {
    expect(pagePassages).toHaveLength(604);
    for (const [index, { first, last }] of pagePassages.entries()) {
      expect(first).toBe(PageList[index + 1]);
      const page = verses.slice(first - 1, last);
      const lines = page.flatMap(({ words, endLine }) => [
        ...words.map(({ line }) => line),
        endLine,
      ]);
      expect(lines.every((line = 0) => line <= (index < 2 ? 8 : 15))).toBe(true);
      const isSorted = lines.every((line = 0, at) => line >= (lines[at - 1] ?? 0));
      expect(isSorted, `page ${index + 1}`).toBe(true);
      for (const { page: number } of page) expect(number).toBe(index + 1);
    }
  });
});

test("the number of a verse is its position in the text", () => {
  const numbers = verses.map(({ key }) => {
    const [surah = 0, verse = 0] = key.split(":").map(Number);
    return numberOfVerse({ surah, verse });
  });
  expect(numbers).toEqual(verses.map((_, index) => index + 1));
});
