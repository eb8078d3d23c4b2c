/** Brings a database to the newest schema. */
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

// Any number will do, as long as it never changes: processes of all versions meet on it.
const lock = 7_248_153;

/**
 * Runs the migrations that the database lacks. Processes that start together wait for the first
 * one, and find nothing left to do. A migration may take its time: the pool's limits don't apply.
 *
 * @throws Error with the migration's cause; when the role may not create extensions, what to do.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = new pg.Client({
    ...pool.options,
    statement_timeout: false,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    await runMigrations(drizzle(client), { migrationsFolder });
  } catch (error) {
    throw explain(error);
  } finally {
    // Closing the connection gives the lock back.
    await client.end();
  }
}

const extensionProblems = new Set([
  "42501", // insufficient privilege
  "58P01", // the extension's files are missing
  "0A000", // the extension is not available
]);

function explain(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    if (extensionProblems.has(code) && /extension/i.test(`${cause.message} ${String(error)}`)) {
      return new Error(
        `The extensions btree_gist, pg_trgm and unaccent could not be created: ${cause.message}. They are trusted and belong to every PostgreSQL distribution: give the role the right with 'GRANT CREATE ON DATABASE … TO …', or let an administrator create them once, and start again.`,
        { cause: error },
      );
    }
  }
  return error;
}
