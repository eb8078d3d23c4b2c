import { nameSurahOf, parseVerseKey } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/quran.ts";

/** @param key as in `2:255`. @returns 'Al-Baqarah 2:255'. */
export function nameVerse(key: string): string {
  const name = nameSurahOf(parseVerseKey(key)?.surah ?? 0);
  return getTexts("quran")("verseName", { name, key });
}
