/** The folded texts that searches scan. scripts/quran-data.ts writes them. */
import { join } from "node:path";
import {
  foldArabic,
  foldLatin,
  foldTransliteration,
  listArabicKeys,
} from "#lib/quran/search-keys.ts";
import { scriptOf } from "#lib/quran/translation-script.ts";

/** Words of any script, with the signs that belong to them. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}’'ʿʾـ]*/gu;

/** The start and end of each word in a text, in UTF-16 units. */
export interface WordPlace {
  word: string;
  start: number;
  end: number;
}

export function listWords(text: string): WordPlace[] {
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));
}

/**
 * The data of one language that a search scans and shows: an entry and a text for each verse, in
 * order.
 */
export interface SearchFile {
  entries: string[];
  texts: string[];
}

/** The path of a source's file. */
export function searchFile(source: string): string {
  return join("search", `${source}.json`);
}

const known = new Map<string, string>();

/**
 * All keys of a word, separated by spaces. Words recur, so the keys of each are computed only once.
 */
function keysOf(word: string): string {
  const keys = known.get(word) ?? listArabicKeys(word).join(" ");
  known.set(word, keys);
  return keys;
}

/** Separates the words of an entry if words have several keys. */
const wordBreak = "  ";

/**
 * The entry of an Arabic verse: the keys of its words, with a space on both sides of each key, and
 * an additional space between words.
 */
export function toArabicEntry(words: readonly string[]): string {
  return ` ${words
    .flatMap((word) => word.split(" "))
    .map(keysOf)
    .join(wordBreak)} `;
}

/** Whether an entry has the folded words in sequence. */
export function hasSequence(entry: string, words: readonly string[]): boolean {
  if (entry.includes(` ${words.join(" ")} `)) return true;
  const places = entry.split(wordBreak).map((keys) => ` ${keys} `);
  return places.some((_, first) =>
    words.every((word, index) => places[first + index]?.includes(` ${word} `)),
  );
}

/** The entry of a translated verse: its folded words, with a space on both sides of each. */
export function toTranslationEntry(text: string, language: string): string {
  const fold = scriptOf(language) === "arabic" ? foldArabic : foldLatin;
  return ` ${listWords(text)
    .map(({ word }) => fold(word))
    .join(" ")} `;
}

/** The entry of a transliterated verse: its sounds, without spaces. */
export function toTransliterationEntry(words: readonly string[]): string {
  return foldTransliteration(words);
}
