import { lt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { usedAppContexts } from "../db/tables/zoom-app.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";

/** Deletes used contexts that have expired, because an expired context is rejected anyway. */
export function defineZoomAppJob({ db }: Context): JobDefinition {
  return defineJob({
    name: "zoom-app-cleanup",
    retryLimit: 2,
    cron: "*/30 * * * *",
    handle: async () => {
      await db.delete(usedAppContexts).where(lt(usedAppContexts.expiresAt, new Date()));
    },
  });
}
