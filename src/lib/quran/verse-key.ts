/** Verses written as in '2:255', and the addresses of passages in the reader. */
import {
  numberOfVerse,
  type Passage,
  parseVerseKey,
  type VerseRef,
  verseOfNumber,
} from "./quran.ts";

/** A verse as in '2:255', which is also the ID of its element. */
export const keyOfVerse = ({ surah, verse }: VerseRef): string => `${surah}:${verse}`;

/** The continuous number of the verse with a key; undefined if there is none. */
export function numberOfKey(key: string): number | undefined {
  const ref = parseVerseKey(key);
  return ref && numberOfVerse(ref);
}

/** The page of the reader that shows a passage from its first verse on, in the default view. */
export function passageHref({ first, last }: Passage): string {
  const begin = verseOfNumber(first);
  return first === last
    ? `/quran/${begin.surah}/${begin.verse}`
    : `/quran/${begin.surah}#${keyOfVerse(begin)}`;
}
