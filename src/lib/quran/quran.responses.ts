/** Responses of the calls for the text of the Quran. */
import * as z from "zod/mini";

const verseKey = z.string().check(z.regex(/^\d{1,3}:\d{1,3}$/));

export const verseSchema = z.object({
  /** As in '2:255'. */
  verse: verseKey,
  /** The page of the 604-page print. */
  page: z.int(),
  juz: z.int(),
  /** Whether a prostration follows. */
  sajda: z.boolean(),
  /** Canonical Arabic. Never normalize it: Unicode's normal forms reorder its marks. */
  text: z.string(),
  /** In the order of the text. The details are missing if the operator may not show them. */
  words: z.array(
    z.object({
      /** Starts at 1. */
      position: z.int(),
      text: z.string(),
      transliteration: z.optional(z.string()),
      gloss: z.optional(z.string()),
    }),
  ),
  /** By language, without those that the operator may not show. */
  translations: z.object({
    en: z.optional(z.string()),
    ur: z.optional(z.string()),
    fr: z.optional(z.string()),
    es: z.optional(z.string()),
  }),
  transliteration: z.optional(z.string()),
});
export type Verse = z.output<typeof verseSchema>;

export const surahSchema = z.object({
  number: z.int(),
  name: z.string(),
  arabicName: z.string(),
  verses: z.array(z.object({ verse: verseKey, text: z.string() })),
});
export type SurahText = z.output<typeof surahSchema>;
