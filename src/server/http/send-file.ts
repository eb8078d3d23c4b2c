import type { Context as HonoContext } from "hono";
import type { StoredFile } from "../providers/files.ts";
import type { AppEnv } from "./app-env.ts";
import { readRange, sliceStream } from "./byte-range.ts";
import { streamFile } from "./stream-file.ts";

interface SentFile {
  file: StoredFile;
  contentType: string;
  headers: Record<string, string>;
}

/** Answers with a stored file that pages show or play, or with the requested part of it. */
export async function sendFile(
  c: HonoContext<AppEnv>,
  { file, contentType, headers: more }: SentFile,
): Promise<Response> {
  const headers = { ...more, "Accept-Ranges": "bytes", "X-Content-Type-Options": "nosniff" };
  const range = readRange(c.req.header("range"), file.bytes);
  if (range === "unsatisfiable") {
    return c.body(null, 416, { ...headers, "Content-Range": `bytes */${file.bytes}` });
  }
  const part = range ?? { start: 0, end: file.bytes - 1 };
  const bytes = part.end - part.start + 1;
  const status = range ? 206 : 200;
  const described = {
    ...headers,
    "Content-Type": contentType,
    "Content-Length": String(bytes),
    "Content-Disposition": "inline",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ...(range && { "Content-Range": `bytes ${part.start}-${part.end}/${file.bytes}` }),
  };
  // Nothing would consume or close the stream of a HEAD request.
  if (c.req.method === "HEAD") return c.body(null, status, described);
  const whole = await file.read();
  const stream = range ? sliceStream(whole, part) : whole;
  return c.body(streamFile({ stream, bytes }), status, described);
}
