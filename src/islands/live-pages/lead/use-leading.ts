import { type RefObject, useEffect, useRef } from "react";
import { verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse, numberOfKey } from "#lib/quran/verse-key.ts";
import type { Live } from "../live-context.ts";

/** How the lead moves through the shared passage. */
export interface Leading {
  isFirst: boolean;
  isLast: boolean;
  go(verse: string): void;
  previous(): void;
  next(): void;
}

/**
 * Elements that use the arrow keys themselves, and menus and lists in which someone expects the arrows to choose rather
 * than to move the whole class.
 */
const ownsKeys =
  "input:not([type=checkbox]), textarea, select, dialog, [role=listbox], [contenteditable], [popover], summary, header, nav";

const verseSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** The text is written from right to left. */
const wordSteps: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowRight: -1 };

/**
 * Lets the lead move with taps on verses and words, with buttons, and with keys: up and down for
 * verses, left and right for words.
 */
export function useLeading(
  { view, session, isLead }: Live,
  text: RefObject<HTMLElement | null>,
): Leading {
  const { state, pointer } = view;
  const [first, last] = [numberOfKey(state.from ?? ""), numberOfKey(state.to ?? "")];
  const number = numberOfKey(state.current ?? "");
  const isActive = isLead && state.shared;
  /** The word from which the keys continue. It is highlighted for only a few seconds. */
  const latestWord = useRef<{ verse: string; word: number }>(undefined);
  useEffect(() => {
    if (latestWord.current?.verse !== state.current) latestWord.current = undefined;
  }, [state.current]);

  const go = (verse: string) => {
    if (verse !== state.current) void session.send({ command: "go", verse });
  };
  const step = (by: number) => {
    const next = (number ?? 0) + by;
    if (number === undefined || next < (first ?? 0) || next > (last ?? 0)) return;
    go(keyOfVerse(verseOfNumber(next)));
  };
  /** Every tap on a word, and every move to one, is handled here. */
  const onWord = (verse: string, word: number) => {
    latestWord.current = { verse, word };
    go(verse);
    session.point(verse, word);
  };
  const stepWord = (by: number) => {
    if (state.current === null) return;
    const own = pointer?.verse === state.current ? pointer.word : latestWord.current?.word;
    const word = own ? own + by : 1;
    const verse = text.current?.querySelector(`[data-verse="${state.current}"]`);
    if (verse?.querySelector(`[data-word="${word}"]`)) onWord(state.current, word);
  };

  // The handlers below always use the latest state.
  useEffect(() => {
    const element = text.current;
    if (!isActive || !element) return;
    const closing = new AbortController();
    const { signal } = closing;
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("button, a")) return;
      const verse = target.closest<HTMLElement>("[data-verse]")?.dataset.verse;
      const word = target.closest<HTMLElement>("[data-word]")?.dataset.word;
      if (verse && word) onWord(verse, Number(word));
      else if (verse && getSelection()?.isCollapsed !== false) go(verse);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
      if (target instanceof Element && target.closest(ownsKeys)) return;
      const verseStep = verseSteps[key];
      const wordStep = wordSteps[key];
      if (verseStep !== undefined) step(verseStep);
      else if (wordStep !== undefined) stepWord(wordStep);
      else return;
      event.preventDefault();
    };
    element.addEventListener("click", onClick, { signal });
    document.addEventListener("keydown", onKeyDown, { signal });
    return () => closing.abort();
  });

  return {
    isFirst: number === undefined || number === first,
    isLast: number === undefined || number === last,
    go,
    previous: () => step(-1),
    next: () => step(1),
  };
}
