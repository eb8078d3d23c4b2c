/** Says which place in the Quran doesn't exist, and which places do. */
import { getTexts } from "#translations/quran.ts";
import { nameSurah } from "./quran.ts";
import type { MissingPlace } from "./search-places.ts";

const t = getTexts("quran");

export function describeMissingPlace(place: MissingPlace): string {
  switch (place.kind) {
    case "surah":
      return t("surahNotFound", { surah: place.number });
    case "juz":
      return t("juzNotFound", { juz: place.number });
    case "page":
      return t("pageNotFound", { page: place.number });
    case "any":
      return t("placeNotFound", { number: place.number });
    case "verse":
      return t("verseNotFound", {
        name: nameSurah(place.surah),
        verse: place.verse,
        count: place.surah.verses,
      });
    case "passage":
      return t("passageReversed", { from: place.from, to: place.to });
    case "range":
      return t("rangeReversed", { name: nameSurah(place.surah), from: place.from, to: place.to });
  }
}
