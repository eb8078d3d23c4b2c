import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { sendNoticeDigests } from "./notice-digests.ts";

export function defineNoticeJob(context: Context): JobDefinition {
  return defineJob({
    name: "notice-digests",
    retryLimit: 0,
    cron: "* * * * *",
    handle: () => sendNoticeDigests(context),
  });
}
