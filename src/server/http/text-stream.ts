/**
 * Streams chunks of text as a response body. An error aborts the stream, so that a partial document
 * never looks complete.
 */
export function toStream(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
}
