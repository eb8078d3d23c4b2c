/** A slow connection: pages of the reader arrive in two parts. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Piecewise {
  url: string;
  /** Sends the rest of the page. */
  sendRest(): void;
  close(): Promise<void>;
}

/**
 * Serves the site, and holds back everything after the first occurrence of `lastSent` in a page.
 */
export async function servePiecewise(siteUrl: string, lastSent: string): Promise<Piecewise> {
  const rest = Promise.withResolvers<void>();
  const server: Server = createServer(async (request, response) => {
    const answer = await fetch(`${siteUrl}${request.url}`);
    const type = answer.headers.get("content-type") ?? "";
    response.writeHead(answer.status, { "content-type": type });
    const body = Buffer.from(await answer.arrayBuffer());
    const end = type.startsWith("text/html") ? body.indexOf(lastSent) : -1;
    if (end < 0) {
      response.end(body);
      return;
    }
    const cut = end + Buffer.byteLength(lastSent);
    response.write(body.subarray(0, cut));
    await rest.promise;
    response.end(body.subarray(cut));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendRest: rest.resolve,
    async close() {
      rest.resolve();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
