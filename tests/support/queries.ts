/** Counting what a call asks of the database. */
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
