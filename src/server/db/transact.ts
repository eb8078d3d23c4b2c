import type { Db } from "./connection.ts";
import { isLostRace } from "./failures.ts";

const maxTries = 5;

/**
 * Runs a transaction and retries it if it loses a conflict with another one. `work` may run more
 * than once, so it must have no side effects outside the database.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!isLostRace(error) || tries === maxTries) throw error;
    }
  }
}
