/** Stores images: in a local folder by default, or in S3 if configured. */

import { once } from "node:events";
import type { Readable } from "node:stream";
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../config/config.ts";

const t = getTexts("media");

/**
 * Every method rejects with AppError `provider_unavailable` if the store fails or doesn't respond
 * in time.
 */
export interface FileStore {
  /** Writes a whole file. The key is a plain file name such as `upl_….webp`. */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Undefined if the file doesn't exist. */
  find(key: string): Promise<StoredFile | undefined>;
  delete(key: string): Promise<void>;
}

export interface StoredFile {
  bytes: number;
  /**
   * Reads the content as fast as the stream is consumed, so that a slow client doesn't keep the
   * whole file in memory. The stream must be consumed or destroyed.
   */
  read(): Promise<Readable>;
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

  // Responses are due within ten seconds. S3 may already have taken six of them. A folder responds
  // immediately unless the whole machine is busy, in which case it gets more time.
  const firstBytesMs = s3 ? 3_000 : 8_000;

  const open = async (key: string): Promise<Readable> => {
    const stream = await (await disk).getStream(key);
    // The error is reported to the reader. Between two reads, it must not crash the process.
    stream.on("error", () => {});
    try {
      // A file that can't be read must cause an error here, not in the middle of a response.
      await once(stream, "readable", { signal: AbortSignal.timeout(firstBytesMs) });
    } catch (error) {
      stream.destroy();
      throw error;
    }
    return stream;
  };

  return {
    async put(key, content, contentType) {
      await (await disk).put(key, content, { contentType }).catch(toUnavailable);
    },
    async find(key) {
      try {
        const { contentLength } = await (await disk).getMetaData(key);
        return { bytes: contentLength, read: () => open(key).catch(toUnavailable) };
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
  const message = t("server.unavailable");
  throw new AppError("provider_unavailable", message, { retryAfter: 10, cause });
}

/** By default, the S3 client opens 50 connections, and further requests wait. */
const maxSockets = 2_048;

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
      // A client that reads a picture slowly occupies a connection. The limit on unread responses
      // is reached first.
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
      connectionTimeout: 2_000,
      requestTimeout: 3_000,
      throwOnRequestTimeout: true,
    },
  });
  return new Disk(driver);
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof errors.E_CANNOT_GET_METADATA)) return false;
  const cause = error.cause;
  if (!(cause instanceof Error)) return false;
  return cause.name === "NotFound" || ("code" in cause && cause.code === "ENOENT");
}
