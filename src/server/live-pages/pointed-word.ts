/** Whether the word that a lead points at exists. */
import { AppError } from "#lib/errors.ts";
import { parseVerseKey } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/translate.ts";
import { countWords } from "../quran/words/verse-words.ts";

const texts = getTexts("livePages");

/** @throws AppError `invalid_input` for a word after the last one of its verse. */
export async function requireWord(verse: string, word: number): Promise<void> {
  const ref = parseVerseKey(verse);
  const count = ref ? await countWords(ref) : 0;
  if (word <= count) return;
  const message = texts("server.noSuchWord", { verse, word, count });
  throw new AppError("invalid_input", message, { fields: [{ field: "word", message }] });
}
