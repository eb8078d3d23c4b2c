import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { endPastTrials } from "./end-trial.ts";

/** Opens the slots of lessons that are over, every minute. */
export function defineTrialsJob(context: Context): JobDefinition {
  return defineJob({
    name: "past-trials",
    retryLimit: 0,
    cron: "* * * * *",
    handle: () => endPastTrials(context),
  });
}
