/** Renders a page for the cache, independently of any client's connection. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { inject } from "light-my-request";

/** Answers a request, like Astro's handler and the API's listener. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

export interface RenderHead {
  status: number;
  headers: OutgoingHttpHeaders;
}

export interface RenderOptions {
  handler: Handler;
  /** Path and query. */
  url: string;
  /** The host that the page sees, whatever the client sent. */
  host: string;
  requestId: string;
  accept: string;
}

/**
 * Requests a page from the handler without cookies. A client that reads slowly or disconnects doesn't
 * delay or break it. Rejects if the handler stops halfway.
 *
 * @param onHead called once, when status and headers are known.
 * @param onChunk called for every part of the body as it arrives.
 */
export async function renderPage(
  { handler, url, host, requestId, accept }: RenderOptions,
  onHead: (head: RenderHead) => void,
  onChunk: (chunk: Buffer) => void,
): Promise<{ head: RenderHead; body: Buffer }> {
  const response = await inject((req, res) => void handler(req, res), {
    method: "GET",
    url,
    headers: { host, accept, "x-request-id": requestId, "user-agent": "halaqa-front" },
    payloadAsStream: true,
  });
  const head = { status: response.statusCode, headers: { ...response.headers } };
  onHead(head);
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    onChunk(chunk);
  }
  return { head, body: Buffer.concat(chunks) };
}
