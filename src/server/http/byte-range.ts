/** Serves parts of files, because Safari plays no sound without them. */
import { Readable } from "node:stream";

export interface ByteRange {
  /** The first byte. */
  start: number;
  /** The last byte. */
  end: number;
}

/**
 * The part that a `Range` header requests. Undefined if the whole file must be sent: without the
 * header, for several parts at once, and for invalid headers.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** The bytes of the range. The store reads only whole files, which are small here. */
export function sliceStream(stream: Readable, { start, end }: ByteRange): Readable {
  return Readable.from(slice(stream, start, end), { objectMode: false });
}

async function* slice(stream: Readable, start: number, end: number) {
  let at = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end + 1 - at, chunk.length);
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.length;
    // Leaving the loop destroys the stream.
    if (at > end) return;
  }
}
