import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";

// An arbitrary number, which must be the same in all processes and versions.
const lockSpace = 6_120_974n;

/**
 * Serializes changes to one email address until the transaction ends. Its sign-ups, codes and
 * account refer to each other, and locking their rows in different orders could cause a deadlock.
 */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, ${lockSpace}))`);
}
