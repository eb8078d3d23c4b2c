import { lt, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { livePageFollowers, raisedHands } from "../db/tables/live-pages.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { mailDueRecaps } from "./recap.mails.ts";

/** Emails the recaps of classes that are over. */
export function defineRecapJob(context: Context): JobDefinition {
  return defineJob({
    name: "class-recaps",
    retryLimit: 0,
    cron: "*/5 * * * *",
    handle: () => mailDueRecaps(context),
  });
}

/** Removes who was there and whose hand was raised, which matter only during the class. */
export function defineLivePageJob({ db }: Context): JobDefinition {
  return defineJob({
    name: "live-page-cleanup",
    retryLimit: 2,
    cron: "50 3 * * *",
    handle: async () => {
      const yesterday = sql`now() - interval '1 day'`;
      await db.delete(livePageFollowers).where(lt(livePageFollowers.seenAt, yesterday));
      await db.delete(raisedHands).where(lt(raisedHands.raisedAt, yesterday));
    },
  });
}
