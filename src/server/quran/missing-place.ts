/** Says which place in the Quran doesn't exist, and which places do. */
import { AppError } from "#lib/errors.ts";
import { describeMissingPlace } from "#lib/quran/missing-place.ts";
import type { QuranSearchResult } from "#lib/quran/quran.responses.ts";
import { nameSurah } from "#lib/quran/quran.ts";
import { findMissingPlace, type MissingPlace } from "#lib/quran/search-places.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("quran");

/** A place that has a page of its own in the reader. */
type MissingPage =
  | { kind: "surah" | "juz" | "page"; number: number }
  | Extract<MissingPlace, { kind: "verse" }>;

/** The title of a page whose place doesn't exist, and a sentence for below it. */
export function describeMissingPage(place: MissingPage): { title: string; text: string } {
  switch (place.kind) {
    case "surah":
      return { title: t("server.noSurah", { surah: place.number }), text: t("server.surahCount") };
    case "juz":
      return { title: t("server.noJuz", { juz: place.number }), text: t("server.juzCount") };
    case "page":
      return { title: t("server.noPage", { page: place.number }), text: t("server.pageCount") };
    case "verse":
      return {
        title: t("server.noVerse", { name: nameSurah(place.surah), verse: place.verse }),
        text: t("server.verseCount", { count: place.surah.verses }),
      };
  }
}

/**
 * Gives the reason if a search found nothing because the place that it names doesn't exist.
 * @throws AppError `not_found`, or `invalid_input` for a range that ends before it starts.
 */
export function requireFoundPlace(q: string, { total, places }: QuranSearchResult): void {
  const missing = total === 0 && places.length === 0 ? findMissingPlace(q) : undefined;
  if (!missing) return;
  const isReversed = missing.kind === "range" || missing.kind === "passage";
  const code = isReversed ? "invalid_input" : "not_found";
  throw new AppError(code, describeMissingPlace(missing));
}
