import type { Db } from "./connection.ts";
import { isLostRace } from "./failures.ts";

const maxTries = 5;

/**
 * Runs a transaction and retries it if it loses against another one. `work` may run more than once, so
 * it must do nothing but work on the database.
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
