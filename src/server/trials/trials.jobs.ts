import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { endPastTrials } from "./cancel-trial.ts";
import { remindOfTrials } from "./remind-of-trials.ts";

const everyMinute = { retryLimit: 0, cron: "* * * * *" };

/** Opens the slots of lessons that are over, and reminds of those to come. */
export function defineTrialJobs(context: Context): JobDefinition[] {
  return [
    defineJob({ name: "past-trials", ...everyMinute, handle: () => endPastTrials(context) }),
    defineJob({ name: "trial-reminders", ...everyMinute, handle: () => remindOfTrials(context) }),
  ];
}
