import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { connectRaw, type RawClient } from "./support/raw-client.ts";
import { setUpForFile } from "./support/shared-setup.ts";

let product: Product;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
  },
  async () => product?.stop(),
);

const requestLine = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n";
const jsonHeaders = `${requestLine}Content-Type: application/json\r\n`;

/**
 * Sends single bytes slowly for as long as the server accepts them. @returns the number of bytes
 * sent.
 */
async function dribble({ socket, closed }: RawClient, byte: string): Promise<number> {
  let sent = 0;
  let isOver = false;
  void closed.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (socket.writable) socket.write(byte);
    sent += 1;
    await Promise.race([closed, pause(250)]);
  }
  return sent;
}

describe("slow clients", () => {
  it("are disconnected, and /healthz responds in the meantime", async () => {
    const idle = await Promise.all(Array.from({ length: 200 }, () => connectRaw(product.url)));
    const headers = await Promise.all(Array.from({ length: 20 }, () => connectRaw(product.url)));
    const bodies = await Promise.all(Array.from({ length: 20 }, () => connectRaw(product.url)));
    for (const { socket } of headers) socket.write(`${requestLine}X-Slow: `);
    for (const { socket } of bodies) socket.write(`${jsonHeaders}Content-Length: 100000\r\n\r\n{`);

    const over = new AbortController();
    const health = new Set<number | string>();
    const watching = (async () => {
      while (!over.signal.aborted) {
        const answer = await product
          .call("GET", "/healthz", { signal: AbortSignal.timeout(5_000) })
          .catch((error: Error) => error.name);
        health.add(typeof answer === "string" ? answer : answer.status);
        await pause(100);
      }
    })();
    await Promise.all([
      ...idle.map(({ closed }) => closed),
      ...headers.map((client) => dribble(client, "a")),
      ...bodies.map((client) => dribble(client, " ")),
    ]);
    over.abort();
    await watching;
    expect([...health]).toEqual([200]);
    expect(new Set(headers.map((client) => client.status()))).toEqual(new Set([408]));
    expect(new Set(bodies.map((client) => client.status()))).toEqual(new Set([408]));
    report({
      fault: "200 idle connections, 20 with slow headers, 20 with slow bodies",
      times: "1",
      found: "all cut, the slow ones with 408; /healthz always 200",
    });
  });

  it.each([
    ["a Content-Length", "Content-Length: 100000000\r\n\r\n", (chunk: string) => chunk],
    [
      "no Content-Length",
      "Transfer-Encoding: chunked\r\n\r\n",
      (chunk: string) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
    ],
  ])(
    "get 413 for a large body with %s before it is read completely",
    async (name, header, wrap) => {
      const client = await connectRaw(product.url);
      client.socket.write(jsonHeaders + header);
      const chunk = " ".repeat(64 * 1024);
      const whole = 100_000_000;
      let sent = 0;
      while (client.status() === undefined && sent < whole && client.socket.writable) {
        sent += chunk.length;
        await new Promise<void>((resolve) => client.socket.write(wrap(chunk), () => resolve()));
      }
      client.socket.destroy();
      await client.closed;
      expect(client.status()).toBe(413);
      expect(sent).toBeLessThan(whole / 4);
      expect((await product.call("GET", "/readyz")).status).toBe(200);
      const found = `413 after ${Math.round(sent / 1024)} kB`;
      report({ fault: `a body of 100 MB with ${name}`, times: "1", found });
    },
  );
});
