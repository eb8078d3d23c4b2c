/** The verses of a passage, surah by surah. */
import { intersect, type Passage, passageOfSurah, type Surah, surahs } from "#lib/quran/quran.ts";
import { type QuranContext, type QuranVerse, readSurah } from "./quran-text.ts";

/** Consecutive verses of one surah. */
export interface SurahPart {
  surah: Surah;
  verses: QuranVerse[];
}

export async function readPassage(context: QuranContext, passage: Passage): Promise<SurahPart[]> {
  const parts = surahs.flatMap((surah) => {
    const shared = intersect(passageOfSurah(surah), passage);
    return shared ? [{ surah, shared }] : [];
  });
  return Promise.all(
    parts.map(async ({ surah, shared: { first, last } }) => {
      const verses = await readSurah(context, surah.number);
      return { surah, verses: verses.slice(first - surah.first, last - surah.first + 1) };
    }),
  );
}
