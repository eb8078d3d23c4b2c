import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { exchange, kept, sendPage, startGateway } from "../../support/gateway.ts";

const megabyte = 1024 * 1024;

/** Records how much of each body arrived. */
const counting = () => {
  const bodies: number[] = [];
  const count = async (c: { req: { arrayBuffer(): Promise<ArrayBuffer> } }) => {
    bodies.push((await c.req.arrayBuffer()).byteLength);
    return Response.json({ received: bodies.at(-1) });
  };
  const api = new Hono().post("/api/echo", count).post("/api/media/upload/single", count);
  api.onError((_, c) => c.json({ success: false }, 400));
  return { api, bodies };
};

const streamed = (bytes: number): RequestInit => ({
  method: "POST",
  body: new ReadableStream({
    start(controller) {
      for (let sent = 0; sent < bytes; sent += 64 * 1024) {
        controller.enqueue(new Uint8Array(Math.min(64 * 1024, bytes - sent)));
      }
      controller.close();
    },
  }),
  // @ts-expect-error the types of the platform lack it
  duplex: "half",
});

test("a body of one megabyte is accepted with and without a Content-Length", async () => {
  const { api } = counting();
  const { url } = await startGateway({ api });
  const announced = await fetch(`${url}/api/echo`, {
    method: "POST",
    body: new Uint8Array(megabyte),
  });
  expect(await announced.json()).toEqual({ received: megabyte });
  const counted = await fetch(`${url}/api/echo`, streamed(megabyte));
  expect(await counted.json()).toEqual({ received: megabyte });
});

test("a larger body with a Content-Length is rejected before any of it is read", async () => {
  const { api, bodies } = counting();
  const { port } = await startGateway({ api });
  const answer = await exchange(
    port,
    `POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${megabyte + 1}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toContain('{"success":false,"status":"error","message":');
  expect(bodies).toEqual([]);
});

test("a larger body without a Content-Length is rejected once it is too long", async () => {
  const { api, bodies } = counting();
  const { url } = await startGateway({ api });
  const answer = await fetch(`${url}/api/echo`, streamed(3 * megabyte));
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ success: false, status: "error" });
  expect(bodies).toEqual([]);
});

test("a client that sends everything before it reads still gets the rejection", async () => {
  const { url } = await startGateway(counting());
  const answer = await fetch(`${url}/api/echo`, {
    method: "POST",
    body: new Uint8Array(20 * megabyte),
  });
  expect(answer.status).toBe(413);
});

test("an upload may have five megabytes plus the form around it", async () => {
  const { api } = counting();
  const { url } = await startGateway({ api });
  const upload = (bytes: number) =>
    fetch(`${url}/api/media/upload/single`, { method: "POST", body: new Uint8Array(bytes) });
  expect((await upload(5 * megabyte + 1_000)).status).toBe(200);
  const refused = await upload(6 * megabyte);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ message: "File size should not exceed 5MB" });
});

test("the form with a picture may be as large as an upload, and the error states the limit", async () => {
  const { url } = await startGateway({ pages: (_req, res) => res.end("read") });
  const send = (bytes: number) =>
    fetch(`${url}/contact/message`, { method: "POST", body: new Uint8Array(bytes) });
  expect((await send(5 * megabyte + 1_000)).status).toBe(200);
  const refused = await send(6 * megabyte);
  expect(refused.status).toBe(413);
  const page = await refused.text();
  expect(page).toContain("<h1>File size should not exceed 5MB</h1>");
  expect(page).toContain("choose a smaller image");
});

test("a page has the same limit as the API and reads no body", async () => {
  const { url } = await startGateway();
  const post = async (init: RequestInit) => (await fetch(`${url}/dashboard`, init)).status;
  expect(await post({ method: "POST", body: new Uint8Array(2 * megabyte) })).toBe(413);
  expect(await post(streamed(2 * megabyte))).toBe(413);
  expect(await post({ method: "POST", body: "small" })).toBe(405);
  expect(await post({ method: "DELETE" })).toBe(405);
});

test("a client that sends Expect: 100-continue is rejected before it sends the body", async () => {
  const { api, bodies } = counting();
  const { port } = await startGateway({ api });
  const ask = (length: number, body: string) =>
    exchange(
      port,
      `POST /api/echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
  expect(await ask(2 * megabyte, "")).toMatch(/^HTTP\/1.1 413 /);
  expect(await ask(5, "hello")).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  expect(bodies).toEqual([5]);
});

const impatient = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };

test("headers and bodies that never end are rejected with 408", async () => {
  const { port } = await startGateway({ ...counting(), limits: impatient });
  const [headers, body] = await Promise.all([
    exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow:"),
    exchange(port, "POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf"),
  ]);
  expect(headers).toMatch(/^HTTP\/1.1 408 /);
  expect(headers).toContain("nosniff");
  expect(body).toMatch(/^HTTP\/1.1 408 /);
});

test("hundreds of slow clients do not affect other clients", async () => {
  const { url, port } = await startGateway();
  const slow: Socket[] = [];
  for (let i = 0; i < 400; i += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write("POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");
    slow.push(socket);
  }
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) });
  expect(answer.status).toBe(200);
  for (const socket of slow) socket.destroy();
});

