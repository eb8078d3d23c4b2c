/** Mails about messages: what is unread, and what guardians should see. */
import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { mailDigests } from "./digest.ts";
import { mailGuardianCopies } from "./guardian-copies.ts";

export function defineMessageJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "message-mails",
      retryLimit: 0,
      cron: "* * * * *",
      async handle() {
        await mailDigests(context);
        await mailGuardianCopies(context);
      },
    }),
  ];
}
