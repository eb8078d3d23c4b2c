/** Counting what a call asks of the database. */
import pg from "pg";
import { vi } from "vitest";
import type { TestDatabase } from "./database.ts";

/** How many statements run on the pool while `action` does. Nothing else may use it meanwhile. */
export async function countQueries(
  { pool }: TestDatabase,
  action: () => Promise<unknown>,
): Promise<number> {
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  // Each statement outside of a transaction takes a connection for itself.
  pool.on("acquire", count);
  await action();
  pool.off("acquire", count);
  if (statements === 0) throw new Error("The action asked the database nothing");
  return statements;
}

/** How many statements run while `action` does, those of transactions and of every pool included. */
export async function countStatements(action: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await action();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
