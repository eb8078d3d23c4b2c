import { getTexts } from "#translations/words.ts";
import { callApi } from "../../client/api-client.ts";
import { sendRequest } from "../../client/http.ts";
import { requireObject } from "../../client/readers.ts";
import type { Verse } from "../quran.responses.ts";
import type { RelatedWords, Word, WordGrammar } from "./words.responses.ts";
import type { WordRelation } from "./words.ts";

const t = getTexts("words");

/** Fetches a verse with its words. Public. @param key as in `2:255`. */
export async function fetchVerse(key: string): Promise<Verse> {
  return requireObject(await sendRequest(`/quran/verses/${key}`, { fallback: t("notLoaded") }));
}

/** Fetches a word with its meaning. Public. @param key as in `2:255:3`. */
export async function fetchWord(key: string): Promise<Word> {
  return requireObject(await sendRequest(`/quran/words/${key}`, { fallback: t("notLoaded") }));
}

/** Fetches a page of the words that are related to a word. */
export async function fetchRelatedWords(
  key: string,
  relation: WordRelation,
  page: number,
): Promise<RelatedWords> {
  const query = new URLSearchParams({ relation, page: String(page) });
  return requireObject(
    await callApi(`/quran/words/${key}/related?${query}`, { fallback: t("notLoaded") }),
  );
}

/** Fetches a word's root and grammar. */
export async function fetchGrammar(key: string): Promise<WordGrammar> {
  return requireObject(await callApi(`/quran/words/${key}/grammar`, { fallback: t("notLoaded") }));
}
