/**
 * The times of the words in a recording, and the word at a time. Times are in milliseconds from the
 * beginning of a verse's file, and words are numbered from 1.
 */
import * as z from "zod/mini";

/** The time in which a word is recited. Reciters repeat words, so a word can have several. */
export interface Segment {
  word: number;
  start: number;
  end: number;
}

export interface VerseTimings {
  /** The number of words that the times were made for. */
  words: number;
  /** In chronological order. */
  segments: Segment[];
}

/** The times of a surah's verses, by the verse's number. */
export type SurahTimings = ReadonlyMap<number, VerseTimings>;

const time = z.number().check(z.minimum(0));

const timingsSchema = z.object({
  verses: z.array(
    z.object({
      verse: z.int(),
      words: z.int(),
      segments: z.array(z.tuple([z.int(), time, time])),
    }),
  ),
});

/**
 * Reads a file of timings. Verses with impossible times are left out, so that they are highlighted
 * as a whole.
 * @returns undefined if the content has another format.
 */
export function readTimings(content: unknown): SurahTimings | undefined {
  const { data } = timingsSchema.safeParse(content);
  if (!data) return undefined;
  const verses = new Map<number, VerseTimings>();
  for (const { verse, words, segments } of data.verses) {
    const sorted = segments
      .map(([word, start, end]) => ({ word, start, end }))
      .toSorted((one, other) => one.start - other.start);
    const possible = sorted.every(
      ({ word, start, end }) => word >= 1 && word <= words && start < end,
    );
    if (possible && sorted.length > 0) verses.set(verse, { words, segments: sorted });
  }
  return verses;
}

/**
 * The word that is recited at a time, found by binary search. While the reciter breathes, the
 * previous word. Undefined before the first word.
 */
export function findWordAt({ segments }: VerseTimings, ms: number): number | undefined {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segments[middle]?.start ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1]?.word;
}

/** The time from the beginning of one word to the end of another; undefined if one has no time. */
export function findSpan(
  { segments }: VerseTimings,
  from: number,
  to: number,
): { start: number; end: number } | undefined {
  const [first, last] = [
    segments.find(({ word }) => word === from),
    segments.findLast(({ word }) => word === to),
  ];
  if (!first || !last || last.end <= first.start) return undefined;
  return { start: first.start, end: last.end };
}
