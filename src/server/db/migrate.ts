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
 * @throws the failure of the migration; where the role or the server lacks something, an Error
 * that tells what to do.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = new pg.Client({
    ...pool.options,
    lock_timeout: 0,
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

const extensions = "btree_gist, pg_trgm and unaccent";

/** What a database administrator can do about the error, where that is known. */
function explain(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const advice = "code" in cause ? advise(cause.code) : undefined;
    if (!advice) continue;
    return new Error(`The database can't be set up: ${cause.message}. ${advice}`, { cause: error });
  }
  return error;
}

function advise(code: unknown): string | undefined {
  if (code === "42501") {
    return `The role needs to own the database ('ALTER DATABASE … OWNER TO …'). That is enough for the extensions ${extensions} too, which are trusted; an administrator may also create them beforehand.`;
  }
  if (code === "58P01" || code === "0A000") {
    return `The server must offer the extensions ${extensions}, which come with every PostgreSQL distribution, in some as a package named 'contrib'.`;
  }
  return undefined;
}
