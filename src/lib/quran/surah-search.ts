/** Finds surahs by number, or by name in any common spelling. */
import { normalizeDigits } from "../text/digits.ts";
import { foldForSearch } from "../text/search-text.ts";
import { foldSound } from "./fold-sound.ts";
import { type Surah, surahs } from "./quran.ts";
import { otherSurahNames } from "./surah-names.ts";

/** The Arabic article before a name, including its assimilated forms. */
const article = /^(?:a(?:[nrtslzd]|sh|dh|th)-|al[- ]|ال)/u;
/** The word 'Surah' before a name. */
const surahWord = /^(?:sura[ht]?|soora[ht]?|سوره)\s+/u;

/** The forms of a name to compare: with its article and without. */
function foldName(name: string): string[] {
  const folded = foldForSearch(name).replace(surahWord, "");
  return [...new Set([folded, folded.replace(article, "")].map(foldSound))];
}

const known = surahs.map((surah) => ({
  surah,
  names: [surah.name, surah.arabicName, ...(otherSurahNames[surah.number] ?? [])].flatMap(foldName),
}));

/**
 * The surahs that match the search, best matches first: by number or the beginning of a name, then
 * by any part of a name. An empty search matches all surahs.
 */
export function searchSurahs(typed: string): Surah[] {
  const wanted = foldName(typed).filter((name) => name !== "");
  if (wanted.length === 0) return searchByNumber(typed);
  const findBy = (compare: (name: string, part: string) => boolean) =>
    known
      .filter(({ names }) => names.some((name) => wanted.some((part) => compare(name, part))))
      .map(({ surah }) => surah);
  return [
    ...new Set([
      ...findBy((name, part) => name === part),
      ...findBy((name, part) => name.startsWith(part)),
      ...findBy((name, part) => name.includes(part)),
    ]),
  ];
}

/** Shorter beginnings fit too many names. */
const minBeginning = 3;

/** The surahs whose name the text is, or whose name begins with it. */
export function findNamedSurahs(text: string): Surah[] {
  const wanted = foldName(text).filter((name) => name.length >= minBeginning);
  return known
    .filter(({ names }) => names.some((name) => wanted.some((part) => name.startsWith(part))))
    .map(({ surah }) => surah);
}

function searchByNumber(typed: string): Surah[] {
  if (typed.trim() === "") return [...surahs];
  const digits = /[1-9]\d*/.exec(normalizeDigits(typed))?.[0];
  return digits ? surahs.filter(({ number }) => String(number).startsWith(digits)) : [];
}