/** Sends the head of a request and only the given part of its body. */
async function startSending(port: number, head: string, part: Uint8Array | string = "") {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  socket.write(head);
  socket.write(part);
  return { socket, answer: () => answer };
}

test.each([
  ["announced", "Content-Length: 1000"],
  [
    "announced, for the form with a picture",
    "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000",
  ],
  ["unannounced", "Transfer-Encoding: chunked"],
])("a form with a slow body, %s, does not delay other pages", async (_, header) => {
  const posted: string[] = [];
  const { url, port } = await startGateway({
    pages: async (req, res) => {
      if (req.method === "POST") {
        posted.push(req.url ?? "");
        for await (const _chunk of req);
      }
      res.end("page");
    },
  });
  const slow = [];
  for (let i = 0; i < 260; i += 1) {
    const head = `POST /contact/message HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`;
    slow.push(await startSending(port, head));
  }
  const answer = await fetch(`${url}/courses?search=word`);
  expect(answer.status).toBe(200);
  expect(posted).toEqual([]);
  for (const { socket } of slow) socket.destroy();
});

test("an upload and a form without a Content-Length arrive completely", async () => {
  const { api } = counting();
  const { url } = await startGateway({
    api,
    pages: (req, res) => res.end(String((req as { body?: Buffer }).body?.length)),
  });
  const upload = await fetch(`${url}/api/media/upload/single`, streamed(4 * megabyte));
  expect(await upload.json()).toEqual({ received: 4 * megabyte });
  const form = await fetch(`${url}/contact/message`, streamed(4 * megabyte));
  expect(await form.text()).toBe(String(4 * megabyte));
  const announced = await fetch(`${url}/contact/message`, { method: "POST", body: "name=a" });
  expect(await announced.text()).toBe("6");
});

test("unfinished bodies cannot fill the memory: the largest are dropped, and small calls succeed", async () => {
  const { api } = counting();
  const { url, port } = await startGateway({ api });
  const head =
    "POST /api/media/upload/single HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\n";
  const part = new Uint8Array(4_900_000);
  const large: Awaited<ReturnType<typeof startSending>>[] = [];
  for (let i = 0; i < 16; i += 1) large.push(await startSending(port, head, part));
  const refused = () => large.filter(({ answer }) => answer().startsWith("HTTP/1.1 429 "));
  await vi.waitFor(() => expect(refused().length).toBeGreaterThanOrEqual(3), { timeout: 60_000 });
  expect(refused()[0]?.answer()).toMatch(/\r\nretry-after: 5\r\n/i);
  const small = await fetch(`${url}/api/echo`, { method: "POST", body: "{}" });
  expect(await small.json()).toEqual({ received: 2 });
  expect(refused().length).toBeLessThan(16);
  for (const { socket } of large) socket.destroy();
});

test("a limited number of requests may be pipelined, and they are answered in order", async () => {
  const { port } = await startGateway({ pages: (req, res) => res.end(`<${req.url}>`) });
  const ahead = Array.from({ length: 12 }, (_, i) => `GET /page${i} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const answer = await exchange(port, ahead.join("") + last);
  const bodies = [...answer.matchAll(/<(\/\w+)>/g)].map(([, path]) => path);
  expect(bodies).toEqual([...ahead.keys()].map((i) => `/page${i}`).concat("/last"));
});

test.each([
  ["pages", "/nothing"],
  ["cached pages", "/courses"],
  ["calls", "/api/echo"],
  ["probes", "/healthz"],
])("a connection that pipelines thousands of requests is closed: %s", async (_, path) => {
  let asked = 0;
  const count = (res: ServerResponse) => {
    asked += 1;
    sendPage(res, "page", kept());
  };
  const api = new Hono().get("/api/echo", (c) => {
    asked += 1;
    return c.text("echo");
  });
  const { url, port } = await startGateway({ api, pages: (_req, res) => count(res) });
  const flood = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3_000);
  const { socket, answer } = await startSending(port, flood);
  await once(socket, "close");
  expect(answer().split("HTTP/1.1 ").length - 1).toBeLessThanOrEqual(17);
  expect(asked).toBeLessThanOrEqual(16);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("the first request beyond the pipelining limit gets a 429, and the connection closes", async () => {
  const { port } = await startGateway();
  const answer = await exchange(port, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(17));
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
  expect(statuses).toEqual([...Array<string>(16).fill("200"), "429"]);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("a connection that sends hundreds of requests one after another stays open", async () => {
  const { port } = await startGateway();
  const socket = connect(port, "127.0.0.1");
  for (let i = 0; i < 300; i += 1) {
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  }
  socket.destroy();
});

test("idle connections are closed when the limit is reached, and busy ones stay open", async () => {
  let finish = () => {};
  const { url, port } = await startGateway({
    limits: { maxConnections: 20 },
    pages: async (_req, res) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      res.end("finished");
    },
  });
  const busy = await startSending(port, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  for (let i = 0; i < 19; i += 1) {
    const { answer } = await startSending(port, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1\.1 200 /));
  }
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
  finish();
  await vi.waitFor(() => expect(busy.answer()).toContain("finished"));
});
