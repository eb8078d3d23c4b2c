/**
 * The words that are elements on reader pages have the same numbers as in the word data and the
 * API.
 */
import { expect, test } from "vitest";
import { editions } from "#lib/quran/editions.ts";
import { surahs } from "#lib/quran/quran.ts";
import { writeVerse } from "#lib/quran/tajweed/write-verse.ts";
import { divideVerse } from "#lib/quran/words/divide-verse.ts";
import { type QuranVerse, readSurah } from "#server/quran/quran-text.ts";
import { writeFlowingVerse } from "../../../src/components/quran/text/flowing-verse.ts";
import { wrapWords } from "../../../src/islands/quran/verse-words.ts";

const context = { config: { quranEditions: editions.map(({ id }) => id) } };

const end = { end: "", href: "/quran/1/1", label: "" };

/** Describes what is wrong with the words of a verse in one of the reader's modes. */
function findFault({ key, text, words }: QuranVerse, html: string): string[] {
  const verse = document.createElement("span");
  verse.dataset.verse = key;
  verse.innerHTML = html;
  const numbered = wrapWords(verse).map((word) => `${word.dataset.word} ${word.textContent}`);
  const expected = words.map((word) => `${word.position} ${word.text}`);
  const isKept = verse.querySelector("[lang=ar]")?.textContent === text;
  return isKept && numbered.join() === expected.join() ? [] : [key];
}

test("all 6,236 verses are divided into the words of the word data", async () => {
  const verses = await Promise.all(surahs.map(({ number }) => readSurah(context, number)));
  expect(verses.flat()).toHaveLength(6_236);
  const wrong = verses
    .flat()
    .filter(
      ({ key, text, words }) =>
        divideVerse(key, text).join("|") !== words.map((word) => word.text).join("|"),
    );
  expect(wrong.map(({ key }) => key)).toEqual([]);
});

// The sources divide the words of these surahs differently.
test.each([8, 13, 15, 27, 36, 37, 41])(
  "each word of surah %i is an element with the word's number, even with tajweed colors and the lines of the printed mushaf",
  async (surah) => {
    for (const verse of await readSurah(context, surah)) {
      expect(findFault(verse, `<span lang="ar">${verse.text}</span>`)).toEqual([]);
      const pieces = [...Map.groupBy(verse.words, ({ line }) => line).values()].map((line) => ({
        text: line.map(({ text }) => text).join(" "),
        breaks: false,
      }));
      const write = writeVerse(verse.text, { tajweed: true });
      expect(findFault(verse, writeFlowingVerse(pieces, write, end))).toEqual([]);
    }
  },
);
