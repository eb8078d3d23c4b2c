/** The words of the Quran, from the files that scripts/quran-data.ts writes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findSurah } from "#lib/quran/quran.ts";

const folder = join(import.meta.dirname, "../../../.quran/text");

interface TextFile {
  verses: { words: string[] }[];
}

/** The words of a surah, verse by verse; undefined if it does not exist. */
export async function readWords(surah: number): Promise<string[][] | undefined> {
  if (!findSurah(surah)) return undefined;
  const file: TextFile = JSON.parse(await readFile(join(folder, `${surah}.json`), "utf8"));
  return file.verses.map(({ words }) => words);
}
