import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { purgeContactMessages } from "./contact.ts";

export function defineContactJob(context: Context): JobDefinition {
  return defineJob({
    name: "contact-purge",
    retryLimit: 3,
    cron: "20 3 * * *",
    handle: () => purgeContactMessages(context),
  });
}
