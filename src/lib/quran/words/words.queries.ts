/** Queries for the words of the Quran. What they return changes only with a release or an import. */
import { queryOptions } from "../../client/query-client.ts";
import { fetchGrammar, fetchRelatedWords, fetchVerse, fetchWord } from "./words.calls.ts";
import type { WordRelation } from "./words.ts";

const staleTime = Number.POSITIVE_INFINITY;

/** A verse with its words. */
export const verseWordsOptions = (verse: string) =>
  queryOptions({
    queryKey: ["words", "verse", verse],
    queryFn: () => fetchVerse(verse),
    staleTime,
  });

export const wordOptions = (key: string) =>
  queryOptions({ queryKey: ["words", "word", key], queryFn: () => fetchWord(key), staleTime });

/** One page of the words that are related to a word. */
export const relatedWordsOptions = (key: string, relation: WordRelation, page: number) =>
  queryOptions({
    queryKey: ["words", "related", key, relation, page],
    queryFn: () => fetchRelatedWords(key, relation, page),
    staleTime,
  });

export const wordGrammarOptions = (key: string) =>
  queryOptions({
    queryKey: ["words", "grammar", key],
    queryFn: () => fetchGrammar(key),
    staleTime,
  });
