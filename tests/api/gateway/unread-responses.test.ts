/**
 * Clients that request a lot but read slowly or not at all can make the server hold only a limited
 * amount of memory.
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Context } from "#server/context.ts";
import { imageRoutes } from "#server/media/media.routes.ts";
import { createFileStore } from "#server/providers/files.ts";
import { get, type Page, startGateway } from "../../support/gateway.ts";

const megabyte = 1024 * 1024;
/** More than the kernel buffers for a client on the same machine. */
const large = Buffer.alloc(12 * megabyte, "a");

/** A large page that counts how often it was rendered. */
const counting = () => {
  const calls = { made: 0 };
  const pages: Page = (_, res) => {
    calls.made += 1;
    res.end(large);
  };
  return { pages, calls };
};

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Sends bytes on a new connection, from which nothing is read until `readAll` is called. */
async function openUnread(port: number, bytes: string, localAddress = "127.0.0.1") {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.pause();
  await once(socket, "connect");
  socket.write(bytes);
  return {
    socket,
    /** Reads until the connection has received this many bytes, or is closed. */
    readAll: (length: number) =>
      new Promise<number>((resolve) => {
        let received = 0;
        const end = () => {
          socket.destroy();
          resolve(received);
        };
        socket.on("data", (chunk) => {
          received += chunk.length;
          if (received >= length) end();
        });
        socket.once("close", end);
        socket.resume();
      }),
  };
}

async function readMetrics(url: string) {
  const text = (await get(`${url}/metrics`)).body.toString();
  const find = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? 0);
  return {
    open: find("halaqa_http_open_responses"),
    unsent: find("halaqa_http_unsent_bytes"),
    closed: find('halaqa_http_unread_closures_total{limit="bytes"}'),
    overdue: find('halaqa_http_unread_closures_total{limit="time"}'),
  };
}

const waitLong = { timeout: 120_000, interval: 20 };

test("200 connections that pipeline 16 requests each without reading get one response each", async () => {
  const { pages, calls } = counting();
  const { url, port } = await startGateway({ pages });
  const before = await readMetrics(url);
  for (let i = 0; i < 200; i += 1) {
    await openUnread(port, ask("/large").repeat(16), "127.0.0.9");
  }
  await vi.waitFor(() => expect(calls.made).toBeGreaterThanOrEqual(200), waitLong);
  await vi.waitFor(async () => {
    const { open, closed } = await readMetrics(url);
    // The metrics themselves are such a response.
    expect(open - 1 + closed - before.closed).toBe(200);
  }, waitLong);
  expect(calls.made).toBe(200);
  const { unsent } = await readMetrics(url);
  expect(unsent).toBeGreaterThan(0);
  expect(unsent).toBeLessThanOrEqual(32 * megabyte);
});

test("a pipelined request is handled once the kernel has all of the earlier response", async () => {
  const { pages, calls } = counting();
  const { url, port } = await startGateway({ pages });
  const { socket, readAll } = await openUnread(port, ask("/large").repeat(2));
  await vi.waitFor(async () => expect((await readMetrics(url)).unsent).toBeGreaterThan(0));
  expect(calls.made).toBe(1);
  await readAll(2 * large.length);
  expect(socket.bytesRead).toBeGreaterThan(2 * large.length);
  expect(calls.made).toBe(2);
});

test("requests behind a response whose client disconnects aren't handled", async () => {
  const { pages, calls } = counting();
  const { url, port } = await startGateway({ pages });
  const { socket } = await openUnread(port, ask("/large").repeat(16));
  await vi.waitFor(async () => expect((await readMetrics(url)).unsent).toBeGreaterThan(0));
  socket.resetAndDestroy();
  await vi.waitFor(async () => expect((await readMetrics(url)).unsent).toBe(0));
  expect(calls.made).toBe(1);
});

test("an address that doesn't read doesn't affect the responses of others", async () => {
  const { pages } = counting();
  const { url, port } = await startGateway({ pages });
  const before = await readMetrics(url);
  const patient = await openUnread(port, ask("/large"), "127.0.0.2");
  await vi.waitFor(async () => expect((await readMetrics(url)).unsent).toBeGreaterThan(0));
  for (let i = 0; i < 10; i += 1) await openUnread(port, ask("/large"), "127.0.0.9");
  await vi.waitFor(
    async () => expect((await readMetrics(url)).closed - before.closed).toBeGreaterThan(5),
    waitLong,
  );
  expect(await patient.readAll(large.length)).toBeGreaterThan(large.length);
});

test("a client that doesn't read a response within its time is disconnected", async () => {
  const { url, port } = await startGateway({
    files: { "large.txt": large.toString() },
    limits: { readingTimeout: 100, minReadingRate: 1e9, unreadCheckingInterval: 10 },
  });
  const before = await readMetrics(url);
  await openUnread(port, ask("/large.txt"));
  await vi.waitFor(async () => {
    expect((await readMetrics(url)).overdue - before.overdue).toBe(1);
  });
});

