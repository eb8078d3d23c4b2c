/** The keys of words: surah, verse and position in the verse, as in `2:255:3`. */
import type { VerseRef } from "../quran.ts";

export interface WordRef extends VerseRef {
  /** Starts at 1. */
  position: number;
}

export const keyOfWord = ({ surah, verse, position }: WordRef): string =>
  `${surah}:${verse}:${position}`;

/** Reads a word's key; undefined if it is malformed. The word doesn't have to exist. */
export function parseWordKey(key: string): WordRef | undefined {
  const found = /^([1-9]\d{0,2}):([1-9]\d{0,2}):([1-9]\d{0,2})$/.exec(key);
  if (!found) return undefined;
  const [surah = 0, verse = 0, position = 0] = found.slice(1).map(Number);
  return { surah, verse, position };
}
