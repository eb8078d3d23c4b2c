import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { uploadMessages } from "#lib/media/media.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { uploads } from "../db/tables/media.table.ts";

const path = /^\/media\/([\w-]+\.webp)$/;

/** The key in an image URL of this site. Undefined for all other URLs. */
function readKey(ownOrigins: readonly string[], url: string): string | undefined {
  const origin = ownOrigins.find((own) => url.startsWith(`${own}/`)) ?? "";
  return path.exec(url.slice(origin.length))?.[1];
}

/**
 * Checks image URLs and returns them as they are stored, without an origin.
 *
 * @param existing URLs that are accepted regardless of who uploaded them.
 * @throws AppError `invalid_input` that names `field` if one isn't an upload of the actor.
 */
export async function requireOwnUploads(
  { db, config }: Pick<Context, "db" | "config">,
  actor: Actor,
  urls: readonly string[],
  field: string,
  existing: readonly string[] = [],
): Promise<string[]> {
  const keys = urls.map((url) => readKey(config.ownOrigins, url) ?? "");
  const fresh = keys.filter((key) => !existing.includes(`/media/${key}`));
  if (fresh.length > 0) {
    const found = await db
      .select({ key: uploads.key })
      .from(uploads)
      .where(and(eq(uploads.userId, actor.userId), inArray(uploads.key, fresh)));
    const own = new Set(found.map(({ key }) => key));
    if (fresh.some((key) => !own.has(key))) {
      const message = uploadMessages.uploadFirst;
      throw new AppError("invalid_input", message, { fields: [{ field, message }] });
    }
  }
  return keys.map((key) => `/media/${key}`);
}
