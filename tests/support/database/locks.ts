/** Locks that make the requests of a test wait in the database. */
import { onTestFinished } from "vitest";
import type { TestApp } from "../app.ts";

/** Takes a lock on a separate connection. @returns a function that releases it. */
export async function hold({ database }: TestApp, lock: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query("begin");
  // On a busy machine, the requests of a test take longer than the pool lets a transaction idle.
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query(lock);
  let isFree = false;
  const free = async () => {
    if (isFree) return;
    isFree = true;
    try {
      await client.query("commit");
    } finally {
      client.release();
    }
  };
  onTestFinished(free);
  return free;
}

/** How many connections wait for a lock. */
export async function countWaiting({ database }: TestApp): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::integer as number from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].number;
}
