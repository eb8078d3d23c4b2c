/** The folded texts that searches scan. scripts/quran-data.ts writes them. */
import { join } from "node:path";
import {
  foldArabic,
  foldLatin,
  foldTransliteration,
  listArabicKeys,
} from "#lib/quran/search-keys.ts";

/** Words of any script, with the signs that belong to them. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}’'ʿʾـ]*/gu;

/** Where words begin and end in a text, in UTF-16 units. */
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

/** What a search scans and shows of one language: an entry and a text for each verse, in order. */
export interface SearchFile {
  entries: string[];
  texts: string[];
}

/** The path of a source's file. */
export function searchFile(source: string): string {
  return join("search", `${source}.json`);
}

const known = new Map<string, string>();

/** All keys of a word, separated by spaces. Words recur, so each is computed once. */
function keysOf(word: string): string {
  const keys = known.get(word) ?? listArabicKeys(word).join(" ");
  known.set(word, keys);
  return keys;
}

/** The entry of an Arabic verse: the keys of its words, with a space on both sides of each. */
export function toArabicEntry(words: readonly string[]): string {
  return ` ${words
    .flatMap((word) => word.split(" "))
    .map(keysOf)
    .join(" ")} `;
}

/** The entry of a translated verse: its folded words, with a space on both sides of each. */
export function toTranslationEntry(text: string, language: string): string {
  const fold = language === "ur" ? foldArabic : foldLatin;
  return ` ${listWords(text)
    .map(({ word }) => fold(word))
    .join(" ")} `;
}

/** The entry of a transliterated verse: its sounds, without spaces. */
export function toTransliterationEntry(words: readonly string[]): string {
  return foldTransliteration(words);
}
