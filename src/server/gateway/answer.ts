/** A complete response in memory: its body in every encoding, and its headers. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import fresh from "fresh";
import type { SecurityHeaders } from "./security-headers.ts";
import type { Compressed } from "./static-files/compress.ts";
import { chooseEncoding, type Encoding } from "./static-files/encoding.ts";
import { maySendWhole, type Sendable, sendWhole } from "./static-files/send-whole.ts";
import { type Target, writeTarget } from "./target.ts";

export interface Answer {
  status: number;
  etag: string;
  variants: Record<Encoding, Sendable | undefined> & { identity: Sendable };
  /** The headers of a 304 response. */
  unchanged: readonly string[];
  /** The approximate size in memory, in bytes. */
  size: number;
}

export interface AnswerParts {
  status: number;
  /** Alternating names and values, without Content-Length, Content-Encoding, ETag and Vary. */
  headers: readonly string[];
  body: Buffer;
  /** Undefined if compression isn't worthwhile. */
  compressed?: Compressed | undefined;
}

/** All encodings share one weak ETag, because they decode to the same body. */
export function createAnswer({ status, headers, body, compressed }: AnswerParts): Answer {
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const shared = [...headers, "ETag", etag, ...(compressed ? ["Vary", "Accept-Encoding"] : [])];
  const variant = (bytes: Buffer, encoding: Encoding): Sendable => ({
    body: bytes,
    headers: [
      ...shared,
      ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
      "Content-Length",
      String(bytes.length),
    ],
  });
  return {
    status,
    etag,
    variants: {
      identity: variant(body, "identity"),
      br: compressed && variant(compressed.br, "br"),
      gzip: compressed && variant(compressed.gzip, "gzip"),
    },
    unchanged: withoutContentType(shared),
    size: body.length + (compressed ? compressed.br.length + compressed.gzip.length : 0) + 4_096,
  };
}

/** Sends the encoding that the client prefers, or 304 if the client already has the response. */
export function sendAnswer(req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  if (isUnchanged(req, answer)) {
    res.writeHead(304, answer.unchanged as string[]);
    res.end();
    return;
  }
  const { headers, body } = chooseVariant(req, answer);
  res.writeHead(answer.status, headers as string[]);
  if (req.method === "HEAD") res.end();
  else res.end(body);
}

/** Like `sendAnswer`, but several times as fast. Requires a response with no headers set. */
export function sendAnswerWhole(req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  const asUsual = isUnchanged(req, answer) || !maySendWhole(req, res);
  if (asUsual) sendAnswer(req, res, answer);
  else sendWhole(res, answer.status, chooseVariant(req, answer));
}

function chooseVariant({ headers }: IncomingMessage, { variants }: Answer): Sendable {
  return (
    variants[chooseEncoding(headers["accept-encoding"] as string | undefined)] ?? variants.identity
  );
}

function isUnchanged({ headers }: IncomingMessage, { status, etag }: Answer): boolean {
  return status === 200 && headers["if-none-match"] !== undefined && fresh(headers, { etag });
}

function withoutContentType(headers: readonly string[]): string[] {
  return headers.filter((_, index) => {
    const name = headers[index - (index % 2)];
    return name?.toLowerCase() !== "content-type";
  });
}

/** Redirects to the canonical path, without a trailing slash. */
export function redirectToPlainPath(
  security: SecurityHeaders,
  res: ServerResponse,
  { path, query }: Target,
): void {
  // A regular expression for trailing slashes would backtrack at every run of slashes, which takes
  // a second for long paths.
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  const location = writeTarget({ path: path.slice(0, end), query });
  res.writeHead(308, [
    ...security.common,
    "Content-Security-Policy",
    security.dataPolicy,
    "Location",
    location,
    "Content-Length",
    "0",
  ]);
  res.end();
}
