/** Finds surahs by number, or by name in any common spelling or translation. */
import { normalizeDigits } from "../text/digits.ts";
import { foldForSearch, unifyKeyboards } from "../text/search-text.ts";
import { foldSound } from "./fold-sound.ts";
import { type Surah, surahs } from "./quran.ts";
import { listMeanings } from "./surah-meanings.ts";
import { otherSurahNames } from "./surah-names.ts";

/** The Arabic article before a name, including its assimilated forms, if a sign separates it. */
const article = /^(?:a(?:[nrtslzd]|sh|dh|th)-|al[- ]|ال)/u;
/**
 * The article within a word, as in 'arrahman'. An assimilated article ends with the letter that
 * follows it.
 */
const joinedArticle = /^(?:[ae]l|a([nrtslzd]|sh|dh|th)(?=\1))(?=.)/u;
/** The article of translated names, whose apostrophes have become spaces. */
const meaningArticle = /^(?:the|l[ae]?|les|el|l[ao]s)(?: |$)/u;
/** The beginning of an article in Latin letters. */
const articleStart = /^a(?:[lnrtszd]|sh|dh|th)?$/u;
/** The word 'Surah' in the languages of the site, as a part of patterns for folded texts. */
export const surahWords = "sura[ht]?|soora[ht]?|sourate?|سوره|سورت";
/** The same before a name. */
const surahWord = new RegExp(`^(?:${surahWords})\\s+`, "u");

/** The folded forms of a name or a search. */
interface NameForms {
  /** Without its article. */
  bare: string;
  /** The article, if a sign separates it, and otherwise empty. */
  article: string;
  /** All letters. */
  whole: string;
  /** Without an article that is part of the word. Undefined if the word doesn't begin with one. */
  joined: string | undefined;
}

function foldName(name: string): NameForms {
  const folded = unifyKeyboards(foldForSearch(name)).replace(surahWord, "");
  const [found = ""] = article.exec(folded) ?? [];
  const letters = folded.replace(/[^\p{L}]/gu, "");
  const [joined] = joinedArticle.exec(letters) ?? [];
  return {
    bare: foldSound(folded.slice(found.length)),
    article: found.replace(/[- ]/g, ""),
    whole: foldSound(letters),
    joined: joined && foldSound(letters.slice(joined.length)),
  };
}

const known = surahs.map((surah) => ({
  surah,
  names: [surah.name, surah.arabicName, ...(otherSurahNames[surah.number] ?? [])].map(foldName),
}));

const translated = surahs.map((surah) => ({
  surah,
  meanings: listMeanings(surah.number).map(foldMeaning),
}));

/** The words of a translated name or of a search for one, without the article before them. */
function foldMeaning(text: string): string {
  const words = foldForSearch(text)
    .replace(surahWord, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
  return words.replace(meaningArticle, "");
}

type Matcher = (name: string, typed: string) => boolean;

const isSame: Matcher = (name, typed) => name === typed;
const begins: Matcher = (name, typed) => name.startsWith(typed);
const contains: Matcher = (name, typed) => name.includes(typed);

/** The surahs with a matching translated name: those of the first matcher, then those of the second. */
function findByMeaning(typed: string, matchers: readonly Matcher[]): Surah[] {
  const text = foldMeaning(typed);
  if (text === "") return [];
  return matchers.flatMap((matches) =>
    translated
      .filter(({ meanings }) => meanings.some((meaning) => matches(meaning, text)))
      .map(({ surah }) => surah),
  );
}

/**
 * The short vowel that many languages add before the last letter of a word, as in 'Kahaf' for 'Kahf'
 * and 'Fajar' for 'Fajr'.
 */
const addedVowel = /(?<=[aiu](?:[gks]h|[^aiu]))a(?=[^aiuwy]$)/u;
const removeAddedVowel = (name: string): string => name.replace(addedVowel, "");
const soundsSame: Matcher = (name, typed) => removeAddedVowel(name) === removeAddedVowel(typed);

/** Shorter beginnings match too many names. */
const minBeginning = 3;
/** 'allah' isn't the beginning of 'al-Lahab'. */
const minJoinedBeginning = 4;

const beginsClearly: Matcher = (name, typed) => typed.length >= minBeginning && begins(name, typed);

/**
 * Whether the typed text matches a name. The article counts only if it is one in both: 'allah' isn't
 * the beginning of 'Al-Ahzab'.
 */
function matchesName(name: NameForms, typed: NameForms, matches: Matcher): boolean {
  if (matches(name.bare, typed.bare)) return true;
  if (name.article === "") return matches(name.whole, typed.whole);
  if (typed.joined === undefined) return false;
  const isClear = typed.joined.length >= minJoinedBeginning;
  return (isClear ? matches : isSame)(name.bare, typed.joined);
}

/** The surahs with a matching name: those of the first matcher, then those of the second, and so on. */
function findBy(typed: NameForms, matchers: readonly Matcher[]): Surah[] {
  const found = matchers.flatMap((matches) =>
    known.filter(({ names }) => names.some((name) => matchesName(name, typed, matches))),
  );
  return [...new Set(found.map(({ surah }) => surah))];
}

/**
 * The surahs that match the search, best matches first: by number or the beginning of a name, then
 * by any part of a name. An empty search matches all surahs.
 */
export function searchSurahs(typed: string): Surah[] {
  const name = foldName(typed);
  if (name.bare === "") return searchByNumber(typed);
  const found = [
    ...new Set([
      ...findBy(name, [isSame, soundsSame, begins, contains]),
      ...findByMeaning(typed, [isSame, beginsClearly]),
    ]),
  ];
  // While only the beginning of an article has been typed, all names with an article match.
  const start = foldForSearch(typed);
  if (!articleStart.test(start)) return found;
  const withArticle = known.filter(({ names }) => names[0]?.article.startsWith(start));
  return [
    ...new Set([...findBy(name, [isSame]), ...withArticle.map(({ surah }) => surah), ...found]),
  ];
}

/**
 * The surahs whose name equals the text, followed by those whose name begins with it. The text can also be
 * what a whole name means, as in 'The Cow'.
 */
export function findNamedSurahs(text: string): Surah[] {
  const name = foldName(text);
  if (name.bare === "") return [];
  return [
    ...new Set([
      ...findBy(name, [isSame, soundsSame, beginsClearly]),
      ...findByMeaning(text, [isSame]),
    ]),
  ];
}

function searchByNumber(typed: string): Surah[] {
  if (typed.trim() === "") return [...surahs];
  const digits = /[1-9]\d*/.exec(normalizeDigits(typed))?.[0];
  return digits ? surahs.filter(({ number }) => String(number).startsWith(digits)) : [];
}