test("an event stream stays open beyond the time limit for reading", async () => {
  let send = (_: string) => {};
  const api = new Hono().get("/api/events", (c) =>
    streamSSE(c, async (stream) => {
      send = (data) => void stream.writeSSE({ data });
      send("ready");
      await new Promise<void>((resolve) => stream.onAbort(resolve));
    }),
  );
  const { url, port } = await startGateway({
    api,
    files: { "large.txt": large.toString() },
    limits: { readingTimeout: 50, minReadingRate: 1e9, unreadCheckingInterval: 10 },
  });
  const before = await readMetrics(url);
  const stream = await openUnread(port, ask("/api/events"));
  const received: string[] = [];
  stream.socket
    .setEncoding("utf8")
    .on("data", (text: string) => received.push(text))
    .resume();
  await vi.waitFor(() => expect(received.join("")).toContain("data: ready"));
  await openUnread(port, ask("/large.txt"));
  await vi.waitFor(async () => {
    expect((await readMetrics(url)).overdue - before.overdue).toBe(1);
  });
  send("still open");
  await vi.waitFor(() => expect(received.join("")).toContain("data: still open"));
});

/** Serves pictures from a folder, and counts how many are currently being read. */
async function startMedia(sizes: Record<string, number>) {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-media-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = createFileStore({ folder, s3: undefined });
  for (const [key, bytes] of Object.entries(sizes)) {
    await files.put(key, Buffer.alloc(bytes, key), "image/webp");
  }
  const reading = { opened: 0, open: 0 };
  const counted: typeof files = {
    ...files,
    async find(key) {
      const file = await files.find(key);
      return (
        file && {
          ...file,
          async read() {
            const stream = await file.read();
            reading.opened += 1;
            reading.open += 1;
            stream.once("close", () => {
              reading.open -= 1;
            });
            return stream;
          },
        }
      );
    },
  };
  const api = new Hono().route(
    "/media",
    imageRoutes({ files: counted, config: { rateLimitFactor: 1 } } as Context),
  );
  return { ...(await startGateway({ api })), api, reading };
}

const picture = "upl_a.webp";
/** For conditions that a busy machine is slow to reach. */
const patient = { timeout: 120_000 };

test("60 slow readers of a picture behind one address all receive it completely", async () => {
  const bytes = 1.4 * megabyte;
  const { url, port } = await startMedia({ [picture]: bytes });
  const before = await readMetrics(url);
  const readers = await Promise.all(
    Array.from({ length: 60 }, () => openUnread(port, ask(`/media/${picture}`), "127.0.0.9")),
  );
  const received = await Promise.all(readers.map(({ readAll }) => readAll(bytes)));
  expect(received.every((length) => length >= bytes)).toBe(true);
  expect((await readMetrics(url)).closed).toBe(before.closed);
});

test("a picture that isn't read is held only in part, and its file is closed with the connection", async () => {
  const { url, port, reading } = await startMedia({ [picture]: large.length });
  const readers = await Promise.all(
    Array.from({ length: 20 }, () => openUnread(port, ask(`/media/${picture}`))),
  );
  await vi.waitFor(() => expect(reading.open).toBe(20), patient);
  await vi.waitFor(async () => expect((await readMetrics(url)).unsent).toBeGreaterThan(0), patient);
  expect((await readMetrics(url)).unsent).toBeLessThan(20 * 256 * 1024);
  for (const { socket } of readers) socket.resetAndDestroy();
  await vi.waitFor(() => expect(reading.open).toBe(0), patient);
});

test("a client that disconnects before or while its picture is read leaves no file open", async () => {
  const { api, reading } = await startMedia({ [picture]: large.length });
  const early = await api.request(`/media/${picture}`);
  await early.body?.cancel();
  const reader = (await api.request(`/media/${picture}`)).body?.getReader();
  for (let chunk = 0; chunk < 3; chunk += 1) await reader?.read();
  const last = reader?.read();
  await reader?.cancel();
  expect(await last).toMatchObject({ done: true });
  await vi.waitFor(() => expect(reading).toEqual({ opened: 2, open: 0 }));
});

test("a picture has a length and an ETag, and its content isn't read for HEAD or a known ETag", async () => {
  const { url, reading } = await startMedia({ [picture]: 100_000, "upl_a-640.webp": 5_000 });
  const whole = await get(`${url}/media/${picture}`);
  expect(whole.headers).toMatchObject({ "content-length": "100000", etag: `"${picture}-"` });
  expect(whole.body.equals(Buffer.alloc(100_000, picture))).toBe(true);
  const small = await get(`${url}/media/${picture}?w=640`);
  expect(small.headers).toMatchObject({ "content-length": "5000", etag: `"${picture}-640"` });
  expect(reading.opened).toBe(2);
  const head = await get(`${url}/media/${picture}`, {}, "HEAD");
  expect(head.headers).toMatchObject({ "content-length": "100000", "content-type": "image/webp" });
  expect(head.body).toHaveLength(0);
  const known = await get(`${url}/media/${picture}`, { "if-none-match": `"${picture}-"` });
  expect([known.status, known.body.length]).toEqual([304, 0]);
  expect(reading.opened).toBe(2);
});
