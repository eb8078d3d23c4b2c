/** Finds the words of the Quran that are spelled alike or have the same stem. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { numberOfVerse, verseOfNumber } from "#lib/quran/quran.ts";
import type { WordRef } from "#lib/quran/words/word-key.ts";
import { quranFolder } from "../quran-files.ts";
import { type Column, type WordFile, wordFile } from "./word-files.ts";

export interface IndexedWord {
  ref: WordRef;
  text: string;
  transliteration: string;
  gloss: string;
  /** How often the word's simple spelling occurs in the Quran. */
  count: number;
}

/** Words are numbered continuously, from 0. */
export interface WordIndex {
  /** The number of a word; undefined if the word does not exist. */
  find(ref: WordRef): number | undefined;
  /** The number of words in a verse. */
  countWords(ref: Pick<WordRef, "surah" | "verse">): number;
  describe(word: number): IndexedWord;
  /** The words with the same simple spelling, including this one, in the order of the Quran. */
  listSame(word: number): readonly number[];
  /** The first word of each other spelling with the same stem, the most frequent spelling first. */
  listSimilar(word: number): readonly number[];
  /**
   * The first word of each distinct spelling among the given words, the most frequent spelling
   * first.
   */
  listSpellings(words: readonly number[]): readonly number[];
}

let loading: Promise<WordIndex> | undefined;

/** The index stays in memory after its first use: about 10 MB. */
export function loadWordIndex(): Promise<WordIndex> {
  loading ??= readFile(join(quranFolder, wordFile), "utf8").then((text) =>
    createWordIndex(JSON.parse(text)),
  );
  // After a failure, the next call reads the file again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

export function createWordIndex(file: WordFile): WordIndex {
  const { lengths, spellings, stems } = file;
  let total = 0;
  const firstWords = lengths.map((length) => {
    total += length;
    return total - length;
  });
  const spellingOf = (word: number) => spellings.words[word] ?? -1;
  const wordsOf = Map.groupBy(spellings.words.keys(), spellingOf);
  const spellingsOf = Map.groupBy(stems.keys(), (spelling) => stems[spelling]);

  const countOf = (spelling: number) => wordsOf.get(spelling)?.length ?? 0;
  const listFirst = (found: Iterable<number>) =>
    [...found]
      .sort((one, other) => countOf(other) - countOf(one) || one - other)
      .flatMap((spelling) => wordsOf.get(spelling)?.[0] ?? []);
  const countWords: WordIndex["countWords"] = (ref) => lengths[(numberOfVerse(ref) ?? 0) - 1] ?? 0;
  const readValue = ({ values, words }: Column, word: number) => values[words[word] ?? -1] ?? "";

  const find: WordIndex["find"] = (ref) => {
    const first = firstWords[(numberOfVerse(ref) ?? 0) - 1];
    if (first === undefined || ref.position > countWords(ref)) return undefined;
    return first + ref.position - 1;
  };

  return {
    countWords,
    find,
    describe(word) {
      const verse = firstWords.findLastIndex((first) => first <= word);
      return {
        ref: { ...verseOfNumber(verse + 1), position: word - (firstWords[verse] ?? 0) + 1 },
        text: readValue(file.texts, word),
        transliteration: readValue(file.transliterations, word),
        gloss: readValue(file.glosses, word),
        count: countOf(spellingOf(word)),
      };
    },
    listSame: (word) => wordsOf.get(spellingOf(word)) ?? [],
    listSimilar(word) {
      const own = spellingOf(word);
      const all = spellingsOf.get(stems[own]) ?? [];
      return listFirst(all.filter((spelling) => spelling !== own));
    },
    listSpellings: (words) => listFirst(new Set(words.map(spellingOf))),
  };
}
