import { sql } from "drizzle-orm";
import type { Db } from "./connection.ts";

/**
 * Changes to one teacher's weekly times, slots and classes alike, take turns until their
 * transactions end: two that overlap row by row would otherwise wait for each other.
 */
export async function lockTeacherTimes(tx: Db, teacherId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${teacherId}, 0))`);
}
