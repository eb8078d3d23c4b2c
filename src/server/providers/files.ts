/** Stores images: in a local folder by default, or in S3 if configured. */
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { AppError } from "#lib/errors.ts";
import type { Config } from "../config/config.ts";

/**
 * Every method rejects with AppError `provider_unavailable` if the store fails or doesn't respond
 * in time.
 */
export interface FileStore {
  /** Writes a whole file. The key is a plain file name such as `upl_….webp`. */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** The file's content; undefined if the file doesn't exist. */
  get(key: string): Promise<Uint8Array | undefined>;
  delete(key: string): Promise<void>;
}

interface FileStoreOptions {
  /** The local folder, created when the first file is stored. */
  folder: string;
  /** If set, files are stored in S3 instead of the folder. */
  s3: Config["s3"];
}

/** Creates the configured store. Files are private, because only our own routes serve them. */
export function createFileStore({ folder, s3 }: FileStoreOptions): FileStore {
  const disk = s3
    ? openBucket(s3)
    : Promise.resolve(new Disk(new FSDriver({ location: folder, visibility: "private" })));
  // Callers of the store receive the error. This handler prevents an unhandled rejection before the
  // first call.
  disk.catch(() => {});
  return {
    async put(key, content, contentType) {
      await (await disk).put(key, content, { contentType }).catch(toUnavailable);
    },
    async get(key) {
      try {
        return await (await disk).getBytes(key);
      } catch (error) {
        if (isMissing(error)) return undefined;
        return toUnavailable(error);
      }
    },
    async delete(key) {
      await (await disk).delete(key).catch(toUnavailable);
    },
  };
}

/**
 * A full disk or an unavailable store isn't the fault of the person who uploads or views a picture.
 */
function toUnavailable(cause: unknown): never {
  const message = "Pictures are temporarily unavailable. Please try again soon.";
  throw new AppError("provider_unavailable", message, { retryAfter: 10, cause });
}

/** The S3 client is large, so it is imported only if it is used. */
async function openBucket(s3: NonNullable<Config["s3"]>): Promise<Disk> {
  const { S3Driver } = await import("flydrive/drivers/s3");
  const driver = new S3Driver({
    bucket: s3.bucket,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
    visibility: "private",
    // Most S3-compatible services don't support ACLs, and buckets are private by default.
    supportsACL: false,
    // By default, the client waits indefinitely. Responses are due within ten seconds.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 3_000,
      throwOnRequestTimeout: true,
    },
  });
  return new Disk(driver);
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof errors.E_CANNOT_READ_FILE)) return false;
  const cause = error.cause;
  if (!(cause instanceof Error)) return false;
  return cause.name === "NoSuchKey" || ("code" in cause && cause.code === "ENOENT");
}
