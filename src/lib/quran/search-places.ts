/** What a search in the Quran names directly, besides the verses that it finds. */
import { normalizeDigits } from "../text/digits.ts";
import { pageCount } from "./mushaf.ts";
import { findSurah, juzCount, numberOfVerse } from "./quran.ts";
import { findNamedSurahs } from "./surah-search.ts";

/** A place that a search names directly. */
export type QuranPlace =
  | { kind: "surah"; surah: number }
  | { kind: "verse"; surah: number; verse: number }
  | { kind: "juz"; juz: number }
  | { kind: "page"; page: number };

/** How many surahs a search can name at most. */
const maxSurahs = 5;

const versePattern = /^(\d{1,3})\s*[:.\u060c-]\s*(\d{1,3})$/;
const numberedPattern =
  /^(juz|para|part|page|p|surah|sura|جزء|صفحة|سورة|پارہ|صفحہ)\.?\s*(\d{1,3})$/u;
const kinds: Readonly<Record<string, "juz" | "page" | "surah">> = {
  juz: "juz",
  para: "juz",
  part: "juz",
  جزء: "juz",
  پارہ: "juz",
  page: "page",
  p: "page",
  صفحة: "page",
  صفحہ: "page",
  surah: "surah",
  sura: "surah",
  سورة: "surah",
};

/** The surahs, verses, juz and pages that a search names, such as '2:255', 'juz 30' or 'Kahf'. */
export function findPlaces(typed: string): QuranPlace[] {
  const text = normalizeDigits(typed.trim().toLowerCase());
  const [, surahDigits, verseDigits] = versePattern.exec(text) ?? [];
  if (surahDigits && verseDigits) {
    const place = { surah: Number(surahDigits), verse: Number(verseDigits) };
    return numberOfVerse(place) === undefined ? [] : [{ kind: "verse", ...place }];
  }
  if (/^\d{1,3}$/.test(text)) return placesOfNumber(Number(text));
  const [, word = "", digits] = numberedPattern.exec(text) ?? [];
  if (digits) return placesOfNumber(Number(digits)).filter(({ kind }) => kind === kinds[word]);
  return findNamedSurahs(text)
    .slice(0, maxSurahs)
    .map(({ number }) => ({ kind: "surah", surah: number }));
}

function placesOfNumber(number: number): QuranPlace[] {
  const places: QuranPlace[] = [];
  if (findSurah(number)) places.push({ kind: "surah", surah: number });
  if (number >= 1 && number <= juzCount) places.push({ kind: "juz", juz: number });
  if (number >= 1 && number <= pageCount) places.push({ kind: "page", page: number });
  return places;
}
