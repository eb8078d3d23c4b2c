/** Words at which a teacher marked a mistake. They determine which words are weak. */
import { type Passage, verseOfNumber } from "../quran/quran.ts";
import { keyOfVerse, numberOfKey } from "../quran/verse-key.ts";

/** In the order of the keys 1 to 5, which teachers press to select them. */
export const mistakeTypes = ["forgotten", "vowel", "tajweed", "hesitation", "prompted"] as const;
export type MistakeType = (typeof mistakeTypes)[number];

export interface MarkedWord {
  /** As in `2:255`. */
  verse: string;
  /** The position in the verse, from 1. */
  word: number;
  mistake: MistakeType;
}

/** A marked word as it is stored, with the verse's continuous number. */
export interface StoredMarkedWord extends Omit<MarkedWord, "verse"> {
  verse: number;
}

/** More words than the longest verse contains. */
export const maxWordsOfVerse = 200;

export const keyOfMarked = ({ verse, word }: Pick<MarkedWord, "verse" | "word">): string =>
  `${verse}:${word}`;

export const toStored = ({ verse, word, mistake }: MarkedWord): StoredMarkedWord => ({
  verse: numberOfKey(verse) ?? 0,
  word,
  mistake,
});

export const fromStored = ({ verse, word, mistake }: StoredMarkedWord): MarkedWord => ({
  verse: keyOfVerse(verseOfNumber(verse)),
  word,
  mistake,
});

/** The marked words within a passage. */
export const withinPassage = (
  words: readonly StoredMarkedWord[],
  { first, last }: Passage,
): StoredMarkedWord[] => words.filter(({ verse }) => first <= verse && verse <= last);
