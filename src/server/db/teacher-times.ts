import { sql } from "drizzle-orm";
import type { Db } from "./connection.ts";

/**
 * Serializes changes to one teacher's weekly times (slots and classes) until their transactions
 * end. Two overlapping changes could otherwise deadlock.
 */
export async function lockTeacherTimes(tx: Db, teacherId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${teacherId}, 0))`);
}
