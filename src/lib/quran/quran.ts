/**
 * The structure of the Quran: surahs, verses by the Kufan count, and juz. Verses are also numbered
 * continuously from 1 (Al-Fatihah 1) to 6,236 (An-Nas 6), so that a passage consists of two
 * numbers.
 */
import { JuzList, SurahList } from "quran-meta";
import { getDirection } from "../site/locale.ts";
import { surahNames } from "./surah-names.ts";

export const surahCount = 114;
export const verseCount = 6_236;
export const juzCount = 30;

export interface Surah {
  /** Starts at 1. */
  number: number;
  name: string;
  arabicName: string;
  verses: number;
  /** The continuous number of the surah's first verse. */
  first: number;
}

/** A verse by surah and its number within the surah. */
export interface VerseRef {
  surah: number;
  verse: number;
}

/** A range of verses by their continuous numbers, both inclusive. */
export interface Passage {
  first: number;
  last: number;
}

// The lists start with an unused entry, so that indexes start at 1.
export const surahs: readonly Surah[] = surahNames.map(([name, arabicName], index) => {
  const [first = 0, verses = 0] = SurahList[index + 1] ?? [];
  return { number: index + 1, name, arabicName, verses, first };
});

export const juzPassages: readonly Passage[] = Array.from({ length: juzCount }, (_, index) => ({
  first: JuzList[index + 1] ?? 0,
  last: (JuzList[index + 2] ?? 0) - 1,
}));

export function findSurah(number: number): Surah | undefined {
  return surahs[number - 1];
}

/** Whether the surah begins with the Basmala without counting it as a verse. */
export const hasBasmala = ({ number }: Pick<Surah, "number">): boolean =>
  number !== 1 && number !== 9;

/** The continuous number of a verse; undefined if the verse does not exist. */
export function numberOfVerse({ surah: number, verse }: VerseRef): number | undefined {
  const surah = findSurah(number);
  if (!surah || !Number.isInteger(verse) || verse < 1 || verse > surah.verses) return undefined;
  return surah.first + verse - 1;
}

/** Reads a verse as in `2:255`; undefined if the verse does not exist. */
export function parseVerseKey(key: string): VerseRef | undefined {
  const [, surah, verse] = /^([1-9]\d{0,2}):([1-9]\d{0,2})$/.exec(key) ?? [];
  const ref = { surah: Number(surah), verse: Number(verse) };
  return numberOfVerse(ref) === undefined ? undefined : ref;
}

/** The verse with a continuous number. @throws RangeError if there is none. */
export function verseOfNumber(number: number): VerseRef {
  const surah = surahs.findLast(({ first }) => first <= number);
  if (!surah || !Number.isInteger(number) || number > verseCount) {
    throw new RangeError(`No verse has the number ${number}`);
  }
  return { surah: surah.number, verse: number - surah.first + 1 };
}

/** The verses that two passages have in common; undefined if there are none. */
export function intersect(one: Passage, other: Passage): Passage | undefined {
  const first = Math.max(one.first, other.first);
  const last = Math.min(one.last, other.last);
  return first <= last ? { first, last } : undefined;
}

/** Merges passages that overlap or are adjacent, and sorts them. */
export function merge(passages: readonly Passage[]): Passage[] {
  const merged: Passage[] = [];
  for (const { first, last } of passages.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged;
}

export function passageOfSurah({ first, verses }: Surah): Passage {
  return { first, last: first + verses - 1 };
}

/** Formats a passage: 'Al-Baqarah 1–25', 'Al-Baqarah 255' or 'An-Naba 1 – An-Nas 6'. */
export function describePassage({ first, last }: Passage): string {
  const [from, to] = [verseOfNumber(first), verseOfNumber(last)];
  const begin = `${nameSurahOf(from.surah)} ${from.verse}`;
  if (first === last) return begin;
  return from.surah === to.surah
    ? `${begin}–${to.verse}`
    : `${begin} – ${nameSurahOf(to.surah)} ${to.verse}`;
}

/**
 * The name of a surah in the language of the page. Arabic and Urdu use the name in Arabic letters;
 * other languages use its transliteration.
 */
export const nameSurah = ({ name, arabicName }: Pick<Surah, "name" | "arabicName">): string =>
  getDirection() === "rtl" ? arabicName : name;

/** The name of the surah with this number, or '' if there is none. */
export function nameSurahOf(number: number): string {
  const surah = findSurah(number);
  return surah ? nameSurah(surah) : "";
}
