import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

interface FileBody {
  stream: Readable;
  /** The length that the response states. */
  bytes: number;
  /** How long the next chunk may take, in milliseconds. */
  patienceMs?: number;
}

/**
 * The stream as the body of a response. `Readable.toWeb` throws an uncaught error if the client
 * disconnects while a chunk is on its way, and `ReadableStream.from` doesn't close the file if the
 * client disconnects before the first one.
 *
 * If the store stops sending, or sends a different length than it stated, the connection is closed:
 * the client would otherwise wait forever, or read the next response as part of the file.
 */
export function streamFile({
  stream,
  bytes,
  patienceMs = 10_000,
}: FileBody): ReadableStream<Uint8Array> {
  const chunks = stream.iterator();
  let left = bytes;
  const readNext = async () => {
    const { done, value } = await readInTime(chunks, patienceMs);
    left -= done ? 0 : value.byteLength;
    if (left < 0 || (done && left > 0)) {
      throw new Error("A stored file has another length than stated");
    }
    return done ? undefined : value;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const chunk = await readNext();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      } catch (error) {
        stream.destroy();
        throw error;
      }
    },
    cancel: () => void stream.destroy(),
  });
}

/**
 * The next chunk. The time that a slow client takes doesn't count, because it doesn't request a
 * chunk then.
 */
async function readInTime(chunks: AsyncIterator<Buffer>, patienceMs: number) {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const late = sleep(patienceMs, undefined, { signal }).then(() => {
      throw new Error("A file store stopped sending a file");
    });
    return await Promise.race([chunks.next(), late]);
  } finally {
    waiting.abort();
  }
}
