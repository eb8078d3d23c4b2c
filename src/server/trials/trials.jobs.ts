import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { endPastTrials } from "./cancel-trial.ts";
import { remindOfTrials } from "./remind-of-trials.ts";

const everyMinute = { retryLimit: 0, cron: "* * * * *" };

/** Jobs that free the slots of past lessons and send reminders of upcoming ones. */
export function defineTrialJobs(context: Context): JobDefinition[] {
  return [
    defineJob({ name: "past-trials", ...everyMinute, handle: () => endPastTrials(context) }),
    defineJob({ name: "trial-reminders", ...everyMinute, handle: () => remindOfTrials(context) }),
  ];
}
