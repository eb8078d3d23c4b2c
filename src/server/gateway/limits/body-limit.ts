/** Limits the size of request bodies. Larger ones are rejected before they are read completely. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes, maxUploadBytes } from "#lib/media/media.ts";
import { type Refusal, refusals } from "../refusal.ts";
import { type BodyBudget, createBodyBudget } from "./body-budget.ts";

const uploadPaths = new Set([
  "/api/media/upload/single",
  "/api/vetting/documents",
  "/api/introductions/recording",
  "/contact/message",
]);
/** Paths that contain an ID. */
const evidencePath = /^\/api\/(connect|staff\/payments\/[^/]+)\/disputes\/[^/]+\/files$/;
// The additional size of a multipart form, including the fields besides the file.
const formOverhead = 64 * 1024;

/**
 * The maximum number of chunks in a body. Each chunk takes hundreds of bytes of memory regardless
 * of its size, so a body of a few megabytes in chunks of one byte would take a gigabyte.
 */
const maxPieces = (bytes: number): number => 1_000 + bytes / 128;

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

export interface BodyQuestion {
  path: string;
  /** The client address. Each address has a share of the bytes that a process can hold. */
  address: string;
  /**
   * False if the request is rejected regardless of its body, which then isn't read if its length is
   * announced.
   */
  isWanted: boolean;
}

/**
 * Reads a request's body before the request is handled, so that slow clients don't occupy a
 * handler. Passes it on as `rawBody`, which the API's listener expects, and as `body`, which Astro
 * expects.
 *
 * @returns the reason if the request is rejected; undefined if it is accepted; `gone` if the client
 * disconnected.
 */
export type ReadBody = (
  req: IncomingMessage & { rawBody?: Buffer | undefined; body?: Buffer | undefined },
  res: ServerResponse,
  question: BodyQuestion,
) => Promise<Refusal | "gone" | undefined>;

export function createBodyReader(budget: BodyBudget = createBodyBudget()): ReadBody {
  return async (req, res, { path, address, isWanted }) => {
    const isUpload = uploadPaths.has(path) || evidencePath.test(path);
    const limit = isUpload ? maxUploadBytes + formOverhead : maxBodyBytes;
    const tooLarge = isUpload ? refusals.uploadTooLarge : refusals.tooLarge;
    const length = req.headers["content-length"];
    // The announced length is reliable, because the parser enforces it.
    if (length !== undefined && Number(length) > limit) return tooLarge;
    if (length !== undefined && !isWanted) return undefined;
    if (req.headers.expect !== undefined) res.writeContinue();
    const body = await collect(req, res, { limit, address, budget });
    if (body === "gone") return "gone";
    if (body === "too large") return tooLarge;
    if (body === "too many pieces") return refusals.tooManyPieces;
    if (body === "no room") return refusals.noRoom;
    req.body = req.rawBody = body;
    // Clients that don't read the response would otherwise keep the body in memory.
    onEnd(res, () => {
      req.body = req.rawBody = undefined;
    });
    return undefined;
  };
}

interface Bounds {
  limit: number;
  address: string;
  budget: BodyBudget;
}

type Failure = "too large" | "too many pieces" | "no room" | "gone";

function collect(
  req: IncomingMessage,
  res: ServerResponse,
  { limit, address, budget }: Bounds,
): Promise<Buffer | Failure> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    const end = (outcome: Buffer | Failure) => {
      req.off("data", take).off("end", finish).off("close", leave).off("error", leave);
      chunks = [];
      if (!Buffer.isBuffer(outcome)) share.release();
      resolve(outcome);
    };
    const share = budget.open(address, () => end("no room"));
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) return end("too large");
      chunks.push(chunk);
      if (chunks.length > maxPieces(bytes)) return end("too many pieces");
      share.add(chunk.length);
    };
    const finish = () => {
      share.complete();
      onEnd(res, share.release);
      end(Buffer.concat(chunks));
    };
    const leave = () => end("gone");
    req.on("data", take).once("end", finish).once("close", leave).once("error", leave);
  });
}

/**
 * Calls back once the handler has ended the response, even if it hasn't been sent, or once the
 * client is gone.
 */
function onEnd(res: ServerResponse, callback: () => void): void {
  const end = res.end.bind(res) as (...values: unknown[]) => ServerResponse;
  res.end = ((...values: unknown[]) => {
    callback();
    return end(...values);
  }) as typeof res.end;
  res.once("close", callback);
}
