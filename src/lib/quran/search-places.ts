/** The places that a search in the Quran names, besides the verses that contain its words. */
import { normalizeDigits } from "../text/digits.ts";
import { foldForSearch, unifyKeyboards } from "../text/search-text.ts";
import { findKnownVerse } from "./known-verses.ts";
import { pageCount } from "./mushaf.ts";
import { findSurah, juzCount, numberOfVerse, type Surah } from "./quran.ts";
import { findNamedSurahs, surahWords } from "./surah-search.ts";
import { keyOfVerse } from "./verse-key.ts";

/** A place that a search names directly. */
export type QuranPlace =
  | { kind: "surah"; surah: number }
  /** `to` is the last verse of a range, as in '2:257'. */
  | { kind: "verse"; surah: number; verse: number; to?: string }
  | { kind: "juz"; juz: number }
  | { kind: "page"; page: number };

/** A place that a search names but that doesn't exist. `any` is a number without a word. */
export type MissingPlace =
  | { kind: "surah" | "juz" | "page" | "any"; number: number }
  | { kind: "verse"; surah: Surah; verse: number }
  | { kind: "range"; surah: Surah; from: number; to: number }
  /** A range over several surahs that ends before it starts. */
  | { kind: "passage"; from: string; to: string };

/** The maximum number of surahs that a search can name. */
const maxSurahs = 5;

/** The word 'verse' in the languages of the site. All patterns are for folded texts. */
const verseWords = "verses?|versets?|aleyas?|ayah?|ayat|(?:ال)?ايه|ايت";
/** Words before numbers that add nothing to their meaning, as in 'surah 2 verse 255'. */
const needlessWords = new RegExp(
  [
    // 'verse 255' alone names no verse.
    `(?<=[\\p{L}\\d][\\s,،]+)(?:${verseWords})\\s*(?=\\d)`,
    `^(?:${verseWords})\\s*(?=\\d+[\\s:.,/،]+\\d)`,
    `^(?:${surahWords}|quran)\\s*(?=\\d+\\D+\\d)`,
  ].join("|"),
  "gu",
);
/** A verse, or a range of verses, which can end in another surah. */
const numbersPattern =
  /^(\d{1,6})(?:\s*[:.,/\u060c-]\s*|\s+)(\d{1,6})(?:\s*[-\u2013]\s*(?:(\d{1,6})\s*:\s*)?(\d{1,6}))?$/;
/** The same after the name of the surah, as in 'kahf 10' and 'al-kahf 18:10'. */
const namePattern =
  /^(.*\p{L}.*?)[\s:,\u060c]+(?:(\d{1,6})\s*:\s*)?(\d{1,6})(?:\s*[-\u2013]\s*(\d{1,6}))?$/u;
const numberPattern = /^\d{1,6}$/;
const numberedPattern = new RegExp(
  `^(?:ال)?(?:(?<juz>juz|yuz|para|part|جزء|پاره)|(?<page>page|pagina|p|صفحه)|(?<surah>${surahWords}))['’ʼ.]?\\s*(?<number>\\d{1,6})$`,
  "u",
);
const kinds = ["juz", "page", "surah"] as const;
const namedJuzPattern = /^(?:ال)?(?:juz|yuz|para|جزء|پاره)['’ʼ]?\s+['’ʼ]?(\p{L}+)$/u;
/** The juz that are known by their first word. */
const namedJuz: Readonly<Record<string, number>> = { amma: 30, عم: 30, tabarak: 29, تبارك: 29 };

/** What the text names with numbers. The places may not exist. */
type Reference =
  | { kind: "surah" | "juz" | "page" | "any"; number: number }
  | { kind: "verses"; surah: number; from: number; toSurah: number; to: number };

/**
 * What was typed, with one form of each letter and digit, and without the words that add nothing to the
 * numbers after them.
 */
export function simplifyPlace(typed: string): string {
  return normalizeDigits(unifyKeyboards(foldForSearch(typed))).replace(needlessWords, "");
}

