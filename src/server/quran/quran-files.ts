/** The files with the text of the Quran, which scripts/quran-data.ts writes. */
import { join } from "node:path";

export const quranFolder = join(import.meta.dirname, "../../../.quran");

/** The content of one surah's file, by the kind of its edition. */
export interface QuranFiles {
  /** The canonical Arabic words. Joined by spaces, they are the verse. */
  text: { verses: { words: string[] }[] };
  /**
   * Lines are those of the 604-page mushaf, from 1. `endLine` is the line of the verse's number.
   */
  words: {
    verses: {
      words: { transliteration: string; gloss: string; line: number }[];
      endLine: number;
    }[];
  };
  translation: { verses: string[] };
}

/** @param part `text`, `words` or the ID of a translation. */
export function surahFile(part: string, surah: number): string {
  return join(part, `${surah}.json`);
}
