import { and, eq, sql } from "drizzle-orm";
import { findReportedHourCycle } from "#lib/time/hour-cycle.ts";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";

/** Stores the hour cycle that the person's browser reports, so that emails have the same times. */
export async function storeHourCycle(
  { db }: Context,
  userId: string,
  cookies: string | undefined,
): Promise<void> {
  const hourCycle = findReportedHourCycle(cookies);
  if (!hourCycle) return;
  const isNew = sql`${users.hourCycle} is distinct from ${hourCycle}`;
  await db
    .update(users)
    .set({ hourCycle })
    .where(and(eq(users.id, userId), isNew));
}
