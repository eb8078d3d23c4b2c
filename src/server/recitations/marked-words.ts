/** Checks marked words against the words of the Quran, and adds their texts. */
import { AppError } from "#lib/errors.ts";
import { verseOfNumber } from "#lib/quran/quran.ts";
import {
  fromStored,
  type MarkedWord,
  type StoredMarkedWord,
  toStored,
} from "#lib/recitations/marked-words.rules.ts";
import type { MarkedWordView } from "#lib/recitations/recitations.responses.ts";
import { markedWordMessages } from "#lib/recitations/recitations.ts";
import { readWords } from "../quran/words/verse-words.ts";

const refOf = ({ verse, word }: StoredMarkedWord) => ({ ...verseOfNumber(verse), position: word });

/**
 * The words as they are stored, in the order of the Quran.
 * @throws AppError `invalid_input` for words that don't exist.
 */
export async function requireWords(words: readonly MarkedWord[]): Promise<StoredMarkedWord[]> {
  if (words.length === 0) return [];
  const stored = words.map(toStored);
  const readText = await readTexts(stored);
  const fields = stored.flatMap((word, at) => {
    if (readText(refOf(word)) !== undefined) return [];
    const { verse } = fromStored(word);
    const message = markedWordMessages.missing(`${verse}:${word.word}`);
    return [{ field: `markedWords.${at}.word`, message }];
  });
  const [missing] = fields;
  if (missing) throw new AppError("invalid_input", missing.message, { fields });
  return stored.sort((one, other) => one.verse - other.verse || one.word - other.word);
}

export interface WordTexts {
  addTexts(words: readonly StoredMarkedWord[]): MarkedWordView[];
}

const readTexts = (words: readonly StoredMarkedWord[]) =>
  readWords(words.map((word) => refOf(word).surah));

export async function readWordTexts(words: readonly StoredMarkedWord[]): Promise<WordTexts> {
  const readText = await readTexts(words);
  return {
    addTexts: (shown) =>
      shown.map((word) => ({ ...fromStored(word), text: readText(refOf(word)) ?? "" })),
  };
}
