/** Stores images: in a local folder by default, in S3 by configuration. */
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { AppError } from "#lib/errors.ts";
import type { Config } from "../config/config.ts";

/** Each rejects with AppError `provider_unavailable` when the store can't do it, in time. */
export interface FileStore {
  /** Writes a whole file. The key is a plain name such as `upl_….webp`. */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** The file's content, or undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  delete(key: string): Promise<void>;
}

interface FileStoreOptions {
  /** The local folder; made with the first file. */
  folder: string;
  /** Takes the folder's place. */
  s3: Config["s3"];
}

/** The store of a configuration. Files are private: only our own routes serve them. */
export function createFileStore({ folder, s3 }: FileStoreOptions): FileStore {
  const disk = s3
    ? openBucket(s3)
    : Promise.resolve(new Disk(new FSDriver({ location: folder, visibility: "private" })));
  // The store's callers get the error; there may be none yet.
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

/** A full disk or an unavailable store isn't the fault of the person who sends or views a picture. */
function toUnavailable(cause: unknown): never {
  const message = "Pictures are temporarily unavailable. Please try again soon.";
  throw new AppError("provider_unavailable", message, { retryAfter: 10, cause });
}

/** Loads the S3 client only where it is used: it is large. */
async function openBucket(s3: NonNullable<Config["s3"]>): Promise<Disk> {
  const { S3Driver } = await import("flydrive/drivers/s3");
  const driver = new S3Driver({
    bucket: s3.bucket,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
    visibility: "private",
    // Most services that speak S3 know no access lists; buckets are private of themselves.
    supportsACL: false,
    // By default the client would wait forever. People get a response within ten seconds.
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
