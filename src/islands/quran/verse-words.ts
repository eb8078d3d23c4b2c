/**
 * Turns the words of verses on a reader page into elements. A page has thousands of words, so this
 * happens only when a tool needs them. The text stays the same, even when it is copied.
 */
import { separatesWords } from "#lib/quran/words/divide-verse.ts";

/** The elements that contain the verse's text. */
const textOf = (verse: HTMLElement): HTMLElement | null =>
  verse.querySelector<HTMLElement>(".verse-text [lang=ar]") ??
  verse.querySelector<HTMLElement>(":scope > [lang=ar]");

/**
 * Wraps each word of the verse's text in `<span data-word="n">`, from 1, once. The numbers are
 * those of the word data and the API.
 *
 * @param verse an element with `data-verse`.
 * @returns the words in their order.
 */
export function wrapWords(verse: HTMLElement): HTMLElement[] {
  const text = textOf(verse);
  if (!text) return [];
  const found = text.querySelectorAll<HTMLElement>("[data-word]");
  return found.length > 0 ? [...found] : divide(text, verse.dataset.verse ?? "");
}

/**
 * Between words there are only spaces. A line of the printed mushaf never ends within a word, and
 * the letters that tajweed colors are elements within one.
 */
function divide(text: HTMLElement, key: string): HTMLElement[] {
  const words: HTMLElement[] = [];
  let spaces = 0;
  const parts: Node[] = [];
  let word: HTMLElement | undefined;
  const addBetween = (node: Node) => {
    word = undefined;
    parts.push(node);
  };
  const addToWord = (node: Node) => {
    if (!word) {
      word = document.createElement("span");
      words.push(word);
      word.dataset.word = String(words.length);
      parts.push(word);
    }
    word.append(node);
  };
  for (const node of [...text.childNodes]) {
    if (!(node instanceof Text)) {
      if (node.textContent === "") addBetween(node);
      else addToWord(node);
      continue;
    }
    for (const part of node.data.split(/( )/).filter((each) => each !== "")) {
      if (part === " ") spaces += 1;
      if (part === " " && separatesWords(key, spaces)) addBetween(new Text(part));
      else addToWord(new Text(part));
    }
  }
  text.replaceChildren(...parts);
  return words;
}

/** The word of the verse, from 1. */
export const findWord = (verse: HTMLElement, word: number): HTMLElement | undefined =>
  wrapWords(verse)[word - 1];

/** The number of the word at a point of the window, from 1. */
export function wordAt(verse: HTMLElement, x: number, y: number): number | undefined {
  const isHit = ({ left, right, top, bottom }: DOMRect) =>
    x >= left && x <= right && y >= top && y <= bottom;
  const index = wrapWords(verse).findIndex((word) => [...word.getClientRects()].some(isHit));
  return index < 0 ? undefined : index + 1;
}

/** The verse's text exactly as in the data, without its number. */
export const verseText = (verse: HTMLElement): string => textOf(verse)?.textContent ?? "";
