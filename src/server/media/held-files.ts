/**
 * Files that cases keep as evidence. As long as something shows a file, cases share it. When its owner
 * replaces or deletes it, a copy is kept under a name that only the console opens, until no case needs
 * it.
 */
import { buffer } from "node:stream/consumers";
import { inArray, or, sql } from "drizzle-orm";
import type { FrozenEvidence } from "#lib/cases/case-evidence.responses.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { caseEvidence } from "../db/tables/cases.table.ts";
import type { StoredFile } from "../providers/files.ts";
import { deleteImage } from "./stored-image.ts";

// An arbitrary number, which must be the same in all processes and versions.
const heldFiles = 7_402_611n;

const imagePath = /^\/media\/(upl_\w+\.webp)$/;

/** The key in the URL of an uploaded image. */
export const readImageKey = (url: string | null): string | undefined =>
  imagePath.exec(url ?? "")?.[1];

const heldKey = (key: string): string => `held_${key}`;

/** The format of a file that evidence names: an image or a recording. */
export const fileType = (key: string): "audio/wav" | "image/webp" =>
  key.endsWith(".wav") ? "audio/wav" : "image/webp";

/** The keys of the files that evidence names. */
export function listFiles(content: FrozenEvidence): string[] {
  if (content.kind === "introduction" || content.kind === "picture") {
    return content.key ? [content.key] : [];
  }
  const urls = content.kind === "profile" ? [content.imageUrl] : [];
  if (content.kind === "course") urls.push(...(content.imageUrls ?? []));
  return urls.flatMap((url) => readImageKey(url) ?? []);
}

/**
 * Until the transaction ends, files that rows name aren't deleted. Call it before reading the rows
 * that evidence is copied from: the file could otherwise be replaced and deleted before the case
 * exists.
 */
export async function keepFiles(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${heldFiles}::bigint)`);
}

/** Which of the files the evidence of cases names, including the cases that are being opened. */
async function findNamed(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { content } = caseEvidence;
  const urls = keys.map((key) => `/media/${key}`);
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${heldFiles}::bigint)`);
    return tx
      .select({ content })
      .from(caseEvidence)
      .where(
        or(
          inArray(sql`${content} ->> 'imageUrl'`, urls),
          inArray(sql`${content} ->> 'key'`, [...keys]),
          sql`${content} -> 'imageUrls' ?| ${sql.param(urls)}::text[]`,
        ),
      );
  });
  return new Set(rows.flatMap((row) => listFiles(row.content)));
}

/**
 * Deletes files that nothing shows anymore, with the copies of images. Missing files are ignored.
 * What evidence names can then be opened only with `openHeldFile`.
 */
export async function retireFiles(
  context: Pick<Context, "db" | "files">,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const named = await findNamed(context.db, keys);
  const held = keys.filter((key) => named.has(key));
  for (const key of held) await copyAside(context, key);
  for (const key of keys) await deleteImage(context, key);
  // The cases may have been deleted in the meantime, and some files were never shown elsewhere.
  await releaseHeldFiles(context, keys);
}

async function copyAside({ files }: Pick<Context, "files">, key: string): Promise<void> {
  const file = await files.find(key);
  if (file) await files.put(heldKey(key), await buffer(await file.read()), fileType(key));
}

/** Keeps a file that only cases show. Release it if no case names it after all. */
export const holdFile = (
  { files }: Pick<Context, "files">,
  key: string,
  content: Uint8Array,
): Promise<void> => files.put(heldKey(key), content, fileType(key));

/** Deletes the kept copies that no case needs anymore. */
export async function releaseHeldFiles(
  { db, files }: Pick<Context, "db" | "files">,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const named = await findNamed(db, keys);
  for (const key of keys) {
    if (!named.has(key)) await files.delete(heldKey(key));
  }
}

/** The file of a case, wherever it is. Callers decide who may open it. */
export async function openHeldFile(
  { files }: Pick<Context, "files">,
  key: string,
): Promise<StoredFile | undefined> {
  return (await files.find(key)) ?? files.find(heldKey(key));
}
