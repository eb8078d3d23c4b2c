/** Removes pictures that nothing shows: chosen in a form that was never sent, or replaced. */
import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { courses } from "../courses/courses.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { profiles } from "../people/people.table.ts";
import { uploads } from "./media.table.ts";
import { deleteImage } from "./stored-image.ts";

/** A form may stay open for days before it is sent with the picture that was chosen in it. */
const keptUnusedMs = 7 * 24 * 60 * 60 * 1000;
const batch = 500;

export function defineMediaJob(context: Context): JobDefinition {
  return defineJob({
    name: "media-purge",
    retryLimit: 3,
    cron: "40 3 * * *",
    handle: () => purgeUnusedUploads(context),
  });
}

/** Deletes uploads of more than a week ago that neither a profile nor a course shows. */
export async function purgeUnusedUploads(context: Context): Promise<void> {
  const { db } = context;
  const url = sql`'/media/' || ${uploads.key}`;
  const unused = and(
    lt(uploads.createdAt, new Date(Date.now() - keptUnusedMs)),
    sql`not exists (select 1 from ${profiles} where ${profiles.profileImageUrl} = ${url})`,
    sql`not exists (select 1 from ${courses} where ${url} = any (${courses.imageUrls}))`,
  );
  for (;;) {
    const found = await db
      .select({ id: uploads.id, key: uploads.key })
      .from(uploads)
      .where(unused)
      .orderBy(asc(uploads.createdAt))
      .limit(batch);
    for (const { id, key } of found) {
      // The files first: a row without files is found again, files without a row never.
      await deleteImage(context, key);
      await db.delete(uploads).where(eq(uploads.id, id));
    }
    if (found.length < batch) return;
  }
}
