/** The elements of words in a text: `[data-word]`, from 1, within `[data-verse]`. */
import { keyOfMarked } from "#lib/recitations/marked-words.rules.ts";
import type { WordPlace } from "#lib/recitations/marking.ts";

/** The words of the Arabic text in order, without those in lists of meanings. */
export const listWords = (text: HTMLElement): HTMLElement[] =>
  [...text.querySelectorAll<HTMLElement>("[data-verse] [data-word]")].filter(
    (word) => !word.closest(".words"),
  );

export function placeOf(word: Element): WordPlace | undefined {
  const verse = word.closest<HTMLElement>("[data-verse]")?.dataset.verse;
  const position = Number(word.closest<HTMLElement>("[data-word]")?.dataset.word);
  return verse && position ? { verse, word: position } : undefined;
}

/** The word at a position, as given by `keyOfMarked`. */
export function keyOfElement(word: Element): string | undefined {
  const place = placeOf(word);
  return place && keyOfMarked(place);
}

/** Sets an attribute of the words that have a value, and removes it from all others. */
export function markElements(
  words: readonly HTMLElement[],
  attribute: string,
  values: ReadonlyMap<string, string>,
): void {
  for (const word of words) {
    const value = values.get(keyOfElement(word) ?? "");
    if (value === undefined) word.removeAttribute(attribute);
    else if (word.getAttribute(attribute) !== value) word.setAttribute(attribute, value);
  }
}
