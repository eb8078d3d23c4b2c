/** Images of surahs and verses for link previews. */
import { AppError } from "#lib/errors.ts";
import { findSurah, nameSurah } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/translate.ts";
import type { QuranContext } from "../../quran/quran-text.ts";
import { findVerse } from "../../quran/verses.ts";
import { drawPng } from "./share-images.ts";

const t = getTexts("quran");

/**
 * @param number in digits.
 * @throws AppError `not_found` if the surah does not exist.
 */
export async function drawSurahImage(number: string): Promise<Buffer> {
  const surah = requireSurah(number);
  return drawPng({
    kind: t("shareSurah", { number: surah.number }),
    title: nameSurah(surah),
    verse: surah.arabicName,
    facts: [t("surahTitle", { name: nameSurah(surah) }), t("verses", { count: surah.verses })],
  });
}

/** @throws AppError `not_found` if the verse does not exist. */
export async function drawVerseImage(
  context: QuranContext,
  number: string,
  verseNumber: string,
): Promise<Buffer> {
  const surah = requireSurah(number);
  if (!/^[1-9]\d{0,2}$/.test(verseNumber)) throw missing();
  const { verse, text } = await findVerse(context, `${number}:${verseNumber}`);
  return drawPng({
    kind: t("quran"),
    title: t("verseName", { name: nameSurah(surah), key: verse }),
    verse: text,
    facts: [t("surahTitle", { name: nameSurah(surah) }), t("verse", { verse: verseNumber })],
  });
}

function requireSurah(number: string) {
  const surah = /^[1-9]\d{0,2}$/.test(number) ? findSurah(Number(number)) : undefined;
  if (!surah) throw missing();
  return surah;
}

const missing = (): AppError => new AppError("not_found", t("notFoundText"));
