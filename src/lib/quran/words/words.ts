/** The parameters of calls about a word. */
import * as z from "zod/mini";

/**
 * How words are related: the same word in simple spelling, spellings with the same stem, or
 * spellings with the same root.
 */
export const wordRelations = ["same", "similar", "root"] as const;
export type WordRelation = (typeof wordRelations)[number];

/** @param messages look up the texts in the reader's language. */
export function createRelatedQuery(messages: { relation: () => string; page: () => string }) {
  return z.object({
    relation: z.enum(wordRelations, { error: messages.relation }),
    page: z._default(
      z.coerce
        .number({ error: messages.page })
        .check(z.int({ error: messages.page }), z.minimum(1, { error: messages.page })),
      1,
    ),
  });
}
