/**
 * What a reader page shows besides the Arabic text, and the addresses of reader pages. All of it is
 * in the query, so that it works without scripts.
 */
import type { Language } from "../languages.ts";
import { toHref } from "../paging/list-url.ts";
import {
  type Translation,
  type TranslationLanguage,
  translationLanguages,
  translations,
  wordEdition,
} from "./editions.ts";
import {
  findSurah,
  intersect,
  juzPassages,
  type Passage,
  passageOfSurah,
  type VerseRef,
  verseOfNumber,
} from "./quran.ts";
import { versesPerPart } from "./reader-parts.ts";
import { findUsualTranslation } from "./usual-translation.ts";
import { keyOfVerse } from "./verse-key.ts";

/** Verses one below the other, or flowing Arabic text only. */
export type ReadingMode = "verses" | "reading";

export interface ReaderView {
  mode: ReadingMode;
  translation: TranslationLanguage | "none";
  /** The translation that is shown if the reader has chosen none. */
  usualTranslation: TranslationLanguage | "none";
  /** Whether the address names a translation that isn't offered, so that the default is shown. */
  isTranslationMissing: boolean;
  /** Whether the address names a mode that doesn't exist, so that verses are shown. */
  isModeMissing: boolean;
  transliteration: boolean;
  /** Whether the meaning of each word is shown. */
  words: boolean;
  /** Whether letters that a rule of tajweed applies to are colored and underlined. */
  tajweed: boolean;
}

/** The editions that the operator may show. */
export interface OfferedEditions {
  translations: readonly Translation[];
  /** The word data: meanings, transliteration and lines of the printed mushaf. */
  words: boolean;
}

/** The query parameters that change what a reader page shows. */
export const viewParameters = [
  "translation",
  "transliteration",
  "words",
  "tajweed",
  "mode",
] as const;

/**
 * The cache uses this value for all unknown translations and modes, because their pages are the same.
 */
export const unknownValue = "unknown";

/** All translations, on the page of a verse. Lists of verses show the usual one instead. */
export const allTranslations = "all";

/**
 * The values of these parameters, and of `part`. Other values have no effect, so the cache ignores
 * them too.
 */
export const viewValues: Readonly<Record<string, RegExp>> = {
  translation: new RegExp(`^(${[...translationLanguages, "none", allTranslations].join("|")})$`),
  transliteration: /^1$/,
  words: /^1$/,
  tajweed: /^1$/,
  mode: /^(verses|reading)$/,
  // The longest juz has 29 parts. The first part is the page without this parameter.
  part: /^([2-9]|[12]\d)$/,
};

export function listOfferedEditions(permitted: readonly string[]): OfferedEditions {
  return {
    translations: translations.filter(({ id }) => permitted.includes(id)),
    words: permitted.includes(wordEdition.id),
  };
}

/** Values of `translation` that name no language. */
const keywords: ReadonlySet<string | null> = new Set(["none", allTranslations]);

/**
 * Reads the query. Values that are unknown, or that the operator doesn't offer, are ignored. The
 * page mentions this for translations and modes.
 * @param reader the language of the page.
 */
export function readView(
  query: URLSearchParams,
  offered: OfferedEditions,
  reader: Language,
): ReaderView {
  const wanted = query.get("translation");
  const mode = query.get("mode");
  const usualTranslation = findUsualTranslation(offered.translations, reader);
  const found = offered.translations.find(({ language }) => language === wanted)?.language;
  return {
    mode: mode === "reading" ? "reading" : "verses",
    translation: found ?? (wanted === "none" ? "none" : usualTranslation),
    usualTranslation,
    isTranslationMissing: Boolean(wanted) && !keywords.has(wanted) && !found,
    isModeMissing: Boolean(mode) && !viewValues.mode?.test(mode ?? ""),
    transliteration: offered.words && query.get("transliteration") === "1",
    words: offered.words && query.get("words") === "1",
    tajweed: query.get("tajweed") === "1",
  };
}

