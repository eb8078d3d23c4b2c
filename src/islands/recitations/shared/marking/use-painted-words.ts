import { type RefObject, useEffect } from "react";
import { keyOfMarked, type MarkedWord } from "#lib/recitations/marked-words.rules.ts";
import type { WeakWord } from "#lib/recitations/recitations.responses.ts";
import { listWords, markElements } from "./word-elements.ts";

/** How weak words are shown. */
export const weakStateOf = ({ isFading }: WeakWord) => (isFading ? "fading" : "weak");

/**
 * Shows marks and weak words in a text that other code renders, including text that is added later.
 */
export function usePaintedWords(
  text: RefObject<HTMLElement | null>,
  words: readonly MarkedWord[],
  weakWords: readonly WeakWord[],
): void {
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const mistakes = new Map(words.map((word) => [keyOfMarked(word), word.mistake]));
    const weak = new Map(weakWords.map((word) => [keyOfMarked(word), weakStateOf(word)]));
    const paint = () => {
      const all = listWords(element);
      markElements(all, "data-mistake", mistakes);
      markElements(all, "data-weak", weak);
    };
    paint();
    const observer = new MutationObserver(paint);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [text, words, weakWords]);
  useEffect(() => {
    const element = text.current;
    return () => {
      const all = element ? listWords(element) : [];
      for (const attribute of ["data-mistake", "data-weak"]) {
        markElements(all, attribute, new Map());
      }
    };
  }, [text]);
}
