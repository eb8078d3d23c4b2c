/** Structured data of the Quran's pages for search engines. */

import { nameSurah, type Surah } from "#lib/quran/quran.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/translate.ts";
import { surahImagePath, verseImagePath } from "../paths.ts";
import type { Thing } from "./thing.ts";

const t = getTexts("quran");

/** The whole Quran, which contains all other parts. */
export function quranThing(appUrl: string): Thing {
  return {
    "@type": "Book",
    "@id": `${appUrl}/quran`,
    url: appUrl + localizePath("/quran"),
    name: t("contentsTitle"),
    inLanguage: "ar",
  };
}

export function surahThing(appUrl: string, surah: Surah): Thing {
  const path = `/quran/${surah.number}`;
  return {
    "@type": "Chapter",
    "@id": appUrl + path,
    url: appUrl + localizePath(path),
    name: t("surahTitle", { name: nameSurah(surah) }),
    alternateName: surah.arabicName,
    position: surah.number,
    inLanguage: "ar",
    image: appUrl + localizePath(surahImagePath(surah.number)),
    isPartOf: quranThing(appUrl),
  };
}

/** The Arabic text isn't part of the structured data, because that is cleaned like other text. */
export function verseThing(
  appUrl: string,
  surah: Surah,
  { verse, key }: { verse: number; key: string },
): Thing {
  const path = `/quran/${surah.number}/${verse}`;
  return {
    "@type": "CreativeWork",
    "@id": appUrl + path,
    url: appUrl + localizePath(path),
    name: t("verseName", { name: nameSurah(surah), key }),
    position: verse,
    inLanguage: "ar",
    image: appUrl + localizePath(verseImagePath(surah.number, verse)),
    isPartOf: surahThing(appUrl, surah),
  };
}

/** A juz or a page of the printed mushaf. */
export function passageThing(appUrl: string, path: string, name: string): Thing {
  return {
    "@type": "CreativeWork",
    "@id": appUrl + path,
    url: appUrl + localizePath(path),
    name,
    inLanguage: "ar",
    isPartOf: quranThing(appUrl),
  };
}
