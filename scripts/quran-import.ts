/**
 * `npm run quran:import -- FILE`: replaces the data set of roots and grammar, and `-- --remove`
 * removes it. docs/quran-data.md describes the format. Works while servers are running, on the
 * PostgreSQL server in DATABASE_URL or on the embedded database of the instance that runs on
 * DATA_DIR.
 */
import { existsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { createDatabase, createPool, type Db } from "#server/db/connection.ts";
import { removeGrammar, replaceGrammar } from "#server/quran/words/grammar-data.ts";
import { InvalidGrammarFileError, readGrammarFile } from "#server/quran/words/grammar-file.ts";
import { loadWordIndex } from "#server/quran/words/word-index.ts";
import { StartError } from "./support/environment.ts";
import { findRunningDatabase } from "./support/running-database.ts";

const usage = "Usage: npm run quran:import -- FILE, or npm run quran:import -- --remove";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { remove: { type: "boolean", default: false } },
});
const [path] = positionals;
if (existsSync(".env")) process.loadEnvFile(".env");
if (values.remove && positionals.length === 0) await withDatabase(remove);
else if (path && positionals.length === 1 && !values.remove) await importFile(path);
else refuse(usage);

/** The whole file is checked before the database is opened. */
async function importFile(path: string): Promise<void> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    return refuse(`There is no file ${path}.`);
  }
  const index = await loadWordIndex();
  try {
    const file = await readGrammarFile(readLines(path), index);
    await withDatabase(async (db) => {
      await replaceGrammar(db, file);
      const { title, license } = file.source;
      console.log(`Imported ${file.words.length} words of "${title}" (${license}).`);
    });
  } catch (error) {
    if (!(error instanceof InvalidGrammarFileError)) throw error;
    refuse(`${path} was not imported.\n${error.message}`);
  }
}

/** Lines that arrive before anything reads them would be lost, so the file is opened only here. */
async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path);
  yield* file.readLines();
}

async function remove(db: Db): Promise<void> {
  console.log(
    (await removeGrammar(db)) ? "Removed the data set." : "There was no data set to remove.",
  );
}

/** Refuses if no instance is running on the data folder. */
async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  let url: string;
  try {
    url = await findRunningDatabase();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return refuse(error.message);
  }
  const pool = createPool(url, { log: pino({ level: "warn" }), max: 1 });
  try {
    await work(createDatabase(pool));
  } finally {
    await pool.end();
  }
}

function refuse(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
