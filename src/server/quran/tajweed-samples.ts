/** The words that show each group of the tajweed rules, for the legend. */
import { groupOf, type TajweedGroup } from "#lib/quran/tajweed/rules.ts";
import { type TajweedSample, tajweedSamples } from "#lib/quran/tajweed/samples.ts";
import { markTajweed } from "#lib/quran/tajweed/tajweed.ts";
import { createTextWriter } from "#lib/quran/tajweed/write-text.ts";
import { type QuranContext, readSurah } from "./quran-text.ts";

export interface WrittenSample {
  group: TajweedGroup;
  /** The words, with the marks of this group only. */
  html: string;
}

export async function readTajweedSamples(context: QuranContext): Promise<WrittenSample[]> {
  const entries = Object.entries(tajweedSamples) as [TajweedGroup, TajweedSample][];
  return Promise.all(
    entries.map(
      async ([
        group,
        {
          surah,
          verse,
          words: [first, last],
        },
      ]) => {
        const verses = await readSurah(context, surah);
        const { text = "", words = [] } = verses[verse - 1] ?? {};
        const marks = markTajweed(text).filter(({ rule }) => groupOf(rule) === group);
        const lengthOf = (count: number) =>
          words.slice(0, count).reduce((sum, word) => sum + word.text.length + 1, 0);
        return {
          group,
          html: createTextWriter(text, marks)(lengthOf(first - 1), lengthOf(last) - 1),
        };
      },
    ),
  );
}
