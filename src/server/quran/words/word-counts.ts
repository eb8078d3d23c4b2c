/** The number of words in verses, without the index of all words. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { VerseRef } from "#lib/quran/quran.ts";
import { type QuranFiles, quranFolder, surahFile } from "../quran-files.ts";

/** By surah. Each has only one number per verse. */
const counts = new Map<number, Promise<number[]>>();

/** 0 if the verse doesn't exist. */
export async function countWords({ surah, verse }: VerseRef): Promise<number> {
  if (!Number.isInteger(surah) || surah < 1 || surah > 114) return 0;
  const known = counts.get(surah) ?? readCounts(surah);
  counts.set(surah, known);
  // After a failure, the next call reads the file again.
  known.catch(() => counts.delete(surah));
  return (await known)[verse - 1] ?? 0;
}

async function readCounts(surah: number): Promise<number[]> {
  const file = await readFile(join(quranFolder, surahFile("text", surah)), "utf8");
  const { verses }: QuranFiles["text"] = JSON.parse(file);
  return verses.map(({ words }) => words.length);
}
