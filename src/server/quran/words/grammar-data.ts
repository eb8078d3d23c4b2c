/**
 * The roots and grammar that the operator has imported. Without them, nothing is known about roots.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import type { WordRef } from "#lib/quran/words/word-key.ts";
import type { WordGrammar } from "#lib/quran/words/words.responses.ts";
import type { Db } from "../../db/connection.ts";
import { quranGrammarSources, quranGrammarWords } from "../../db/tables/quran-grammar.table.ts";
import { transact } from "../../db/transact.ts";
import type { GrammarFile } from "./grammar-file.ts";

/** A statement can have at most 65,535 parameters. */
const rowsPerStatement = 5_000;

/**
 * Replaces the data set. Until the new one is stored completely, readers see the previous one, on
 * other servers too.
 */
export async function replaceGrammar(db: Db, { source, words }: GrammarFile): Promise<void> {
  await transact(db, async (tx) => {
    await clear(tx);
    for (let start = 0; start < words.length; start += rowsPerStatement) {
      await tx.insert(quranGrammarWords).values(words.slice(start, start + rowsPerStatement));
    }
    await tx.insert(quranGrammarSources).values(source);
  });
}

/** @returns whether there was a data set. */
export function removeGrammar(db: Db): Promise<boolean> {
  return transact(db, clear);
}

/** Concurrent imports run one after the other. Readers don't wait. */
async function clear(tx: Db): Promise<boolean> {
  await tx.execute(sql`lock table ${quranGrammarSources} in share row exclusive mode`);
  await tx.delete(quranGrammarWords);
  const removed = await tx.delete(quranGrammarSources).returning({ id: quranGrammarSources.id });
  return removed.length > 0;
}

export async function readGrammar(
  db: Db,
  { surah, verse, position }: WordRef,
): Promise<WordGrammar> {
  const [row] = await db
    .select()
    .from(quranGrammarSources)
    .leftJoin(
      quranGrammarWords,
      and(
        eq(quranGrammarWords.surah, surah),
        eq(quranGrammarWords.verse, verse),
        eq(quranGrammarWords.position, position),
      ),
    );
  if (!row) return { grammar: null, source: null };
  const { title, author, license, url } = row.quran_grammar_sources;
  const found = row.quran_grammar_words;
  return {
    grammar: found && {
      root: found.root,
      lemma: found.lemma,
      partOfSpeech: found.partOfSpeech,
      features: found.features,
    },
    source: { title, author, license, url },
  };
}

/** The words that share a word's root, in the order of the Quran; none if the root isn't known. */
export async function listWordsOfRoot(db: Db, word: WordRef): Promise<WordRef[]> {
  const { grammar } = await readGrammar(db, word);
  if (!grammar?.root) return [];
  const { surah, verse, position } = quranGrammarWords;
  return db
    .select({ surah, verse, position })
    .from(quranGrammarWords)
    .where(eq(quranGrammarWords.root, grammar.root))
    .orderBy(asc(surah), asc(verse), asc(position));
}
