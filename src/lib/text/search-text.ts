/**
 * Normalizes text so that searches match different spellings. Courses, people and messages are stored with the result:
 * after a change, a migration has to fold the stored texts again.
 */
import { normalizeDigits } from "./digits.ts";

/** Arabic short vowels and other marks, the dagger alef, and the tatweel, which elongates words. */
const arabicMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/gu;

/** Letters of other keyboards, and below each of them the letter of an Arabic keyboard. */
const others = "یےىکہۂھەةۃ";
const unified = "يييكهههههه";
const otherLetter = new RegExp(`[${others}]`, "gu");

/**
 * Normalizes a text for search: applies compatibility forms, removes accents and Arabic marks,
 * unifies the forms of alef, the letters and digits of different keyboards, and converts to lower
 * case with single spaces.
 */
export function foldForSearch(text: string): string {
  const letters = text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(arabicMarks, "")
    .replace(/[أإآٱ]/gu, "ا");
  return normalizeDigits(unifyKeyboards(letters)).toLowerCase().replace(/\s+/gu, " ").trim();
}

/**
 * Unifies the letters that keyboards of Arabic, Urdu and Persian write differently, as in يس and یس.
 * The search in the Quran, which has its own rules for hamza and long vowels, shares it.
 */
export function unifyKeyboards(text: string): string {
  return text.replace(otherLetter, (letter) => unified[others.indexOf(letter)] ?? letter);
}

/**
 * SQL for the value of a column in lower case and with unified letters. For texts without accents
 * and Arabic marks, the result is that of `foldForSearch`. For columns whose folded text isn't
 * stored.
 */
export const foldColumnSql = (column: string): string =>
  `translate(lower(${column}), '${others}', '${unified}')`;

/**
 * A LIKE pattern that matches normalized texts containing this one. Wildcards in it are escaped.
 */
export function containsPattern(search: string): string {
  return `%${foldForSearch(search).replace(/[\\%_]/g, "\\$&")}%`;
}

interface Cut {
  before: string;
  /** The match as it occurs in the text; empty if it can't be located. */
  hit: string;
  after: string;
}

/** The number of characters to show before the match. */
const lead = 24;

/** Cuts an excerpt around the match, for one line of search results. */
export function excerptAround(text: string, term: string): Cut {
  const line = text.replace(/\s+/gu, " ").trim();
  const signs = [...line];
  // For each character of the normalized text, its position in the original.
  const origins: number[] = [];
  let folded = "";
  for (const [index, sign] of signs.entries()) {
    const letters = sign === " " ? sign : foldForSearch(sign);
    folded += letters;
    for (let count = 0; count < letters.length; count++) origins.push(index);
  }
  const wanted = foldForSearch(term);
  const at = folded.indexOf(wanted);
  if (at === -1 || wanted === "") return { before: line, hit: "", after: "" };
  const start = origins[at] ?? 0;
  const end = origins[at + wanted.length] ?? signs.length;
  const from = start > lead ? signs.lastIndexOf(" ", start - lead / 2) + 1 : 0;
  return {
    before: (from > 0 ? "…" : "") + signs.slice(from, start).join(""),
    hit: signs.slice(start, end).join(""),
    after: signs.slice(end).join(""),
  };
}
