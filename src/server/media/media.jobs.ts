/** Deletes unused images: chosen in a form that was never submitted, replaced, or removed. */
import { inArray, lt } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { uploads } from "../db/tables/media.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { deleteUploads, selectUnused, unusedBatch, uploadUrl } from "./unused-uploads.ts";

/** A form may stay open for days before it is submitted with the image that was chosen in it. */
const keptUnusedMs = 7 * 24 * 60 * 60 * 1000;

const releaseJob = "media-release";

/** After the commit, deletes the images in the list that are no longer used. */
export async function releaseUploads(
  { jobs }: Pick<Context, "jobs">,
  tx: Db,
  urls: readonly string[],
): Promise<void> {
  if (urls.length > 0) await jobs.send(tx, releaseJob, { urls });
}

export function defineReleaseJob(context: Context): JobDefinition {
  return defineJob<{ urls: string[] }>({
    name: releaseJob,
    retryLimit: 20,
    async handle({ urls }) {
      await deleteUploads(context, await selectUnused(context, inArray(uploadUrl, urls)));
    },
  });
}

export function defineMediaJob(context: Context): JobDefinition {
  return defineJob({
    name: "media-purge",
    retryLimit: 3,
    cron: "40 3 * * *",
    handle: () => purgeUnusedUploads(context),
  });
}

/** Deletes uploads older than a week that no profile or course uses. */
export async function purgeUnusedUploads(context: Context): Promise<void> {
  const isOld = lt(uploads.createdAt, new Date(Date.now() - keptUnusedMs));
  for (;;) {
    const found = await selectUnused(context, isOld);
    await deleteUploads(context, found);
    if (found.length < unusedBatch) return;
  }
}