/** What the page of a verse shows besides the Arabic text. */
export interface VerseView {
  /** Whether the reader has chosen what is shown. */
  isChosen: boolean;
  translations: typeof allTranslations | ReaderView["translation"];
  transliteration: boolean;
  words: boolean;
}

/** The parameters that choose what is shown with a verse. */
const verseParameters = ["translation", "transliteration", "words"];

/**
 * The page of a verse shows everything, unless the reader has chosen something: then it shows the same
 * as the lists of verses, where `translation` can also be `all`.
 */
export function readVerseView(
  query: URLSearchParams,
  offered: OfferedEditions,
  { translation, transliteration, words }: ReaderView,
): VerseView {
  const isChosen = verseParameters.some((name) => query.get(name));
  if (!isChosen) {
    const words = offered.words;
    return { isChosen, translations: allTranslations, transliteration: words, words };
  }
  const translations = query.get("translation") === allTranslations ? allTranslations : translation;
  return { isChosen, translations, transliteration, words };
}

/** The parameters in which a view differs from the default view. */
export function toParameters(view: ReaderView): Record<string, string | undefined> {
  return {
    translation: view.translation === view.usualTranslation ? undefined : view.translation,
    transliteration: view.transliteration ? "1" : undefined,
    words: view.words ? "1" : undefined,
    tajweed: view.tajweed ? "1" : undefined,
    mode: view.mode === "verses" ? undefined : view.mode,
  };
}

const isDivided = ({ mode, words }: ReaderView): boolean => words && mode === "verses";

export function countParts({ first, last }: Passage, view: ReaderView): number {
  return isDivided(view) ? Math.ceil((last - first + 1) / versesPerPart) : 1;
}

/** Which part of a passage the query asks for, from 1. */
export function readPart(query: URLSearchParams, parts: number): number {
  const wanted = viewValues.part?.exec(query.get("part") ?? "")?.[0] ?? "1";
  return Math.min(Number(wanted), parts);
}

/** The verses of one part of a passage. */
export function partOf(passage: Passage, view: ReaderView, part: number): Passage {
  if (!isDivided(view)) return passage;
  const first = passage.first + (part - 1) * versesPerPart;
  return intersect(passage, { first, last: first + versesPerPart - 1 }) ?? passage;
}

/** @param number the verse to show, by its continuous number; the first one if it is missing. */
export function surahPath(surah: number, view: ReaderView, number?: number): string {
  const found = findSurah(surah);
  return passagePath(`/quran/${surah}`, found && passageOfSurah(found), view, number);
}

export function juzPath(juz: number, view: ReaderView, number?: number): string {
  return passagePath(`/quran/juz/${juz}`, juzPassages[juz - 1], view, number);
}

export function mushafPath(page: number, view: ReaderView, number?: number): string {
  return toHref(`/quran/page/${page}`, toParameters(view)) + fragmentOf(number);
}

/** @param shown what the page of another verse shows. If it was chosen, the new one shows the same. */
export function versePath({ surah, verse }: VerseRef, view: ReaderView, shown?: VerseView): string {
  const chosen = shown?.isChosen ? { translation: shown.translations } : {};
  return toHref(`/quran/${surah}/${verse}`, { ...toParameters(view), ...chosen });
}

/** The list of surahs. */
export function contentsPath(view: ReaderView): string {
  return toHref("/quran", toParameters(view));
}

export function partPath(path: string, view: ReaderView, part: number): string {
  return toHref(path, { ...toParameters(view), part: part > 1 ? part : undefined });
}

function passagePath(
  path: string,
  passage: Passage | undefined,
  view: ReaderView,
  number: number | undefined,
): string {
  const inParts = passage && number !== undefined && isDivided(view);
  const part = inParts ? Math.floor((number - passage.first) / versesPerPart) + 1 : 1;
  return partPath(path, view, part) + fragmentOf(number);
}

const fragmentOf = (number: number | undefined): string =>
  number === undefined ? "" : `#${keyOfVerse(verseOfNumber(number))}`;
