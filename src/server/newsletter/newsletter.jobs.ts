import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { purgeNewsletterRequests } from "./newsletter.ts";

export function defineNewsletterJob(context: Context): JobDefinition {
  return defineJob({
    name: "newsletter-purge",
    retryLimit: 3,
    cron: "10 * * * *",
    handle: () => purgeNewsletterRequests(context),
  });
}
