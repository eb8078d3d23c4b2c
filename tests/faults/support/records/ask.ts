import pg from "pg";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import type { Market } from "../../../support/processes/market.ts";

/** Queries the database from outside the server. */
export async function ask<Found extends pg.QueryResultRow>(
  { dataDir }: Market,
  statement: string,
): Promise<Found[]> {
  const { url } = await attachEmbeddedPostgres(dataDir);
  const client = new pg.Client(url);
  // The server that runs the database may be killed at any moment; the query then rejects.
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Found>(statement)).rows;
  } finally {
    await client.end();
  }
}
