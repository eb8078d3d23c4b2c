/** Finds surahs by number, or by name in any common spelling. */
import { normalizeDigits } from "../text/digits.ts";
import { foldForSearch } from "../text/search-text.ts";
import { type Surah, surahs } from "./quran.ts";
import { otherSurahNames } from "./surah-names.ts";

/** The Arabic article before a name, including its assimilated forms. */
const article = /^(?:a(?:[nrtslzd]|sh|dh|th)-|al[- ]|ال)/u;
/** The word 'Surah' before a name. */
const surahWord = /^(?:sura[ht]?|soora[ht]?|سوره)\s+/u;

/** Long vowels, and letters that English lacks, are transliterated in many ways. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/aa+/g, "a"],
  [/ee+|ii+/g, "i"],
  [/oo+|ou|uu+/g, "u"],
  [/au/g, "aw"],
  [/ai/g, "ay"],
  [/q|ck/g, "k"],
  [/dh|z/g, "d"],
  [/th/g, "t"],
  [/ph/g, "f"],
  [/(.)\1/gu, "$1"],
];

/** Removes everything except letters and gives each sound one spelling. */
function foldSound(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return spellings.reduce((folded, [from, to]) => folded.replace(from, to), letters);
}

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

function searchByNumber(typed: string): Surah[] {
  if (typed.trim() === "") return [...surahs];
  const digits = /[1-9]\d*/.exec(normalizeDigits(typed))?.[0];
  return digits ? surahs.filter(({ number }) => String(number).startsWith(digits)) : [];
}
