/** A finished answer in memory: its bytes in every encoding, and the headers that go with them. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import fresh from "fresh";
import type { Compressed } from "./compress.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";

interface Variant {
  headers: readonly string[];
  body: Buffer;
}

export interface Answer {
  status: number;
  etag: string;
  variants: { identity: Variant; br: Variant | undefined; gzip: Variant | undefined };
  /** Headers of a 304. */
  unchanged: readonly string[];
  /** Bytes that the answer holds in memory, roughly. */
  size: number;
}

export interface AnswerParts {
  status: number;
  /** Names and values in turn. Neither length, encoding, ETag nor Vary. */
  headers: readonly string[];
  body: Buffer;
  /** Absent where compressing doesn't pay. */
  compressed?: Compressed | undefined;
}

/** Every variant has the same weak tag: what they decode to is the same. */
export function createAnswer({ status, headers, body, compressed }: AnswerParts): Answer {
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const shared = [...headers, "ETag", etag, ...(compressed ? ["Vary", "Accept-Encoding"] : [])];
  const variant = (bytes: Buffer, encoding: Encoding) => ({
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

/** Sends the variant that the client prefers, or 304 when it has the answer already. */
export function sendAnswer(req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  if (answer.status === 200 && isUnchanged(req, answer.etag)) {
    res.writeHead(304, answer.unchanged as string[]);
    res.end();
    return;
  }
  const { identity, ...compressed } = answer.variants;
  const encoding = chooseEncoding(req.headers["accept-encoding"] as string | undefined);
  const chosen = (encoding === "identity" ? undefined : compressed[encoding]) ?? identity;
  res.writeHead(answer.status, chosen.headers as string[]);
  if (req.method === "HEAD") res.end();
  else res.end(chosen.body);
}

function isUnchanged(req: IncomingMessage, etag: string): boolean {
  return req.headers["if-none-match"] !== undefined && fresh(req.headers, { etag });
}

function withoutContentType(headers: readonly string[]): string[] {
  return headers.filter((_, index) => {
    const name = headers[index - (index % 2)];
    return name?.toLowerCase() !== "content-type";
  });
}
