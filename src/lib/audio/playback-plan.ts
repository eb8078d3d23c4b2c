/** The order of playback: which verses, how often each one, and how often the whole range. */

import { findSurah, hasBasmala, parseVerseKey } from "../quran/quran.ts";

/** Repeats until the listener stops the player. */
export const endless = Number.POSITIVE_INFINITY;

/** The choices for how often a verse or a range is played. */
export const repeatCounts: readonly number[] = [1, 2, 3, 5, 10, endless];

export interface PlaybackPlan {
  /** The verses of the page, in order, as in '2:255'. */
  verses: readonly string[];
  /** The range, as indexes of `verses`, both inclusive. */
  first: number;
  last: number;
  /** How often each verse is played before the next one starts. */
  verseRepeats: number;
  /** How often the whole range is played. */
  rangeRepeats: number;
  /**
   * Whether playback continues on the page after this one by itself: until the surah ends, or in the next surah too.
   * Without it, playback stops at the end of the plan.
   */
  onward?: "surah" | "anywhere" | undefined;
}

/** Rounds are counted from 1. */
export interface PlaybackPosition {
  /** Index of the plan's verses. */
  index: number;
  verseRound: number;
  rangeRound: number;
}

export function startAt(index: number): PlaybackPosition {
  return { index, verseRound: 1, rangeRound: 1 };
}

/** The position after a verse has been played to its end; undefined at the end of the plan. */
export function nextPosition(
  { first, last, verseRepeats, rangeRepeats }: PlaybackPlan,
  { index, verseRound, rangeRound }: PlaybackPosition,
): PlaybackPosition | undefined {
  if (verseRound < verseRepeats) return { index, verseRound: verseRound + 1, rangeRound };
  if (index < last) return { index: index + 1, verseRound: 1, rangeRound };
  if (rangeRound < rangeRepeats) return { index: first, verseRound: 1, rangeRound: rangeRound + 1 };
  return undefined;
}

/**
 * The verse that contains the Basmala. Its recording is played before surahs that begin with the
 * Basmala.
 */
export const basmalaVerse = "1:1";

/**
 * Whether the Basmala is played before a verse. A verse that is played alone or again doesn't need
 * it.
 */
export function opensWithBasmala(
  { verses, first, last }: PlaybackPlan,
  { index, verseRound, rangeRound }: PlaybackPosition,
): boolean {
  const ref = parseVerseKey(verses[index] ?? "");
  const isFirst = ref?.verse === 1 && hasBasmala({ number: ref.surah });
  return isFirst && first < last && verseRound === 1 && rangeRound === 1;
}

/** Whether the plan repeats only a range of more than one verse. */
export function loopsRange({ first, last, rangeRepeats }: PlaybackPlan): boolean {
  return rangeRepeats > 1 && last > first;
}

/** Whether playback continues on the next page by itself when the plan ends. */
export function goesOnward({ verses, last, rangeRepeats, onward }: PlaybackPlan): boolean {
  if (!onward || rangeRepeats > 1 || last < verses.length - 1) return false;
  const end = parseVerseKey(verses[last] ?? "");
  return onward === "anywhere" || end?.verse !== findSurah(end?.surah ?? 0)?.verses;
}

/**
 * The plan with another range, which is played no further than its end. Its ends are swapped if they are in the
 * wrong order.
 */
export function withRange(plan: PlaybackPlan, one: number, other: number): PlaybackPlan {
  const end = plan.verses.length - 1;
  const clamp = (index: number) => Math.max(0, Math.min(end, index));
  const [first, last] = [clamp(Math.min(one, other)), clamp(Math.max(one, other))];
  return { ...plan, first, last, onward: undefined };
}
