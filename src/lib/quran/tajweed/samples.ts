/**
 * Well-known words for each group of rules. Their marks are those that they have within the whole
 * verse.
 */
import type { TajweedGroup } from "./rules.ts";

export interface TajweedSample {
  surah: number;
  verse: number;
  /** Consecutive words, from 1. */
  words: readonly [first: number, last: number];
}

const one = (surah: number, verse: number, first: number, last = first): TajweedSample => ({
  surah,
  verse,
  words: [first, last],
});

export const tajweedSamples: Record<TajweedGroup, TajweedSample> = {
  ghunnah: one(2, 6, 1),
  ikhfa: one(2, 4, 8, 9),
  iqlab: one(2, 27, 5, 6),
  "idgham-ghunnah": one(2, 8, 3, 4),
  idgham: one(2, 5, 4, 5),
  qalqalah: one(2, 3, 7),
  "madd-lazim": one(1, 7, 9),
  "madd-muttasil": one(2, 19, 4),
  "madd-munfasil": one(2, 4, 3, 4),
  "madd-stop": one(1, 2, 4),
  silent: one(91, 1, 1),
  rare: one(75, 27, 2, 3),
};
