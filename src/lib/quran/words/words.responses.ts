/** Responses to calls for single words of the Quran. */
import * as z from "zod/mini";

/** As in `2:255:3`. */
const wordName = z.string().check(z.regex(/^\d{1,3}:\d{1,3}:\d{1,3}$/));

const wordFields = {
  word: wordName,
  /** Canonical Arabic. */
  text: z.string(),
  /** These two are missing if the operator may not show the word data. */
  transliteration: z.optional(z.string()),
  gloss: z.optional(z.string()),
};

export const wordSchema = z.object({
  ...wordFields,
  /** How often the word is in the Quran in the same simple spelling. */
  occurrences: z.int(),
  /** How many other spellings have the same stem. */
  similar: z.int(),
});
export type Word = z.output<typeof wordSchema>;

export const relatedWordsSchema = z.object({
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  results: z.array(
    z.object({
      ...wordFields,
      /** How often this spelling is in the Quran. */
      count: z.int(),
    }),
  ),
});
export type RelatedWords = z.output<typeof relatedWordsSchema>;

export const wordGrammarSchema = z.object({
  /** Null if the operator's data set doesn't contain the word. */
  grammar: z.nullable(
    z.object({
      root: z.nullable(z.string()),
      lemma: z.nullable(z.string()),
      partOfSpeech: z.nullable(z.string()),
      /** Names and values as the data set writes them, in its order. */
      features: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  /** The data set; null if the operator hasn't imported one. */
  source: z.nullable(
    z.object({ title: z.string(), author: z.string(), license: z.string(), url: z.string() }),
  ),
});
export type WordGrammar = z.output<typeof wordGrammarSchema>;
