/** Says why a search for a place found nothing. */
import { nameSurah } from "#lib/quran/quran.ts";
import type { MissingPlace } from "#lib/quran/search-places.ts";
import type { getTexts } from "#translations/translate.ts";

export function describeMissingPlace(
  t: ReturnType<typeof getTexts<"quran">>,
  place: MissingPlace,
): string {
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
    case "range":
      return t("rangeReversed", { name: nameSurah(place.surah), from: place.from, to: place.to });
  }
}
