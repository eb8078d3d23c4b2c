/** The words of verses, without the index of all words. Only the surahs that are asked for are read. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { findSurah, type VerseRef } from "#lib/quran/quran.ts";
import type { WordRef } from "#lib/quran/words/word-key.ts";
import { type QuranFiles, quranFolder, surahFile } from "../quran-files.ts";

type SurahWords = QuranFiles["text"]["verses"];

/** By surah. Each has only one number per verse. */
const counts = new Map<number, Promise<number[]>>();

/** 0 if the verse doesn't exist. */
export async function countWords({ surah, verse }: VerseRef): Promise<number> {
  if (!findSurah(surah)) return 0;
  const known = counts.get(surah) ?? readCounts(surah);
  counts.set(surah, known);
  // After a failure, the next call reads the file again.
  known.catch(() => counts.delete(surah));
  return (await known)[verse - 1] ?? 0;
}

const readCounts = async (surah: number): Promise<number[]> =>
  (await readSurah(surah)).map(({ words }) => words.length);

/** The surahs that stay in memory, because a class reads the same ones again and again. */
const kept = new LRUCache<number, Promise<SurahWords>>({ max: 4 });

/** @returns the canonical Arabic of words in these surahs; undefined for words that don't exist. */
export async function readWords(
  surahs: Iterable<number>,
): Promise<(ref: WordRef) => string | undefined> {
  const found = new Map<number, SurahWords>();
  for (const surah of new Set(surahs)) {
    if (findSurah(surah)) found.set(surah, await readKeptSurah(surah));
  }
  return ({ surah, verse, position }) => found.get(surah)?.[verse - 1]?.words[position - 1];
}

function readKeptSurah(surah: number): Promise<SurahWords> {
  const known = kept.get(surah);
  if (known) return known;
  const words = readSurah(surah);
  kept.set(surah, words);
  // After a failure, the next call reads the file again.
  words.catch(() => kept.delete(surah));
  return words;
}

async function readSurah(surah: number): Promise<SurahWords> {
  const file = await readFile(join(quranFolder, surahFile("text", surah)), "utf8");
  const { verses }: QuranFiles["text"] = JSON.parse(file);
  return verses;
}
