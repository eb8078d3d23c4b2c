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

/** The forms of a name to compare: as it is written, and without its article. */
interface NameForms {
  full: string;
  bare: string;
}

function foldName(name: string): NameForms {
  const folded = foldForSearch(name).replace(surahWord, "");
  return { full: foldSound(folded), bare: foldSound(folded.replace(article, "")) };
}

const known = surahs.map((surah) => ({
  surah,
  names: [surah.name, surah.arabicName, ...(otherSurahNames[surah.number] ?? [])].map(foldName),
}));

/** Whether the typed text matches a name. Either both include the article, or neither does. */
type Matcher = (name: string, typed: string) => boolean;

const isSame: Matcher = (name, typed) => name === typed;
const begins: Matcher = (name, typed) => name.startsWith(typed);
const contains: Matcher = (name, typed) => name.includes(typed);

/** The surahs with a matching name: those of the first matcher, then those of the second, and so on. */
function findBy(typed: NameForms, matchers: readonly Matcher[]): Surah[] {
  const found = matchers.flatMap((matches) =>
    known.filter(({ names }) =>
      names.some(({ full, bare }) => matches(full, typed.full) || matches(bare, typed.bare)),
    ),
  );
  return [...new Set(found.map(({ surah }) => surah))];
}

/**
 * The surahs that match the search, best matches first: by number or the beginning of a name, then
 * by any part of a name. An empty search matches all surahs.
 */
export function searchSurahs(typed: string): Surah[] {
  const name = foldName(typed);
  return name.bare === "" ? searchByNumber(typed) : findBy(name, [isSame, begins, contains]);
}

/** Shorter beginnings match too many names. */
const minBeginning = 3;

/** The surahs whose name equals the text, followed by those whose name begins with it. */
export function findNamedSurahs(text: string): Surah[] {
  const name = foldName(text);
  if (name.bare === "") return [];
  return findBy(name, name.bare.length < minBeginning ? [isSame] : [isSame, begins]);
}

function searchByNumber(typed: string): Surah[] {
  if (typed.trim() === "") return [...surahs];
  const digits = /[1-9]\d*/.exec(normalizeDigits(typed))?.[0];
  return digits ? surahs.filter(({ number }) => String(number).startsWith(digits)) : [];
}
