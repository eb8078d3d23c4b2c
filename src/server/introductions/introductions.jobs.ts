import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { introductions } from "../db/tables/introductions.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { retireFiles } from "../media/held-files.ts";
import { deleteRecordingsJob } from "./introductions.ts";

export function defineIntroductionJob(context: Context): JobDefinition {
  return defineJob<{ keys: string[] }>({
    name: deleteRecordingsJob,
    retryLimit: 20,
    async handle({ keys }) {
      for (const key of keys) {
        const isUsed = (await context.db.$count(introductions, eq(introductions.key, key))) > 0;
        if (!isUsed) await retireFiles(context, [key]);
      }
    },
  });
}
