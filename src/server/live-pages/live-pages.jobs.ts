import { lt, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { livePageFollowers, raisedHands } from "../db/tables/live-pages.table.ts";
import { transact } from "../db/transact.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { mailDueRecaps } from "./recap/recap.mails.ts";
import { deleteFollowers } from "./stream/presences.ts";

/** Emails the recaps of classes that have ended. */
export function defineRecapJob(context: Context): JobDefinition {
  return defineJob({
    name: "class-recaps",
    retryLimit: 0,
    cron: "*/5 * * * *",
    handle: () => mailDueRecaps(context),
  });
}

/** Removes presences and raised hands, which matter only during the class. */
export function defineLivePageJob({ db }: Context): JobDefinition {
  return defineJob({
    name: "live-page-cleanup",
    retryLimit: 2,
    cron: "50 3 * * *",
    handle: async () => {
      const yesterday = sql`now() - interval '1 day'`;
      await transact(db, (tx) => deleteFollowers(tx, lt(livePageFollowers.seenAt, yesterday)));
      const old = lt(raisedHands.raisedAt, yesterday);
      await transact(db, (tx) => tx.delete(raisedHands).where(old));
    },
  });
}
