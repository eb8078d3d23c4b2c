import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { sendLettersJob } from "./letter-status.ts";
import { deleteOldDeliveries } from "./retention.ts";
import { sendLetters } from "./send-letters.ts";

export function defineLetterJobs(context: Context): JobDefinition[] {
  return [
    // A separate kind of job, so that no other email waits behind a letter. It runs every minute,
    // because the rate is counted in minutes, and continues what a stopped process left unfinished.
    defineJob({
      name: sendLettersJob,
      retryLimit: 0,
      cron: "* * * * *",
      handle: () => sendLetters(context),
    }),
    defineJob({
      name: "letters-purge",
      retryLimit: 3,
      cron: "20 3 * * *",
      handle: () => deleteOldDeliveries(context.db),
    }),
  ];
}
