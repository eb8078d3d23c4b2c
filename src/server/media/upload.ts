import { eq } from "drizzle-orm";
import { AppError, fieldError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { uploadMessages } from "#lib/media/media.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { newId } from "../db/id.ts";
import { uploads } from "../db/tables/media.table.ts";
import { createFairQueue } from "../fair-queue.ts";
import { requireClient } from "../http/client-abort.ts";
import type { Limit } from "../rate-limits.ts";
import { encodeImage, tooManyPictures } from "./image.ts";
import { copyKey, deleteImage } from "./stored-image.ts";
import { makeRoomForUpload } from "./unused-uploads.ts";

const perUser: Limit = { name: "upload-user", points: 60, duration: 60 * 60 };
const contentType = "image/webp";

/** Only one form of each person is in memory at a time. */
const turns = createFairQueue({
  concurrency: 200,
  concurrencyPerSource: 1,
  maxWaiting: 600,
  maxWaitingPerSource: 6,
  refuse: tooManyPictures,
});

/**
 * Counts an upload of the actor, and reads and stores it after the actor's earlier ones.
 * @param signal aborted when the client disconnects.
 * @throws AppError `rate_limited`, before anything is read. An `AbortError` if the client
 * disconnected.
 */
export async function takeUploadTurn<Result>(
  { limits }: Context,
  actor: Actor,
  signal: AbortSignal,
  upload: () => Promise<Result>,
): Promise<Result> {
  await limits.consume(perUser, actor.userId);
  return turns.run(actor.userId, () => {
    requireClient(signal);
    return upload();
  });
}

/**
 * Re-encodes an image of the actor and stores it under a generated name.
 * @param signal aborted when the client disconnects.
 * @returns the path under which the site serves it.
 * @throws AppError `invalid_input` if the bytes aren't an acceptable image, `rate_limited`,
 * `unauthenticated`, `provider_unavailable`. No file is kept after an error.
 */
export async function uploadImage(
  context: Context,
  actor: Actor,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<{ url: string }> {
  const image = await encodeImage(bytes, { source: actor.userId, signal });
  if (!image) throw wrongType();
  await makeRoomForUpload(context, actor.userId);
  const id = newId("upl");
  const key = `${id}.webp`;
  const files = [
    { key, content: image.content },
    ...image.copies.map(({ width, content }) => ({ key: copyKey(key, width), content })),
  ];
  // Insert the row first, so that files left by a crash or an unavailable store are found and
  // purged.
  await context.db.insert(uploads).values({
    id,
    userId: actor.userId,
    key,
    bytes: image.content.byteLength,
    width: image.width,
    height: image.height,
  });
  try {
    for (const file of files) await context.files.put(file.key, file.content, contentType);
    // Deleting the account in the meantime also deletes the row, so the stored files must be
    // deleted too.
    if ((await context.db.$count(uploads, eq(uploads.id, id))) === 0) {
      throw new AppError("unauthenticated", generalMessages.unauthenticated);
    }
  } catch (error) {
    // Not awaited, because an unavailable store would delay the response.
    void discard(context, { id, key });
    throw error;
  }
  return { url: `/media/${key}` };
}

async function discard(context: Context, { id, key }: { id: string; key: string }): Promise<void> {
  try {
    await deleteImage(context, key);
    await context.db.delete(uploads).where(eq(uploads.id, id));
  } catch (error) {
    context.log.warn({ err: error, key }, "A partially stored image will be purged later");
  }
}

export function wrongType(): AppError {
  return fieldError("invalid_input", "file", uploadMessages.wrongType);
}
