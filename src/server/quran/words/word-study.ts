/**
 * What is known about a word: its meaning, where else it occurs, and the words that are related to
 * it.
 */
import { AppError } from "#lib/errors.ts";
import { wordEdition } from "#lib/quran/editions.ts";
import { findSurah, nameSurah } from "#lib/quran/quran.ts";
import { keyOfWord, parseWordKey, type WordRef } from "#lib/quran/words/word-key.ts";
import type { RelatedWords, Word, WordGrammar } from "#lib/quran/words/words.responses.ts";
import type { WordRelation } from "#lib/quran/words/words.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { readEntitlements } from "../../plans/entitlements.ts";
import type { QuranContext } from "../quran-text.ts";
import { listWordsOfRoot, readGrammar } from "./grammar-data.ts";
import { loadWordIndex, type WordIndex } from "./word-index.ts";

const t = getTexts("words");
const quranTexts = getTexts("quran");

export const wordsPerPage = 20;

type StudyContext = QuranContext & Pick<Context, "db">;

/**
 * A word with its meaning. The response is the same for everyone.
 * @param key as in `2:255:3`.
 * @throws AppError `invalid_input` for any other format, `not_found` if the word doesn't exist.
 */
export async function findWord(context: QuranContext, key: string): Promise<Word> {
  const index = await loadWordIndex();
  const { word } = requireWord(index, key);
  const { count, ...fields } = describeWord(context, index, word);
  return { ...fields, occurrences: count, similar: index.listSimilar(word).length };
}

/**
 * One page of the words that are related to a word.
 * @throws AppError like `findWord`; `forbidden` without the plan; `not_found` for a page after the
 * last one.
 */
export async function listRelatedWords(
  context: StudyContext,
  actor: Actor,
  key: string,
  { relation, page }: { relation: WordRelation; page: number },
): Promise<RelatedWords> {
  const index = await loadWordIndex();
  const { ref, word } = requireWord(index, key);
  await requireWordStudy(context, actor);
  const found = await findRelated(context.db, index, { ref, word }, relation);
  const pages = Math.ceil(found.length / wordsPerPage);
  if (page > Math.max(1, pages)) throw new AppError("not_found", t("noSuchPage", { page, pages }));
  const shown = found.slice((page - 1) * wordsPerPage, page * wordsPerPage);
  return {
    total: found.length,
    page,
    pages,
    results: shown.map((each) => describeWord(context, index, each)),
  };
}

/**
 * What the operator's data set says about a word.
 * @throws AppError like `findWord`; `forbidden` without the plan.
 */
export async function findGrammar(
  context: StudyContext,
  actor: Actor,
  key: string,
): Promise<WordGrammar> {
  const { ref } = requireWord(await loadWordIndex(), key);
  await requireWordStudy(context, actor);
  return readGrammar(context.db, ref);
}

async function findRelated(
  db: Db,
  index: WordIndex,
  { ref, word }: { ref: WordRef; word: number },
  relation: WordRelation,
): Promise<readonly number[]> {
  if (relation === "same") return index.listSame(word);
  if (relation === "similar") return index.listSimilar(word);
  const words = await listWordsOfRoot(db, ref);
  return index.listSpellings(words.flatMap((each) => index.find(each) ?? []));
}

function requireWord(index: WordIndex, key: string): { ref: WordRef; word: number } {
  const ref = parseWordKey(key);
  if (!ref) throw new AppError("invalid_input", t("malformedWord"));
  const word = index.find(ref);
  if (word !== undefined) return { ref, word };
  throw new AppError("not_found", describeMissing(index, ref));
}

function describeMissing(index: WordIndex, { surah: number, verse, position }: WordRef): string {
  const surah = findSurah(number);
  if (!surah) return quranTexts("surahNotFound", { surah: number });
  const count = index.countWords({ surah: number, verse });
  if (count > 0) return t("wordNotFound", { verse: `${number}:${verse}`, position, count });
  return quranTexts("verseNotFound", { name: nameSurah(surah), verse, count: surah.verses });
}

function describeWord({ config }: QuranContext, index: WordIndex, word: number) {
  const { ref, text, transliteration, gloss, count } = index.describe(word);
  const hasDetails = config.quranEditions.includes(wordEdition.id);
  return { word: keyOfWord(ref), text, ...(hasDetails && { transliteration, gloss }), count };
}

async function requireWordStudy(context: StudyContext, { userId }: Actor): Promise<void> {
  const { wordStudy } = await readEntitlements(context, userId);
  if (!wordStudy) throw new AppError("forbidden", t("planRequired"));
}
