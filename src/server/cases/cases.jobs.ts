import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { releaseHeldFiles } from "../media/held-files.ts";
import { deleteOldCases, releaseFilesJob } from "./retention.ts";
import { postUrgentCase, urgentCaseJob } from "./urgent.ts";

export function defineCaseJobs(context: Context): JobDefinition[] {
  return [
    defineJob<{ caseId: string }>({
      name: urgentCaseJob,
      retryLimit: 100,
      retryDelayMax: 60,
      handle: ({ caseId }) => postUrgentCase(context, caseId),
    }),
    defineJob({
      name: "case-retention",
      retryLimit: 2,
      cron: "35 3 * * *",
      handle: () => deleteOldCases(context),
    }),
    defineJob<{ keys: string[] }>({
      name: releaseFilesJob,
      retryLimit: 20,
      handle: ({ keys }) => releaseHeldFiles(context, keys),
    }),
  ];
}
