/**
 * Deletes expired account data and counters of limits, so that no personal data is stored longer than
 * needed.
 */
import { lt, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import {
  oneTimeCodes,
  resetTokens,
  sessions,
  signingKeys,
  signUps,
} from "../db/tables/accounts.table.ts";
import { rateLimits } from "../db/tables/rate-limits.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { sessionIdleMs } from "./sessions/session-token.ts";

const day = 24 * 60 * 60 * 1000;

export function defineAccountJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "accounts-purge",
      retryLimit: 3,
      cron: "*/15 * * * *",
      handle: () => purgeAccounts(context),
    }),
  ];
}

/**
 * Deletes expired sign-ups, codes, tokens, keys and counters, and sessions one day after they ended.
 */
export async function purgeAccounts({ db }: Context): Promise<void> {
  const now = Date.now();
  const before = (age: number) => new Date(now - age);
  await db.delete(signUps).where(lt(signUps.expiresAt, before(0)));
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, before(0)));
  await db.delete(resetTokens).where(lt(resetTokens.expiresAt, before(0)));
  await db
    .delete(sessions)
    .where(
      or(
        lt(sessions.expiresAt, before(day)),
        lt(sessions.lastUsedAt, before(sessionIdleMs + day)),
        lt(sessions.revokedAt, before(day)),
      ),
    );
  await db.delete(signingKeys).where(lt(signingKeys.retiresAt, before(2 * day)));
  await db.delete(rateLimits).where(lt(rateLimits.expire, now));
}
