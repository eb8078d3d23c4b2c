/** Finds passages by what people type, such as '2:255-257', 'kahf 1-10', 'juz 30' or 'page 50'. */
import { pagePassages } from "./mushaf.ts";
import {
  findSurah,
  juzPassages,
  numberOfVerse,
  type Passage,
  passageOfSurah,
  type Surah,
} from "./quran.ts";
import { findPlaces, type QuranPlace, simplifyPlace } from "./search-places.ts";
import { searchSurahs } from "./surah-search.ts";

/**
 * A passage, and the juz or the page of the printed mushaf with the same extent, if there is one.
 */
export interface FoundPassage {
  kind: "verses" | "surah" | "juz" | "page";
  /** The number of the surah, juz or page. For verses, the number of the first verse's surah. */
  number: number;
  passage: Passage;
}

const range = "(\\d{1,3})(?:\\s*[-–]\\s*(?:(\\d{1,3})\\s*[:.،]\\s*)?(\\d{1,3})?)?";
const byNumber = new RegExp(`^(\\d{1,3})(?:\\s*[:.,/،]\\s*|\\s+)${range}$`);
const byName = new RegExp(`^(.*\\p{L}.*?)[\\s:]+${range}$`, "u");

/** The passages that match, best matches first. An empty text matches all surahs. */
export function searchPassages(typed: string): FoundPassage[] {
  const text = simplifyPlace(typed);
  const [, surah, ...verses] = byNumber.exec(text) ?? [];
  if (surah) return findVerses([findSurah(Number(surah))], verses);
  const places = findPlaces(text).flatMap(toFound);
  if (places.some(({ kind }) => kind === "juz" || kind === "page")) return places;
  const [, name, ...named] = byName.exec(text) ?? [];
  if (name) return findVerses(searchSurahs(name), named);
  const found = searchSurahs(text).map((each) => ofSurah(each));
  // "2:" is the beginning of "2:255".
  return found.length > 0 ? found : places;
}

function findVerses(
  surahs: readonly (Surah | undefined)[],
  [from, lastSurah, to]: readonly (string | undefined)[],
): FoundPassage[] {
  return surahs.flatMap((surah): FoundPassage[] => {
    const first = surah && numberOfVerse({ surah: surah.number, verse: Number(from) });
    const end = lastSurah ? findSurah(Number(lastSurah)) : surah;
    if (!surah || !end || first === undefined) return [];
    const wanted = to === undefined ? first : end.first + Number(to) - 1;
    // A range that extends beyond its surah ends with the surah.
    const last = Math.min(wanted, passageOfSurah(end).last);
    if (last < first) return [];
    return [{ kind: "verses", number: surah.number, passage: { first, last } }];
  });
}

const ofSurah = (surah: Surah): FoundPassage => ({
  kind: "surah",
  number: surah.number,
  passage: passageOfSurah(surah),
});

function toFound(place: QuranPlace): FoundPassage[] {
  if (place.kind === "verse") {
    const [lastSurah, to] = place.to?.split(":") ?? [];
    return findVerses([findSurah(place.surah)], [String(place.verse), lastSurah, to]);
  }
  if (place.kind === "surah") {
    const surah = findSurah(place.surah);
    return surah ? [ofSurah(surah)] : [];
  }
  const number = place.kind === "juz" ? place.juz : place.page;
  const passage = (place.kind === "juz" ? juzPassages : pagePassages)[number - 1];
  return passage ? [{ kind: place.kind, number, passage }] : [];
}
