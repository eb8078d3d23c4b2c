/** The responses to calls for verses and surahs. */
import { AppError } from "#lib/errors.ts";
import { pagePassages } from "#lib/quran/mushaf.ts";
import type { QuranPage, SurahText, Verse } from "#lib/quran/quran.responses.ts";
import { findSurah, nameSurah, type Surah } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/translate.ts";
import { readPassage } from "./passages.ts";
import { type QuranContext, type QuranVerse, readSurah } from "./quran-text.ts";

const t = getTexts("quran");

/**
 * A verse by its surah and number.
 * @param key as in '2:255'.
 * @throws AppError `invalid_input` for any other format, `not_found` if the verse does not exist.
 */
export async function findVerse(context: QuranContext, key: string): Promise<Verse> {
  const [, surahDigits, verseDigits] = /^(\d{1,4}):(\d{1,4})$/.exec(key) ?? [];
  if (!surahDigits) throw new AppError("invalid_input", t("malformedVerse"));
  const surah = requireSurah(Number(surahDigits));
  const verses = await readSurah(context, surah.number);
  return view(requireVerse(surah, verses, Number(verseDigits)));
}

/**
 * The verses of a surah, in Arabic.
 * @param number in digits.
 * @throws AppError `invalid_input` if it isn't a number, `not_found` if the surah does not exist.
 */
export async function findSurahText(context: QuranContext, number: string): Promise<SurahText> {
  if (!/^\d{1,4}$/.test(number)) throw new AppError("invalid_input", t("malformedSurah"));
  const surah = requireSurah(Number(number));
  const verses = await readSurah(context, surah.number);
  return {
    number: surah.number,
    name: surah.name,
    arabicName: surah.arabicName,
    verses: verses.map(({ key, text }) => ({ verse: key, text })),
  };
}

/**
 * The verses of a page of the 604-page mushaf.
 * @param number in digits.
 * @throws AppError `invalid_input` if it isn't a number, `not_found` if the page does not exist.
 */
export async function findPageText(context: QuranContext, number: string): Promise<QuranPage> {
  if (!/^\d{1,4}$/.test(number)) throw new AppError("invalid_input", t("malformedMushafPage"));
  const page = Number(number);
  const passage = pagePassages[page - 1];
  if (!passage) throw new AppError("not_found", t("pageNotFound", { page }));
  const parts = await readPassage(context, passage);
  return { page, verses: parts.flatMap(({ verses }) => verses.map(view)) };
}

function requireSurah(number: number): Surah {
  const surah = findSurah(number);
  if (!surah) throw new AppError("not_found", t("surahNotFound", { surah: number }));
  return surah;
}

function requireVerse(surah: Surah, verses: QuranVerse[], verse: number): QuranVerse {
  const found = verses[verse - 1];
  if (found) return found;
  const values = { name: nameSurah(surah), verse, count: surah.verses };
  throw new AppError("not_found", t("verseNotFound", values));
}

function view({ key, page, juz, sajda, text, words, translations }: QuranVerse): Verse {
  const hasDetails = words.every(({ transliteration }) => transliteration !== undefined);
  return {
    verse: key,
    page,
    juz,
    sajda,
    text,
    words: words.map(({ line: _, ...word }) => word),
    translations,
    ...(hasDetails && {
      transliteration: words.map(({ transliteration }) => transliteration).join(" "),
    }),
  };
}
