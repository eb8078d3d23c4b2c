/** Renders a page for the cache, independently of any client's connection. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { inject } from "light-my-request";

/** Handles a request, like Astro's handler and the API's listener. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

export interface RenderHead {
  status: number;
  headers: OutgoingHttpHeaders;
}

export interface RenderOptions {
  handler: Handler;
  /** The path and the query. */
  url: string;
  /** The host that the page sees, regardless of what the client sent. */
  host: string;
  /** The client address that the page is rendered for, for example with its database connections. */
  address: string;
  requestId: string;
  accept: string;
}

/**
 * Requests a page from the handler without cookies. Clients that read slowly or disconnect can't
 * delay or abort the render. Rejects if the handler stops halfway.
 *
 * @param onHead called once, when the status and headers are known.
 * @param onChunk called for each chunk of the body as it arrives.
 */
export async function renderPage(
  { handler, url, host, address, requestId, accept }: RenderOptions,
  onHead: (head: RenderHead) => void,
  onChunk: (chunk: Buffer) => void,
): Promise<{ head: RenderHead; body: Buffer }> {
  const response = await inject((req, res) => void handler(req, res), {
    method: "GET",
    url,
    remoteAddress: address,
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
