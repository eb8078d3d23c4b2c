/** Limits the size of request bodies. Larger ones are refused before they are read completely. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes, maxUploadBytes } from "#lib/media/media.ts";
import { type BodyBudget, createBodyBudget } from "./body-budget.ts";
import { type Refusal, refusals } from "./refusal.ts";

const uploadPaths = new Set(["/api/media/upload/single", "/contact/message"]);
// What a multipart form adds to its one file, including the other fields.
const formOverhead = 64 * 1024;

/**
 * Into how many pieces a body may be cut. Each piece takes hundreds of bytes of memory however small
 * it is, so that a body of a few megabytes in pieces of one byte each would take a gigabyte.
 */
const maxPieces = (bytes: number): number => 1_000 + bytes / 128;

/** Whether the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

export interface BodyQuestion {
  path: string;
  /** The client's address. Addresses share what a process can hold. */
  address: string;
  /** False if the request is refused no matter what it sends. An announced body isn't read then. */
  isWanted: boolean;
}

/**
 * Reads a request's body before anything handles it, so that a client that sends slowly keeps nothing
 * busy. Passes it on as `rawBody`, which the API's listener understands, and as `body`, which Astro
 * understands.
 *
 * @returns the reason if the request is refused; undefined if it may pass; `gone` if the client left.
 */
export type ReadBody = (
  req: IncomingMessage & { rawBody?: Buffer; body?: Buffer },
  res: ServerResponse,
  question: BodyQuestion,
) => Promise<Refusal | "gone" | undefined>;

export function createBodyReader(budget: BodyBudget = createBodyBudget()): ReadBody {
  return async (req, res, { path, address, isWanted }) => {
    const isUpload = uploadPaths.has(path);
    const limit = isUpload ? maxUploadBytes + formOverhead : maxBodyBytes;
    const tooLarge = isUpload ? refusals.uploadTooLarge : refusals.tooLarge;
    const length = req.headers["content-length"];
    // The announced length can be trusted, because the parser enforces it.
    if (length !== undefined && Number(length) > limit) return tooLarge;
    if (length !== undefined && !isWanted) return undefined;
    if (req.headers.expect !== undefined) res.writeContinue();
    const body = await collect(req, res, { limit, address, budget });
    if (body === "gone") return "gone";
    if (body === "too large") return tooLarge;
    if (body === "too many pieces") return refusals.tooManyPieces;
    if (body === "no room") return refusals.noRoom;
    req.body = req.rawBody = body;
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
      res.once("close", share.release);
      end(Buffer.concat(chunks));
    };
    const leave = () => end("gone");
    req.on("data", take).once("end", finish).once("close", leave).once("error", leave);
  });
}
