/** Searches the Quran's text, its transliteration and its translations. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { AppError } from "#lib/errors.ts";
import { arabicEdition, translations, wordEdition } from "#lib/quran/editions.ts";
import type { QuranMatch, QuranSearchResult } from "#lib/quran/quran.responses.ts";
import { verseOfNumber } from "#lib/quran/quran.ts";
import type { SearchLanguage } from "#lib/quran/quran-search.ts";
import { foldArabic, foldLatin, foldTransliteration, foldUthmani } from "#lib/quran/search-keys.ts";
import { findMissingPlace, findPlaces } from "#lib/quran/search-places.ts";
import { scriptOf } from "#lib/quran/translation-script.ts";
import { getTexts } from "#translations/translate.ts";
import { quranFolder } from "../quran-files.ts";
import type { QuranContext } from "../quran-text.ts";
import {
  hasSequence,
  listWords,
  type SearchFile,
  searchFile,
  toArabicEntry,
  toTranslationEntry,
  type WordPlace,
} from "./search-files.ts";

export const resultsPerPage = 20;

/** Each additional word costs a scan of all verses. */
const maxTerms = 8;

/** Shorter words are found only as whole words, because they are part of too many other words. */
const minPartLength = 3;

interface Source {
  language: SearchLanguage;
  /** The edition whose rights decide whether the source is searched. */
  edition: string;
  script: "uthmani" | "arabic" | "latin";
}

const arabic: Source = { language: "ar", edition: arabicEdition.id, script: "uthmani" };

const sources: readonly Source[] = [
  arabic,
  ...translations.map(({ id, language }) => ({
    language,
    edition: id,
    script: scriptOf(language),
  })),
  { language: "transliteration", edition: wordEdition.id, script: "latin" },
];

/** A source in memory. */
interface LoadedSource {
  /**
   * All entries, each followed by a line feed. Scanning one text is faster than scanning 6,236
   * texts.
   */
  joined: string;
  /** Where each entry begins in `joined`. The last number is the end of the last entry. */
  starts: Int32Array;
  texts: readonly string[];
}

const loadedSources = new Map<SearchLanguage, Promise<LoadedSource>>();

/** Sources stay in memory after their first use: about 20 MB for all languages. */
function loadSource({ language, edition }: Source): Promise<LoadedSource> {
  const loaded = loadedSources.get(language);
  if (loaded) return loaded;
  const name = language === "transliteration" ? language : edition;
  const loading = readSource(join(quranFolder, searchFile(name)));
  loadedSources.set(language, loading);
  // After a failure, the next search reads the files again.
  loading.catch(() => loadedSources.delete(language));
  return loading;
}

async function readSource(path: string): Promise<LoadedSource> {
  const { entries, texts }: SearchFile = JSON.parse(await readFile(path, "utf8"));
  const starts = new Int32Array(entries.length + 1);
  for (const [index, entry] of entries.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + entry.length + 1;
  }
  return { joined: entries.map((entry) => `${entry}\n`).join(""), starts, texts };
}

/** The entries that contain a text, with their indexes, in order. */
function* findEntries({ joined, starts }: LoadedSource, text: string) {
  let index = 0;
  for (let at = joined.indexOf(text); at >= 0; at = joined.indexOf(text, starts[index])) {
    while ((starts[index + 1] ?? joined.length) <= at) index += 1;
    yield { index, entry: joined.slice(starts[index], starts[index + 1]) };
    index += 1;
  }
}

interface Terms {
  uthmani: string[];
  arabic: string[];
  latin: string[];
  /** All words together, because transliterations divide words in different ways. */
  sounds: string;
}

function readTerms(text: string): Terms {
  const words = listWords(text).slice(0, maxTerms);
  const isArabic = ({ word }: { word: string }) => /\p{Script=Arabic}/u.test(word);
  const folded = (fold: (word: string) => string) => (place: { word: string }) => fold(place.word);
  const latin = words.filter((place) => !isArabic(place));
  const arabic = words.filter(isArabic);
  return {
    uthmani: foldUthmani(arabic.map(({ word }) => word)),
    arabic: arabic.map(folded(foldArabic)).filter(Boolean),
    latin: latin.map(folded(foldLatin)).filter(Boolean),
    sounds: foldTransliteration(latin.map(({ word }) => word)),
  };
}

/** What an entry with the term must contain: the whole word, a part of it, or its beginning. */
function partOf(term: string, script: Source["script"]): string {
  if (term.length < minPartLength) return ` ${term} `;
  return script === "latin" ? ` ${term}` : term;
}

/**
 * How well an entry matches: 0 not at all, 1 parts of words, 2 whole words, 3 the words in
 * sequence.
 */
function rateEntry(entry: string, terms: readonly string[], script: Source["script"]): number {
  let whole = true;
  for (const term of terms) {
    if (entry.includes(` ${term} `)) continue;
    if (!entry.includes(partOf(term, script))) return 0;
    whole = false;
  }
  if (!whole) return 1;
  return hasSequence(entry, terms) ? 3 : 2;
}

