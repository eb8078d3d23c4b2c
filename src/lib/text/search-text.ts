/** Text folded so that a search finds it however it is written. */

/** Short vowels and other marks of Arabic, the dagger alef, and the tatweel that stretches words. */
const arabicMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/gu;

/**
 * Folds a text for search: compatible forms united, accents and Arabic marks dropped, the forms of
 * alef, ya and ta marbuta written alike, lower case, single spaces.
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

/** The LIKE pattern that finds folded texts which contain this one; wildcards in it are letters. */
export function containsPattern(search: string): string {
  return `%${foldForSearch(search).replace(/[\\%_]/g, "\\$&")}%`;
}

interface Cut {
  before: string;
  /** The match as written in the text. Empty if it can't be located. */
  hit: string;
  after: string;
}

/** How much text to show before the match. */
const lead = 24;

/** An excerpt of the text around the match, for a line of search results. */
export function excerptAround(text: string, term: string): Cut {
  const line = text.replace(/\s+/gu, " ").trim();
  const signs = [...line];
  // Where each letter of the folded text comes from.
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
