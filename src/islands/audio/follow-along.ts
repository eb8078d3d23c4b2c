/**
 * Highlights the verse and the word that are being recited in the text of the page, and keeps them
 * in view unless the reader scrolls elsewhere.
 */
import { atom, type ReadableAtom } from "nanostores";
import { findWordAt } from "#lib/audio/timings.ts";
import { findBasmala, findVerse, type WrapWords } from "./page-verses.ts";
import type { Player } from "./player.ts";

/** The keys that scroll a page. */
const scrollKeys = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/;

export interface FollowAlong {
  /** Whether the reader has scrolled away from the current words. */
  isAway: ReadableAtom<boolean>;
  /** Scrolls the current words into view, and keeps them there. */
  comeBack(): void;
  stop(): void;
}

export function followAlong(
  { audio, state, checkWords }: Player,
  wrapWords: WrapWords,
): FollowAlong {
  const isAway = atom(false);
  const listeners = new AbortController();
  /** The verse or the Basmala. */
  let verse: HTMLElement | undefined;
  let words: readonly HTMLElement[] = [];
  let word: HTMLElement | undefined;
  let frame: number | undefined;

  function show(next: HTMLElement | undefined): void {
    if (verse === next) return;
    showWord(undefined);
    verse?.removeAttribute("data-recited");
    words = [];
    verse = next;
    verse?.setAttribute("data-recited", "");
    keepInView(verse);
  }

  function showWord(next: HTMLElement | undefined): void {
    if (word === next) return;
    word?.removeAttribute("data-recited");
    word = next;
    word?.setAttribute("data-recited", "");
    keepInView(word);
  }

  /** The times can be used only if they were made for the same words. */
  function readWords(): void {
    const { timings, basmala } = state.get();
    const wrapped = timings && verse && !basmala ? wrapWords(verse) : [];
    words = timings?.words === wrapped.length ? wrapped : [];
  }

  function update(): void {
    checkWords();
    const { timings, status } = state.get();
    const at = timings && words.length > 0 && findWordAt(timings, audio.currentTime * 1000);
    showWord(at ? words[at - 1] : undefined);
    frame = status === "playing" ? requestAnimationFrame(update) : undefined;
  }

  function keepInView(element: HTMLElement | undefined): void {
    if (!element) return;
    const place = placeOf(element);
    // In a long verse, the view follows the words.
    const isSeen = place === "seen" || (element === verse && place === "across");
    if (isSeen) isAway.set(false);
    else if (!isAway.get()) scrollTo(element);
  }

  function leave(): void {
    if (verse) isAway.set(true);
  }

  const unsubscribe = state.subscribe(({ status, verse: key, basmala, timings }, former) => {
    const before = verse;
    if (status === "ended") show(undefined);
    else show(basmala ? findBasmala(key) : findVerse(key));
    if (timings !== former?.timings || verse !== before || words.length === 0) readWords();
    if (status === "playing") frame ??= requestAnimationFrame(update);
  });
  const { signal } = listeners;
  addEventListener("wheel", leave, { signal, passive: true });
  addEventListener("touchmove", leave, { signal, passive: true });
  addEventListener(
    "keydown",
    ({ key, target }) => {
      const isControl = target instanceof Element && target.closest("button,select,input,a");
      if (scrollKeys.test(key) && !isControl) leave();
    },
    { signal },
  );

  return {
    isAway,
    comeBack() {
      isAway.set(false);
      const element = word ?? verse;
      if (element) scrollTo(element);
    },
    stop() {
      unsubscribe();
      listeners.abort();
      if (frame !== undefined) cancelAnimationFrame(frame);
      show(undefined);
    },
  };
}

/** The part of the window between the reader's bar and the player. */
function readArea(): { top: number; bottom: number } {
  const top = document.querySelector(".reader-bar")?.getBoundingClientRect().bottom ?? 0;
  const bottom = document.querySelector(".player")?.getBoundingClientRect().top ?? innerHeight;
  return { top: Math.max(0, top), bottom };
}

function placeOf(element: HTMLElement): "seen" | "across" | "out of view" {
  const area = readArea();
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= area.top && bottom <= area.bottom) return "seen";
  const isLong = bottom - top > area.bottom - area.top;
  return isLong && top < area.bottom && bottom > area.top ? "across" : "out of view";
}

/** Scrolls the beginning of the element to just below the reader's bar. */
function scrollTo(element: HTMLElement): void {
  const area = readArea();
  const { top, height } = element.getBoundingClientRect();
  const space = area.bottom - area.top;
  const margin = Math.max(16, Math.min(space / 4, (space - height) / 2));
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollBy({ top: top - area.top - margin, behavior: isReduced ? "instant" : "smooth" });
}
