import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { type Leave, leaveMailJob, mailUnlessRestored } from "./leave-mail.ts";

/** Sends the emails about free seats that students left, once leaving can't be undone anymore. */
export function defineLeaveMailJob(context: Context): JobDefinition {
  return defineJob<Leave>({
    name: leaveMailJob,
    retryLimit: 10,
    handle: (leave) => mailUnlessRestored(context, leave),
  });
}
