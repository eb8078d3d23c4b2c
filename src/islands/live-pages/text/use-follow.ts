import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LivePageEvents, LivePageState } from "#lib/live-pages/live-pages.responses.ts";
import { findVisibleArea, isInArea, scrollToElement } from "./scroll.ts";

interface FollowInput {
  text: RefObject<HTMLElement | null>;
  state: LivePageState;
  pointer: LivePageEvents["pointer"] | null;
  isLead: boolean;
}

export interface Follow {
  /** Whether the page moves with the current verse. */
  isAttached: boolean;
  /** Returns to the current verse. */
  attach(): void;
}

/** Keys that scroll the page. */
const scrollKeys = new Set(["PageUp", "PageDown", "Home", "End", " ", "ArrowUp", "ArrowDown"]);

/**
 * Scrolls to the current verse, and keeps the word that the lead points at in view. In free
 * reading, people who scroll away from the current verse stay where they are until they return or
 * the page is locked. The lead's own page moves only when the lead moves to another verse or word.
 */
export function useFollow({ text, state, pointer, isLead }: FollowInput): Follow {
  const { current, locked, shared, from, to } = state;
  const [isAttached, setAttached] = useState(true);
  /** Whether the viewer has scrolled since the verse last changed. */
  const hasScrolled = useRef(false);
  const isFirst = useRef(true);

  const find = useCallback(
    (verse: string | null) =>
      verse === null
        ? null
        : (text.current?.querySelector<HTMLElement>(`[data-verse="${verse}"]`) ?? null),
    [text],
  );

  // Locking the page brings everyone back, and a new passage begins at its first verse.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage attaches as well
  useEffect(() => setAttached(true), [locked, from, to, isLead]);

  useLayoutEffect(() => {
    if (!isAttached || current === null) return;
    hasScrolled.current = false;
    const verse = find(current);
    const isStart = isFirst.current && current === from;
    isFirst.current = false;
    // A page that has just been opened shows its top.
    if (verse && !isStart) scrollToElement(verse);
  }, [isAttached, current, from, find]);

  useEffect(() => {
    if (!isAttached || !pointer?.word) return;
    const word = find(pointer.verse)?.querySelector<HTMLElement>(`[data-word="${pointer.word}"]`);
    if (word && !isInArea(word, findVisibleArea())) scrollToElement(word);
  }, [isAttached, pointer, find]);

  // Text that loads or changes its height moves the current verse.
  useEffect(() => {
    const element = text.current;
    if (!shared || !element || !isAttached) return;
    let isObserved = false;
    const observer = new ResizeObserver(() => {
      const verse = find(current);
      if (isObserved && verse && !hasScrolled.current && current !== from) {
        scrollToElement(verse, { isInstant: true });
      }
      isObserved = true;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, shared, isAttached, current, from, find]);

  useEffect(() => {
    const noteScroll = () => {
      hasScrolled.current = true;
    };
    const noteKey = ({ key }: KeyboardEvent) => {
      if (scrollKeys.has(key)) noteScroll();
    };
    // The scroll bar is outside the page's content.
    const notePointer = ({ clientX, target }: PointerEvent) => {
      const isBar = target === document.documentElement;
      if (isBar && clientX >= document.documentElement.clientWidth) noteScroll();
    };
    const detach = () => {
      if (!hasScrolled.current || locked || isLead) return;
      const verse = find(current);
      if (verse && !isInArea(verse, findVisibleArea())) setAttached(false);
    };
    const closing = new AbortController();
    const options = { passive: true, signal: closing.signal };
    addEventListener("wheel", noteScroll, options);
    addEventListener("touchmove", noteScroll, options);
    addEventListener("keydown", noteKey, options);
    addEventListener("pointerdown", notePointer, options);
    addEventListener("scroll", detach, options);
    return () => closing.abort();
  }, [current, locked, isLead, find]);

  return {
    isAttached: isAttached || !shared,
    attach() {
      setAttached(true);
    },
  };
}
