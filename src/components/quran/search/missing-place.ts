/** Says why a search for a place found nothing. */
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
        name: place.surah.name,
        verse: place.verse,
        count: place.surah.verses,
      });
    case "range":
      return t("rangeReversed", { name: place.surah.name, from: place.from, to: place.to });
  }
}
