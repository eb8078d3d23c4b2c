/**
 * Pieces of text as the body of an answer. A failure cuts the answer off, so that half a document
 * never looks whole.
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
