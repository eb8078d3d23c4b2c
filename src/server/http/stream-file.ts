import type { Readable } from "node:stream";

/**
 * The stream as the body of a response. `Readable.toWeb` throws an uncaught error if the client
 * disconnects while a chunk is on its way, and `ReadableStream.from` doesn't close the file if the
 * client disconnects before the first one.
 */
export function streamFile(stream: Readable): ReadableStream<Uint8Array> {
  const chunks = stream.iterator();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void stream.destroy(),
  });
}
