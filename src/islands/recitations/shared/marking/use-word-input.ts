import { type RefObject, useEffect, useRef } from "react";
import { type MistakeType, mistakeTypes } from "#lib/recitations/marked-words.rules.ts";
import type { WordPlace } from "#lib/recitations/marking.ts";
import { listWords, placeOf } from "./word-elements.ts";

interface WordInput {
  text: RefObject<HTMLElement | null>;
  onWord: (place: WordPlace) => void;
  onType: (type: MistakeType) => void;
  onUndo: () => void;
  /** What screen readers say about the word that has the focus. */
  describe: (place: WordPlace, text: string) => string;
}

/** Elements that use the keys themselves. */
const ownsKeys =
  "input, textarea, select, dialog, [role=dialog], [role=listbox], [contenteditable]";

const added = ["tabindex", "role", "aria-label"] as const;

/**
 * Handles taps on words and the keys for marking before the page's own handlers receive them. Arrow
 * keys move the focus from word to word, in the direction of the text.
 */
export function useWordInput({ text, ...given }: WordInput): void {
  const handlers = useRef(given);
  handlers.current = given;
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    let current: HTMLElement | undefined;
    const leave = () => {
      for (const name of added) current?.removeAttribute(name);
      current = undefined;
    };
    const label = (word: HTMLElement) => {
      const place = placeOf(word);
      if (place) word.ariaLabel = handlers.current.describe(place, word.textContent ?? "");
    };
    const focus = (word: HTMLElement) => {
      leave();
      current = word;
      word.tabIndex = -1;
      word.role = "button";
      label(word);
      word.focus();
    };
    const step = (by: 1 | -1) => {
      const words = listWords(element);
      const at = current ? words.indexOf(current) : -1;
      const next = at < 0 ? findFirst(words) : words[at + by];
      if (next) focus(next);
      else if (at < 0 && words[0]) focus(words[0]);
    };
    const mark = (word: HTMLElement) => {
      const place = placeOf(word);
      if (place) handlers.current.onWord(place);
    };
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const word = event.target.closest<HTMLElement>("[data-verse] [data-word]");
      if (!word || event.target.closest("a, button")) return;
      event.preventDefault();
      event.stopPropagation();
      if (current !== word) leave();
      mark(word);
    };
    const findAction = (event: KeyboardEvent): (() => void) | undefined => {
      const { code, key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const isCommand = ctrlKey || metaKey;
      if (altKey || shiftKey) return undefined;
      // Keyboards for other scripts have these keys in the same positions.
      if (code === (isCommand ? "KeyZ" : "KeyU")) return handlers.current.onUndo;
      if (isCommand) return undefined;
      const type = mistakeTypes[Number(/^(?:Digit|Numpad)([1-5])$/.exec(code)?.[1]) - 1];
      if (type) return () => handlers.current.onType(type);
      // The text is written from right to left.
      if (key === "ArrowLeft") return () => step(1);
      if (key === "ArrowRight") return () => step(-1);
      const focused = current;
      const isPress = (key === "Enter" || key === " ") && target === focused;
      return isPress && focused ? () => mark(focused) : undefined;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof Element && target.closest(ownsKeys)) return;
      const act = findAction(event);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    const closing = new AbortController();
    const options = { capture: true, signal: closing.signal };
    element.addEventListener("click", onClick, options);
    document.addEventListener("keydown", onKeyDown, options);
    // The text of the label changes with the marks.
    const observer = new MutationObserver(() => current && label(current));
    observer.observe(element, { attributeFilter: ["data-mistake"], subtree: true });
    return () => {
      closing.abort();
      observer.disconnect();
      leave();
    };
  }, [text]);
}

/** The word at which the keys begin: in the verse that the class follows, or else in view. */
function findFirst(words: readonly HTMLElement[]): HTMLElement | undefined {
  const isCurrent = (word: HTMLElement) => word.closest("[aria-current]") !== null;
  return words.find((word) => isCurrent(word) && isVisible(word)) ?? words.find(isVisible);
}

/** Whether a word is in view, so that the first move stays within what the teacher sees. */
function isVisible(word: HTMLElement): boolean {
  const { top, bottom } = word.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
