/** Migrates a database to the current schema. */
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { connectAlone } from "./connection.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

// An arbitrary number that must never change, because processes of all versions use the same lock.
const lock = 7_248_153;

/**
 * Runs pending migrations. If several processes start at the same time, the first one migrates, and
 * the others wait for it. The pool's timeouts don't apply to migrations.
 *
 * @throws the error of the migration, or an Error with instructions if the role or the server
 * doesn't meet the requirements.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await connectAlone({
    ...pool.options,
    lock_timeout: 0,
    statement_timeout: false,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    await runMigrations(drizzle(client), { migrationsFolder });
    // A new filter of the catalog changes the stored data of every listed course.
    await client.query("select list_courses_anew()");
  } catch (error) {
    throw explain(error);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

const extensions = "btree_gist, pg_trgm and unaccent";

/** Returns an error with instructions for a database administrator, if the cause is known. */
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
