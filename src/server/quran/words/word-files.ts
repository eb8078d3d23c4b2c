/** The file with all words of the Quran, which scripts/quran-data.ts writes. */
import { spellSimply } from "#lib/quran/search-keys.ts";

export const wordFile = "word-index.json";

/** One value for each word. Words recur, so each distinct value is stored only once. */
export interface Column {
  values: string[];
  /** The indexes of the words' values, in the order of the Quran. */
  words: number[];
}

export interface WordFile {
  /** The number of words in each verse. */
  lengths: number[];
  /** Canonical Arabic. */
  texts: Column;
  spellings: Column;
  /** The number of the stem of each spelling. */
  stems: number[];
  transliterations: Column;
  glosses: Column;
}

interface FiledWord {
  text: string;
  transliteration: string;
  gloss: string;
}

/** @param stem gives a spelling's stem. */
export function createWordFile(
  verses: readonly (readonly FiledWord[])[],
  stem: (spelling: string) => string,
): WordFile {
  const words = verses.flat();
  const spellings = toColumn(words.map(({ text }) => spellSimply(text)));
  return {
    lengths: verses.map(({ length }) => length),
    texts: toColumn(words.map(({ text }) => text)),
    spellings,
    stems: toColumn(spellings.values.map(stem)).words,
    transliterations: toColumn(words.map(({ transliteration }) => transliteration)),
    glosses: toColumn(words.map(({ gloss }) => gloss)),
  };
}

function toColumn(values: readonly string[]): Column {
  const numbers = new Map<string, number>();
  const words = values.map((value) => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  });
  return { values: [...numbers.keys()], words };
}
