import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LivePageEvents, LivePageState } from "#lib/live-pages/live-pages.responses.ts";
import { findVisibleArea, isAboveArea, isInArea, scrollToElement } from "./scroll.ts";

interface FollowInput {
  text: RefObject<HTMLElement | null>;
  state: LivePageState;
  pointer: LivePageEvents["pointer"] | null;
  isLead: boolean;
}

export interface Follow {
  /** Whether the page moves with the current verse. */
  isAttached: boolean;
  /** For viewers who have scrolled away: whether the current verse is above what they see. */
  isAbove: boolean;
  /** Returns to the current verse. */
  attach(): void;
}

/** Keys that scroll the page. */
const scrollKeys = new Set(["PageUp", "PageDown", "Home", "End", " ", "ArrowUp", "ArrowDown"]);

/**
 * Scrolls to the current verse, and keeps the word that the lead points at in view. People who scroll
 * away from the current verse stay where they are until they return or, on a locked page, until the
 * lead moves on. The lead's own page moves only when the lead moves to another verse or word.
 */
export function useFollow({ text, state, pointer, isLead }: FollowInput): Follow {
  const { current, locked, shared, from, to } = state;
  const [isAttached, setAttached] = useState(true);
  const [isAbove, setAbove] = useState(false);
  /** Whether the viewer has scrolled since the page moved to the current verse. */
  const hasScrolled = useRef(false);
  /** Whether the page has moved to the current verse. The text of a new passage may still be loading. */
  const isPlaced = useRef(false);
  const isFirst = useRef(true);
  /** Whether the page has just been opened, at the beginning of the passage. It then shows its top. */
  const showsTop = useRef(false);

  const find = useCallback(
    (verse: string | null) =>
      verse === null
        ? null
        : (text.current?.querySelector<HTMLElement>(`[data-verse="${verse}"]`) ?? null),
    [text],
  );

  // A new passage begins at its first verse.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage attaches
  useEffect(() => setAttached(true), [from, to, isLead]);
  // Locking the page, and every move while it is locked, bring everyone back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another verse attaches as well
  useEffect(() => {
    if (locked) setAttached(true);
  }, [locked, current]);

  useLayoutEffect(() => {
    if (!isAttached || current === null) return;
    hasScrolled.current = false;
    const verse = find(current);
    showsTop.current = isFirst.current && current === from;
    isFirst.current = false;
    isPlaced.current = verse !== null || showsTop.current;
    // The text of a new passage may not be there yet. The observer below scrolls to it.
    if (verse && !showsTop.current) scrollToElement(verse);
  }, [isAttached, current, from, find]);

  useEffect(() => {
    if (!(isAttached || locked) || !pointer?.word) return;
    const word = find(pointer.verse)?.querySelector<HTMLElement>(`[data-word="${pointer.word}"]`);
    if (word && !isInArea(word, findVisibleArea())) scrollToElement(word);
  }, [isAttached, locked, pointer, find]);

  // Text that loads or changes its height moves the current verse.
  useEffect(() => {
    const element = text.current;
    if (!shared || !element || !isAttached) return;
    let isObserved = false;
    const observer = new ResizeObserver(() => {
      const verse = find(current);
      const isMoved = isObserved || !isPlaced.current;
      if (isMoved && verse && !hasScrolled.current && !showsTop.current) {
        scrollToElement(verse, { isInstant: true });
        isPlaced.current = true;
      }
      isObserved = true;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, shared, isAttached, current, find]);

  useEffect(() => {
    if (isAttached) return;
    const noteDirection = () => {
      const verse = find(current);
      // A verse that is still loading keeps the direction of the one before.
      if (verse) setAbove(isAboveArea(verse, findVisibleArea()));
    };
    noteDirection();
    addEventListener("scroll", noteDirection, { passive: true });
    return () => removeEventListener("scroll", noteDirection);
  }, [isAttached, current, find]);

  useEffect(() => {
    // Scrolling before a new passage is in place belongs to the previous one, so it doesn't count.
    const noteScroll = () => {
      hasScrolled.current = isPlaced.current;
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
      if (!hasScrolled.current || isLead) return;
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
  }, [current, isLead, find]);

  return {
    isAttached: isAttached || !shared,
    isAbove,
    attach() {
      setAttached(true);
    },
  };
}
