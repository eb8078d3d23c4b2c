/** Images that nothing shows: chosen in a form that was never submitted, replaced, or removed. */
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { uploads } from "../db/tables/media.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { retireFiles } from "./held-files.ts";

/** The maximum number that `selectUnused` returns. */
export const unusedBatch = 500;

/**
 * How many unused images each person can have. Their files take up to 5 MB each, and a week's
 * uploads within the hourly limit would take 30 GB.
 */
export const maxUnusedUploads = 40;

export const uploadUrl = sql<string>`'/media/' || ${uploads.key}`;

interface Upload {
  id: string;
  key: string;
}

/** The oldest unused images that match the condition. */
export function selectUnused({ db }: Context, condition: SQL): Promise<Upload[]> {
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
    .limit(unusedBatch);
}

/**
 * Deletes the person's oldest unused images, so that one more stays within the limit. Looks only at
 * the person's own profile and courses, because nothing else can show the person's images.
 */
export async function makeRoomForUpload(context: Context, userId: string): Promise<void> {
  const { db } = context;
  const isOwn = eq(uploads.userId, userId);
  if ((await db.$count(uploads, isOwn)) < maxUnusedUploads) return;
  const shown = sql`(
    select ${profiles.profileImageUrl} as url from ${profiles} where ${profiles.userId} = ${userId}
    union all
    select unnest(${courses.imageUrls}) from ${courses}
    join ${profiles} on ${profiles.id} = ${courses.teacherId}
    where ${profiles.userId} = ${userId}
  )`;
  const surplus = await db
    .select({ id: uploads.id, key: uploads.key })
    .from(uploads)
    .where(and(isOwn, sql`not exists (select from ${shown} as shown where url = ${uploadUrl})`))
    .orderBy(desc(uploads.createdAt), desc(uploads.id))
    .offset(maxUnusedUploads - 1)
    .limit(unusedBatch);
  await deleteUploads(context, surplus);
}

export async function deleteUploads(context: Context, found: readonly Upload[]): Promise<void> {
  // Delete the files first: a row without files is found again, but files without a row never are.
  await retireFiles(
    context,
    found.map(({ key }) => key),
  );
  for (const { id } of found) await context.db.delete(uploads).where(eq(uploads.id, id));
}