function readReference(typed: string): Reference | undefined {
  const text = simplifyPlace(typed);
  const [, surah, from, toSurah = surah, to = from] = numbersPattern.exec(text) ?? [];
  if (surah) {
    const [begin, end] = [
      { surah: Number(surah), from: Number(from) },
      { toSurah: Number(toSurah), to: Number(to) },
    ];
    return { kind: "verses", ...begin, ...end };
  }
  if (numberPattern.test(text)) return { kind: "any", number: Number(text) };
  const named = namedJuz[namedJuzPattern.exec(text)?.[1] ?? ""];
  if (named !== undefined) return { kind: "juz", number: named };
  const { groups } = numberedPattern.exec(text) ?? {};
  const kind = kinds.find((each) => groups?.[each] !== undefined);
  return kind ? { kind, number: Number(groups?.number) } : readNamedReference(text);
}

function readNamedReference(text: string): Reference | undefined {
  const [, name, repeated, from, to = from] = namePattern.exec(text) ?? [];
  const surah = name === undefined ? undefined : findNamedSurahs(name)[0];
  if (!surah || (repeated !== undefined && Number(repeated) !== surah.number)) return undefined;
  const { number } = surah;
  return { kind: "verses", surah: number, from: Number(from), toSurah: number, to: Number(to) };
}

/**
 * The surahs, verses, ranges, juz and pages that a search names, such as '2:255', '2:1-5', 'juz 30',
 * 'Kahf' or 'Ayat al-Kursi'.
 */
export function findPlaces(typed: string): QuranPlace[] {
  const reference = readReference(typed);
  if (!reference) {
    const verse = findKnownVerse(typed);
    if (verse) return [{ kind: "verse", ...verse }];
    return findNamedSurahs(simplifyPlace(typed))
      .slice(0, maxSurahs)
      .map(({ number }) => ({ kind: "surah", surah: number }));
  }
  if (findMissingPlace(typed)) return [];
  if (reference.kind === "verses") {
    const { surah, from: verse, toSurah, to } = reference;
    const isRange = toSurah !== surah || to !== verse;
    const end = isRange && { to: keyOfVerse({ surah: toSurah, verse: to }) };
    return [{ kind: "verse", surah, verse, ...end }];
  }
  const { kind, number } = reference;
  const places = placesOfNumber(number);
  return kind === "any" ? places : places.filter((place) => place.kind === kind);
}

/** Why a search for a place, such as '2:287', '2:5-1' or 'page 605', finds none. */
export function findMissingPlace(typed: string): MissingPlace | undefined {
  const reference = readReference(typed);
  if (!reference) return undefined;
  if (reference.kind !== "verses") {
    const { kind, number } = reference;
    const exists = placesOfNumber(number).some((place) => kind === "any" || place.kind === kind);
    return exists ? undefined : { kind, number };
  }
  const { from, toSurah, to } = reference;
  const [begin, end] = [findSurah(reference.surah), findSurah(toSurah)];
  if (!begin) return { kind: "surah", number: reference.surah };
  if (!end) return { kind: "surah", number: toSurah };
  const [first, last] = [
    numberOfVerse({ surah: begin.number, verse: from }),
    numberOfVerse({ surah: end.number, verse: to }),
  ];
  if (first === undefined) return { kind: "verse", surah: begin, verse: from };
  if (last === undefined) return { kind: "verse", surah: end, verse: to };
  if (first <= last) return undefined;
  if (begin === end) return { kind: "range", surah: begin, from, to };
  const keyOf = (surah: number, verse: number) => keyOfVerse({ surah, verse });
  return { kind: "passage", from: keyOf(begin.number, from), to: keyOf(toSurah, to) };
}

function placesOfNumber(number: number): QuranPlace[] {
  const places: QuranPlace[] = [];
  if (findSurah(number)) places.push({ kind: "surah", surah: number });
  if (number >= 1 && number <= juzCount) places.push({ kind: "juz", juz: number });
  if (number >= 1 && number <= pageCount) places.push({ kind: "page", page: number });
  return places;
}
