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
