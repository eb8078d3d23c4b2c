/** Normalizes text so that searches match different spellings. */

/** Arabic short vowels and other marks, the dagger alef, and the tatweel, which elongates words. */
const arabicMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/gu;

/**
 * Normalizes a text for search: applies compatibility forms, removes accents and Arabic marks,
 * unifies the forms of alef, ya and ta marbuta, and converts to lower case with single spaces.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(arabicMarks, "")
    .replace(/[أإآٱ]/gu, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim();
}

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
