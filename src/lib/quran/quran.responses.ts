/** Responses to calls for the text of the Quran. */
import * as z from "zod/mini";
import { searchLanguages } from "./quran-search.ts";

const verseKey = z.string().check(z.regex(/^\d{1,3}:\d{1,3}$/));

export const verseSchema = z.object({
  /** As in '2:255'. */
  verse: verseKey,
  /** The page of the 604-page mushaf. */
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
  /** By language, except for those that the operator may not show. */
  translations: z.object({
    en: z.optional(z.string()),
    ur: z.optional(z.string()),
    fr: z.optional(z.string()),
    es: z.optional(z.string()),
  }),
  transliteration: z.optional(z.string()),
});
export type Verse = z.output<typeof verseSchema>;

/** The verses of one page of the 604-page mushaf. */
export const quranPageSchema = z.object({ page: z.int(), verses: z.array(verseSchema) });
export type QuranPage = z.output<typeof quranPageSchema>;

export const surahSchema = z.object({
  number: z.int(),
  name: z.string(),
  arabicName: z.string(),
  verses: z.array(z.object({ verse: verseKey, text: z.string() })),
});
export type SurahText = z.output<typeof surahSchema>;

const quranMatchSchema = z.object({
  /** `ar` for the text itself, `transliteration`, or the language of a translation. */
  language: z.enum(searchLanguages),
  text: z.string(),
  /** The matches, as positions in `text` in UTF-16 units. */
  highlights: z.array(z.object({ start: z.int(), end: z.int() })),
});
export type QuranMatch = z.output<typeof quranMatchSchema>;

const quranPlaceSchema = z.union([
  z.object({ kind: z.literal("surah"), surah: z.int() }),
  z.object({
    kind: z.literal("verse"),
    surah: z.int(),
    verse: z.int(),
    /** The last verse, if the search names a range. */
    to: z.optional(verseKey),
  }),
  z.object({ kind: z.literal("juz"), juz: z.int() }),
  z.object({ kind: z.literal("page"), page: z.int() }),
]);

export const quranSearchSchema = z.object({
  /** The number of verses found. */
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  /** A place that the search names directly: a surah, a verse, a juz or a page. */
  places: z.array(quranPlaceSchema),
  results: z.array(
    z.object({
      verse: verseKey,
      /** Canonical Arabic. */
      text: z.string(),
      matches: z.array(quranMatchSchema),
    }),
  ),
});
export type QuranSearchResult = z.output<typeof quranSearchSchema>;
