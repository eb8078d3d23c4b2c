/** Reads surahs: Arabic text, words and the permitted translations. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { type TranslationLanguage, translations, wordEdition } from "#lib/quran/editions.ts";
import { juzOfVerse, pageOfVerse } from "#lib/quran/mushaf.ts";
import { findSurah, type Surah } from "#lib/quran/quran.ts";
import type { Config } from "../config/config.ts";
import { type QuranFiles, quranFolder, surahFile } from "./quran-files.ts";

export interface QuranWord {
  /** Counted from 1. */
  position: number;
  /** Canonical Arabic. It contains a space where the printed mushaf joins two words in meaning. */
  text: string;
  /** These three are missing if the operator may not show the word data. */
  transliteration?: string;
  gloss?: string;
  /** The line of the 604-page mushaf, from 1. */
  line?: number;
}

export interface QuranVerse {
  /** Counted from 1, within the surah. */
  verse: number;
  /** As in '2:255'. */
  key: string;
  /** Canonical Arabic, exactly as in the source. */
  text: string;
  words: QuranWord[];
  /** The line of the page with the verse's number. */
  endLine?: number;
  /** The page of the 604-page mushaf. */
  page: number;
  juz: number;
  /** Whether a prostration follows. */
  sajda: boolean;
  translations: Partial<Record<TranslationLanguage, string>>;
}

/** The parts of the context that are needed for reading the Quran. */
export interface QuranContext {
  config: Pick<Config, "quranEditions">;
}

/** The sign of a prostration in the text. */
const sajdaSign = "\u06e9";

/**
 * The number of surahs kept in memory, which is a tenth of the Quran. They are for pages that
 * aren't in the page cache.
 */
const maxSurahs = 12;

const surahs = new LRUCache<string, Promise<QuranVerse[]>>({ max: maxSurahs });

/**
 * The verses of a surah.
 * @param number 1 to 114.
 * @throws RangeError for any other number.
 */
export function readSurah({ config }: QuranContext, number: number): Promise<QuranVerse[]> {
  const surah = findSurah(number);
  if (!surah) throw new RangeError(`There is no surah ${number}`);
  const { quranEditions: permitted } = config;
  const key = `${number} ${permitted.join()}`;
  const cached = surahs.get(key);
  if (cached) return cached;
  const reading = loadSurah(surah, new Set(permitted));
  surahs.set(key, reading);
  // After a failure, the next call reads the file again.
  reading.catch(() => surahs.delete(key));
  return reading;
}

async function loadSurah(surah: Surah, permitted: ReadonlySet<string>): Promise<QuranVerse[]> {
  const shown = translations.filter(({ id }) => permitted.has(id));
  const [text, words, ...translated] = await Promise.all([
    load<QuranFiles["text"]>("text", surah.number),
    permitted.has(wordEdition.id)
      ? load<QuranFiles["words"]>("words", surah.number)
      : { verses: [] },
    ...shown.map(({ id }) => load<QuranFiles["translation"]>(id, surah.number)),
  ]);
  return text.verses.map(({ words: texts }, index) => {
    const details = words.verses[index];
    const number = surah.first + index;
    const verse = texts.join(" ");
    return {
      verse: index + 1,
      key: `${surah.number}:${index + 1}`,
      text: verse,
      words: texts.map((word, at) => ({ position: at + 1, text: word, ...details?.words[at] })),
      ...(details && { endLine: details.endLine }),
      page: pageOfVerse(number),
      juz: juzOfVerse(number),
      sajda: verse.includes(sajdaSign),
      translations: Object.fromEntries(
        shown.map(({ language }, at) => [language, translated[at]?.verses[index] ?? ""]),
      ),
    };
  });
}

async function load<Content>(part: string, surah: number): Promise<Content> {
  return JSON.parse(await readFile(join(quranFolder, surahFile(part, surah)), "utf8"));
}
