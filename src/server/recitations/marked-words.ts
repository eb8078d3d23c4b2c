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
import { loadWordIndex } from "../quran/words/word-index.ts";

const refOf = ({ verse, word }: StoredMarkedWord) => ({ ...verseOfNumber(verse), position: word });

/**
 * The words as they are stored, in the order of the Quran.
 * @throws AppError `invalid_input` for words that don't exist.
 */
export async function requireWords(words: readonly MarkedWord[]): Promise<StoredMarkedWord[]> {
  if (words.length === 0) return [];
  const index = await loadWordIndex();
  const stored = words.map(toStored);
  const fields = stored.flatMap((word, at) => {
    if (index.find(refOf(word)) !== undefined) return [];
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

/** Loads the texts only if there are words, because the index needs memory. */
export async function readWordTexts(words: readonly StoredMarkedWord[]): Promise<WordTexts> {
  const index = words.length > 0 ? await loadWordIndex() : undefined;
  return {
    addTexts: (shown) =>
      shown.map((word) => ({ ...fromStored(word), text: index?.readText(refOf(word)) ?? "" })),
  };
}
