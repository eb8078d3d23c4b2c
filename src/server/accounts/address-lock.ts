import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";

// Any number will do, as long as every process of every version takes the same.
const lockSpace = 6_120_974n;

/**
 * Lets the changes around one address happen one after the other until the transaction ends: its
 * sign-ups, codes and account refer to each other, and would be locked in different orders.
 */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, ${lockSpace}))`);
}
