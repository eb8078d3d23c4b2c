/**
 * No client can keep so many request bodies in memory that there is no room for those of others.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { expect, onTestFinished, test, vi } from "vitest";
import { exchange, startGateway } from "../../support/gateway.ts";

const megabyte = 1024 * 1024;

/** An API with an endless event stream, and a call that records the size of each body. */
const streaming = () => {
  const bodies: number[] = [];
  const api = new Hono()
    .get("/api/events", (c) =>
      streamSSE(c, async (stream) => {
        await stream.writeSSE({ data: "ready" });
        await new Promise<void>((resolve) => stream.onAbort(resolve));
      }),
    )
    .post("/api/echo", async (c) => {
      bodies.push((await c.req.arrayBuffer()).byteLength);
      return c.text("received");
    });
  return { api, bodies };
};

/** Opens a connection that is closed after the test. */
async function open(port: number, localAddress = "127.0.0.1") {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  // The server closes connections to which the client is still writing.
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  return { socket, answer: () => answer };
}

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
const getEvents = "GET /api/events HTTP/1.1\r\nHost: a\r\n\r\n";

test("bodies that are sent after an event stream leave room for those of other clients", async () => {
  const { api, bodies } = streaming();
  const { url, port } = await startGateway({ api });
  const body = Buffer.alloc(megabyte);
  const open13 = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const connection = await open(port, "127.0.0.66");
      connection.socket.write(getEvents);
      await vi.waitFor(() => expect(connection.answer()).toContain("ready"));
      for (let i = 0; i < 13; i += 1) {
        connection.socket.write(post("/api/echo", body.length));
        connection.socket.write(body);
      }
      return connection.socket;
    }),
  );
  await vi.waitFor(
    () => expect(open13.every(({ destroyed }) => destroyed) || bodies.length >= 60).toBe(true),
    { timeout: 120_000 },
  );
  const answer = await fetch(`${url}/api/echo`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(200);
  expect(bodies).toEqual([2]);
});

test("an event stream announces that its connection closes, and a further request closes it", async () => {
  const { port } = await startGateway(streaming());
  const { socket, answer } = await open(port);
  socket.write(getEvents);
  await vi.waitFor(() => expect(answer()).toContain("ready"));
  expect(answer()).toMatch(/\r\nconnection: close\r\n/i);
  socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(socket, "close");
  expect(answer().match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test("an event stream closes its connection if other requests are already waiting behind it", async () => {
  const { port } = await startGateway(streaming());
  const { socket } = await open(port);
  const closed = once(socket, "close");
  socket.write(`${getEvents}GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
  await closed;
});

test.each([
  ["with a Content-Length", "Content-Length: 2\r\n\r\n{}"],
  ["in chunks", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"],
])("a body %s that arrives before an earlier response is sent is rejected", async (_, body) => {
  const { api, bodies } = streaming();
  const { port } = await startGateway({ api, pages: (_req, res) => res.end("page") });
  const answer = await exchange(
    port,
    `GET /page HTTP/1.1\r\nHost: a\r\n\r\nPOST /api/echo HTTP/1.1\r\nHost: a\r\n${body}`,
  );
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
  expect(statuses).toEqual(["200", "429"]);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(bodies).toEqual([]);
});

test("bodies can be sent one after another on one connection", async () => {
  const { api, bodies } = streaming();
  const { port } = await startGateway({ api });
  const { socket, answer } = await open(port);
  for (let sent = 1; sent <= 50; sent += 1) {
    socket.write(`${post("/api/echo", 2)}{}`);
    await vi.waitFor(() => expect(answer().match(/received/g)).toHaveLength(sent), { interval: 1 });
  }
  expect(bodies).toHaveLength(50);
});

test("a body makes room once it is handled, even if the client doesn't read the response", async () => {
  const handled: number[] = [];
  const large = Buffer.alloc(20 * megabyte);
  const { port } = await startGateway({
    pages: (req, res) => {
      handled.push((req as { body?: Buffer }).body?.length ?? 0);
      res.end(large);
    },
  });
  const body = Buffer.alloc(5_000_000);
  for (let i = 1; i <= 20; i += 1) {
    const { socket } = await open(port, `127.0.0.${100 + i}`);
    socket.pause();
    socket.write(post("/contact/message", body.length));
    socket.write(body);
    await vi.waitFor(() => expect(handled).toHaveLength(i), { timeout: 60_000 });
  }
  expect(new Set(handled)).toEqual(new Set([body.length]));
});

test("the uploads from one address leave room for those from others, even when complete", async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const handled: string[] = [];
  const { port } = await startGateway({
    pages: async (req, res) => {
      handled.push(req.socket.remoteAddress ?? "");
      await promise;
      res.end("page");
    },
  });
  const body = Buffer.alloc(5_000_000);
  const send = async (address: string) => {
    const connection = await open(port, address);
    connection.socket.write(post("/contact/message", body.length));
    connection.socket.write(body);
    return connection;
  };
  const greedy = await Promise.all(Array.from({ length: 14 }, () => send("127.0.0.66")));
  const refused = () => greedy.filter(({ answer }) => answer().startsWith("HTTP/1.1 429 "));
  // Six of these pages are handled at a time, while the bodies of the others are held.
  await vi.waitFor(() => expect(refused()).toHaveLength(8), { timeout: 60_000 });
  const others = await Promise.all([send("127.0.0.9"), send("127.0.0.10")]);
  finish();
  for (const { answer } of others) {
    await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1.1 200 /), { timeout: 60_000 });
  }
  expect(handled).toHaveLength(8);
});
