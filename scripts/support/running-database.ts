/** Finds the database for commands that work while the site is running. */
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { StartError } from "./environment.ts";

/**
 * The URL of the PostgreSQL server in DATABASE_URL, or of the embedded database of the instance that
 * runs on DATA_DIR.
 *
 * @throws StartError if no instance is running on the data folder.
 */
export async function findRunningDatabase(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  try {
    return (await attachEmbeddedPostgres(env.DATA_DIR || ".data")).url;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
