/** Divides the text of a verse into its words, as the word data and the API number them. */

/**
 * The spaces that are within a word, by verse: 1 is the first space of the verse. In the word data,
 * both parts of such a word have one meaning.
 */
const spaceWithinWord: Readonly<Record<string, number>> = {
  "2:181": 3,
  "8:6": 4,
  "13:37": 8,
  "37:130": 3,
};

/**
 * Whether a space separates two words.
 *
 * @param key the verse, as in '2:255'.
 * @param space the space's position among those of the verse, from 1.
 */
export const separatesWords = (key: string, space: number): boolean =>
  spaceWithinWord[key] !== space;

/**
 * The words of a verse, in their order.
 *
 * @param key the verse, as in '2:255'.
 * @param text the canonical text of the whole verse.
 */
export function divideVerse(key: string, text: string): string[] {
  const words: string[] = [];
  for (const [index, part] of text.split(" ").entries()) {
    if (index === 0 || separatesWords(key, index)) words.push(part);
    else words.push(`${words.pop()} ${part}`);
  }
  return words;
}
