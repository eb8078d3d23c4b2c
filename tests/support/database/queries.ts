/** Counts the queries of a call. */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { vi } from "vitest";
import type { TestDatabase } from "./database.ts";

/** The action for which the current code runs. */
const counted = new AsyncLocalStorage<unknown>();

/**
 * Counts the statements that run on the pool during `action`. Nothing else may use the pool at that
 * time.
 */
export async function countQueries(
  { pool }: TestDatabase,
  action: () => Promise<unknown>,
): Promise<number> {
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  // Each statement outside a transaction acquires its own connection.
  pool.on("acquire", count);
  await action();
  pool.off("acquire", count);
  if (statements === 0) throw new Error("The action ran no statements");
  return statements;
}

/**
 * Counts the statements that `action` causes, including those in transactions and on every pool.
 * Independent work such as the job queue isn't counted.
 */
export async function countStatements(action: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  const run = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...input: unknown[]
  ) {
    if (counted.getStore() === action) statements += 1;
    return Reflect.apply(run, this, input);
  });
  try {
    await counted.run(action, action);
    return statements;
  } finally {
    spy.mockRestore();
  }
}
