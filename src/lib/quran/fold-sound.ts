/** Compares transliterations, which spell the same sounds in many ways. */

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
export function foldSound(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return spellings.reduce((folded, [from, to]) => folded.replace(from, to), letters);
}