/** The verses of a source that match, and how well they match. */
function* scanSource(
  { language, script }: Source,
  loaded: LoadedSource,
  terms: Terms,
): Generator<{ index: number; rating: number }> {
  if (language === "transliteration") {
    if (terms.sounds.length < minPartLength) return;
    for (const { index } of findEntries(loaded, terms.sounds)) yield { index, rating: 1 };
    return;
  }
  const wanted = terms[script];
  // The longest word is searched first, because few entries contain it.
  const [longest] = wanted.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return;
  for (const { index, entry } of findEntries(loaded, partOf(longest, script))) {
    const rating = rateEntry(entry, wanted, script);
    if (rating > 0) yield { index, rating };
  }
}

interface Hit {
  /** The continuous number of the verse. */
  number: number;
  rating: number;
  sources: Source[];
}

/**
 * Scans one source after the other. In between, the event loop handles other requests, because the
 * scan of a source takes milliseconds.
 */
async function findHits(searched: readonly Source[], terms: Terms): Promise<Hit[]> {
  const hits = new Map<number, Hit>();
  for (const source of searched) {
    for (const { index, rating } of scanSource(source, await loadSource(source), terms)) {
      const number = index + 1;
      const hit = hits.get(number) ?? { number, rating: 0, sources: [] };
      hit.sources.push(source);
      hit.rating = Math.max(hit.rating, rating);
      hits.set(number, hit);
    }
    await setImmediate();
  }
  return [...hits.values()].sort(
    (one, other) => other.rating - one.rating || one.number - other.number,
  );
}

interface QuranSearch {
  q: string;
  /** Searches only this language. */
  language?: SearchLanguage | undefined;
  /** Starts at 1. */
  page: number;
  /** The language of a translation that each result has, even if nothing in it matches. */
  translation?: string | undefined;
}

/**
 * The surahs and pages that a search names, and one page of the verses that contain its words: first
 * those with the words in sequence, then those with all words, then those with parts of words. A
 * search that names a number, such as 'juz 30', finds only that place, or nothing if it doesn't
 * exist. A page after the last has no results.
 */
export async function searchQuran(
  context: QuranContext,
  { q, language, page, translation }: QuranSearch,
): Promise<QuranSearchResult> {
  const terms = readTerms(q);
  const places = findPlaces(q);
  const missing = findMissingPlace(q);
  const isAddress =
    (places.length > 0 && /\p{N}/u.test(q)) || (missing !== undefined && missing.kind !== "any");
  const offered = sources.filter(({ edition }) => context.config.quranEditions.includes(edition));
  const shownWith = offered.find((source) => source.language === translation);
  const searched = offered.filter(
    (source) =>
      !isAddress &&
      (language === undefined || source.language === language) &&
      (source.language === "transliteration"
        ? terms.sounds !== ""
        : terms[source.script].length > 0),
  );
  const hits = searched.length > 0 ? await findHits(searched, terms) : [];
  const pages = Math.ceil(hits.length / resultsPerPage);
  const shown = hits.slice((page - 1) * resultsPerPage, page * resultsPerPage);
  return {
    total: hits.length,
    page,
    pages,
    places,
    results: await Promise.all(shown.map((hit) => describeHit(hit, terms, shownWith))),
  };
}

/** @throws AppError `not_found` for a page after the last. */
export function requireResultPage(found: QuranSearchResult): QuranSearchResult {
  const { page, pages } = found;
  if (page <= Math.max(1, pages)) return found;
  throw new AppError("not_found", getTexts("quran")("noSuchResultPage", { page, pages }));
}

async function describeHit(
  hit: Hit,
  terms: Terms,
  shownWith: Source | undefined,
): Promise<QuranSearchResult["results"][number]> {
  const { surah, verse } = verseOfNumber(hit.number);
  const textOf = async (source: Source) => (await loadSource(source)).texts[hit.number - 1] ?? "";
  const described = new Set([...hit.sources, ...(shownWith ? [shownWith] : [])]);
  return {
    verse: `${surah}:${verse}`,
    text: await textOf(arabic),
    matches: await Promise.all(
      [...described].map(async (source) => describeMatch(source, await textOf(source), terms)),
    ),
  };
}

function describeMatch({ language, script }: Source, text: string, terms: Terms): QuranMatch {
  if (language === "transliteration") {
    return { language, text, highlights: findSounds(text, terms.sounds) };
  }
  const places = language === "ar" ? listSpacedWords(text) : listWords(text);
  const highlights = places
    .filter(({ word }) => {
      const entry = language === "ar" ? toArabicEntry([word]) : toTranslationEntry(word, language);
      return terms[script].some((term) => rateEntry(entry, [term], script) > 0);
    })
    .map(({ start, end }) => ({ start, end }));
  return { language, text, highlights };
}

/** The words of a text with all their signs. */
function listSpacedWords(text: string): WordPlace[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));
}

/** The shortest sequence of transliterated words that contains the sounds. */
function findSounds(text: string, sounds: string): { start: number; end: number }[] {
  const places = listSpacedWords(text);
  const contains = (first: number, last: number) =>
    foldTransliteration(places.slice(first, last).map(({ word }) => word)).includes(sounds);
  let last = places.findIndex((_, index) => contains(0, index + 1)) + 1;
  if (last === 0) last = places.length;
  let first = last - 1;
  while (first > 0 && !contains(first, last)) first -= 1;
  return places.slice(first, last).map(({ start, end }) => ({ start, end }));
}
