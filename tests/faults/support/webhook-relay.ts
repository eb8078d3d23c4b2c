/** Receives and keeps the provider's events in place of the product. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface KeptEvent {
  id: string;
  path: string;
  body: Buffer;
  headers: Record<string, string>;
}

export interface WebhookRelay {
  /** The URL to which the provider delivers events. */
  url: string;
  /** The received events, in order. */
  kept: KeptEvent[];
  close(): Promise<void>;
}

/** Answers every event with 200, so that the provider considers it delivered. */
export async function startWebhookRelay(): Promise<WebhookRelay> {
  const kept: KeptEvent[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => /signature|^content-type$/.test(name)),
    ) as Record<string, string>;
    const { id } = JSON.parse(body.toString()) as { id: string };
    kept.push({ id, path: request.url ?? "", body, headers });
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    kept,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Delivers an event to a server, with its original body and signature. @returns the response's
 * status.
 */
export async function deliver(
  { path, body, headers }: Omit<KeptEvent, "id">,
  url: string,
): Promise<number> {
  const init = { method: "POST", headers, body: new Uint8Array(body) };
  const answer = await fetch(url + path, init);
  await answer.body?.cancel();
  return answer.status;
}
