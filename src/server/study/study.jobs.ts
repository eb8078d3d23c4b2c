import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { purgeDeletedItems } from "./purge.ts";

export function defineStudyJob(context: Context): JobDefinition {
  return defineJob({
    name: "study-purge",
    retryLimit: 2,
    cron: "40 3 * * *",
    handle: () => purgeDeletedItems(context),
  });
}
