import { index, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";

/** The data set of roots and grammar that the operator has imported. There is at most one row. */
export const quranGrammarSources = pgTable("quran_grammar_sources", {
  /** Always 1, so that a second row is impossible. */
  id: smallint().primaryKey().default(1),
  title: text().notNull(),
  author: text().notNull(),
  license: text().notNull(),
  url: text().notNull(),
  createdAt: createdAt(),
});

/** What the data set says about a word. */
export const quranGrammarWords = pgTable(
  "quran_grammar_words",
  {
    surah: smallint().notNull(),
    verse: smallint().notNull(),
    position: smallint().notNull(),
    root: text(),
    lemma: text(),
    partOfSpeech: text(),
    features: jsonb().$type<{ name: string; value: string }[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.surah, table.verse, table.position] }),
    index("quran_grammar_words_root").on(table.root),
  ],
);
