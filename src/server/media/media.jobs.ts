/** Deletes unused images: chosen in a form that was never submitted, replaced, or removed. */
import { and, asc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { uploads } from "../db/tables/media.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { deleteImage } from "./stored-image.ts";

/** A form may stay open for days before it is submitted with the image that was chosen in it. */
const keptUnusedMs = 7 * 24 * 60 * 60 * 1000;
const batch = 500;

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
    if (found.length < batch) return;
  }
}

const uploadUrl = sql<string>`'/media/' || ${uploads.key}`;

interface Upload {
  id: string;
  key: string;
}

function selectUnused({ db }: Context, condition: SQL): Promise<Upload[]> {
  return db
    .select({ id: uploads.id, key: uploads.key })
    .from(uploads)
    .where(
      and(
        condition,
        sql`not exists (select 1 from ${profiles} where ${profiles.profileImageUrl} = ${uploadUrl})`,
        sql`not exists (select 1 from ${courses} where ${uploadUrl} = any (${courses.imageUrls}))`,
      ),
    )
    .orderBy(asc(uploads.createdAt))
    .limit(batch);
}

async function deleteUploads(context: Context, found: readonly Upload[]): Promise<void> {
  for (const { id, key } of found) {
    // Delete the files first: a row without files is found again, but files without a row never
    // are.
    await deleteImage(context, key);
    await context.db.delete(uploads).where(eq(uploads.id, id));
  }
}
