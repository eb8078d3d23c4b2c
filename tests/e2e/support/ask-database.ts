import pg from "pg";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import type { Site } from "./site.ts";

/** Runs a statement on the site's database, for what no page shows. @returns its rows. */
export async function askDatabase(site: Site, statement: string, ...values: string[]) {
  const { url } = await attachEmbeddedPostgres(site.dataDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
