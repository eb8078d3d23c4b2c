import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { deleteDocumentsJob, discardUpload, discardUploadJob } from "./documents.ts";
import { endDueVerifications, remindOfExpiry } from "./expiry.ts";

/** Verifications end with their last day in UTC, so the first job of a day ends them. */
export function defineVettingJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "end-verifications",
      retryLimit: 3,
      cron: "1 * * * *",
      async handle() {
        await endDueVerifications(context);
        await remindOfExpiry(context);
      },
    }),
    defineJob<{ keys: string[] }>({
      name: deleteDocumentsJob,
      retryLimit: 20,
      async handle({ keys }) {
        for (const key of keys) await context.files.delete(key);
      },
    }),
    defineJob<{ key: string }>({
      name: discardUploadJob,
      retryLimit: 20,
      handle: ({ key }) => discardUpload(context, key),
    }),
  ];
}
