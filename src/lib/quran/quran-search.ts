/** The parameters of a search in the Quran. */
import * as z from "zod/mini";
import { translationLanguages } from "./editions.ts";

export const maxSearchLength = 120;

/** The languages in which verses are searched: the text, its transliteration, and translations. */
export const searchLanguages = ["ar", "transliteration", ...translationLanguages] as const;
export type SearchLanguage = (typeof searchLanguages)[number];

/** @param messages look up the texts in the reader's language. */
export function createSearchQuery(messages: {
  required: () => string;
  tooLong: () => string;
  language: () => string;
  page: () => string;
}) {
  return z.object({
    q: z
      .string({ error: messages.required })
      .check(
        z.trim(),
        z.minLength(1, { error: messages.required }),
        z.maxLength(maxSearchLength, { error: messages.tooLong }),
      ),
    language: z.optional(z.enum(searchLanguages, { error: messages.language })),
    page: z._default(
      z.coerce
        .number({ error: messages.page })
        .check(z.int({ error: messages.page }), z.minimum(1, { error: messages.page })),
      1,
    ),
  });
}
