/** The keys of words: surah, verse and position in the verse, as in `2:255:3`. */
import type { VerseRef } from "../quran.ts";

export interface WordRef extends VerseRef {
  /** Starts at 1. */
  position: number;
}

export const keyOfWord = ({ surah, verse, position }: WordRef): string =>
  `${surah}:${verse}:${position}`;

/** Reads a word's key; undefined if it is malformed. The word may not exist. */
export function parseWordKey(key: string): WordRef | undefined {
  const found = /^([1-9]\d{0,2}):([1-9]\d{0,2}):([1-9]\d{0,2})$/.exec(key);
  if (!found) return undefined;
  const [surah = 0, verse = 0, position = 0] = found.slice(1).map(Number);
  return { surah, verse, position };
}

/**
 * The position of the word that contains a part of the text, because a few words of the data
 * consist of two parts.
 *
 * @param words the texts of the verse's words.
 * @param part the part's position among all parts separated by spaces, from 1.
 */
export function wordOfPart(words: readonly string[], part: number): number {
  let parts = 0;
  const index = words.findIndex((text) => {
    parts += text.split(" ").length;
    return parts >= part;
  });
  return index + 1;
}

/** The position of a word's first part among all parts separated by spaces, from 1. */
export function partOfWord(words: readonly string[], position: number): number {
  return words.slice(0, position - 1).reduce((sum, text) => sum + text.split(" ").length, 1);
}
