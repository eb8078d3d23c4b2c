/** How much a request may send. Larger ones are refused before they are read whole. */
import type { IncomingMessage, ServerResponse } from "node:http";
import getRawBody from "raw-body";
import { maximumBodyBytes, maximumUploadBytes } from "#lib/media/media.ts";
import { type Refusal, refusals } from "./refusal.ts";

const uploadPaths = new Set(["/api/media/upload/single", "/contact/message"]);
// What a multipart form adds to its one file, its other fields included.
const formOverhead = 64 * 1024;

/** Whether the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/**
 * Looks at a request's body before anybody reads it. An announced length is believed, since the
 * parser enforces it. A body without one is read here, up to the limit, and handed on as
 * `rawBody`, which the API's listener understands, and as `body`, which Astro does.
 *
 * @returns why the request is refused; undefined when it may pass; `gone` when the client left.
 */
export async function checkBody(
  req: IncomingMessage & { rawBody?: Buffer; body?: Buffer },
  res: ServerResponse,
  path: string,
): Promise<Refusal | "gone" | undefined> {
  const isUpload = uploadPaths.has(path);
  const limit = isUpload ? maximumUploadBytes + formOverhead : maximumBodyBytes;
  const tooLarge = isUpload ? refusals.uploadTooLarge : refusals.tooLarge;
  const length = req.headers["content-length"];
  if (length !== undefined && Number(length) > limit) return tooLarge;
  if (req.headers.expect !== undefined) res.writeContinue();
  if (length !== undefined) return undefined;
  try {
    req.body = req.rawBody = await getRawBody(req, { limit });
    return undefined;
  } catch (error) {
    return (error as { type?: unknown }).type === "entity.too.large" ? tooLarge : "gone";
  }
}
