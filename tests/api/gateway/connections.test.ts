/**
 * Limits on what one client can make the server hold: connections, and bodies in many small chunks.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { exchange, startGateway } from "../../support/gateway.ts";

const megabyte = 1024 * 1024;

/** An API call that records the size of each body. */
const counting = () => {
  const bodies: number[] = [];
  const api = new Hono().post("/api/echo", async (c) => {
    bodies.push((await c.req.arrayBuffer()).byteLength);
    return c.text("received");
  });
  return { api, bodies };
};

/** Sends a body in chunks of one byte. @returns what was received until the connection closed. */
async function sendInPieces(port: number, path: string, pieces: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  // The server stops reading before the body is complete.
  socket.on("error", () => {});
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  socket.write(`${"1\r\na\r\n".repeat(pieces)}0\r\n\r\n`);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

test.each(["/api/echo", "/contact/message", "/login"])(
  "a body in very many tiny chunks is rejected long before it is complete: %s",
  async (path) => {
    const { api, bodies } = counting();
    const { port } = await startGateway({ api });
    expect(await sendInPieces(port, path, 900_000)).toMatch(/^HTTP\/1.1 400 /);
    expect(bodies).toEqual([]);
  },
);

test("a body in a few hundred small pieces arrives whole", async () => {
  const { api, bodies } = counting();
  const { port } = await startGateway({ api });
  const piece = "3\r\nabc\r\n".repeat(400);
  const answer = await exchange(
    port,
    `POST /api/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${piece}0\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(bodies).toEqual([1_200]);
});

/** Opens connections that each start a request without finishing it. */
async function openUnfinished(port: number, count: number, start: string, localAddress: string) {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i += 1) {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(start);
    sockets.push(socket);
  }
  return sockets;
}

const halfBody = "POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{";

test.each([
  ["silence", ""],
  ["half a head", "GET / HTTP/1.1\r\nX-Slow:"],
  ["half a body", halfBody],
])("connections with %s make room for new ones from every address", async (_, start) => {
  const { port } = await startGateway({ limits: { maxConnections: 40, maxPerAddress: 40 } });
  const held = await openUnfinished(port, 60, start, "127.0.0.1");
  for (const localAddress of ["127.0.0.1", "127.0.0.2"]) {
    const [socket] = await openUnfinished(
      port,
      1,
      "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      localAddress,
    );
    const [answer] = await once(socket as Socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  }
  for (const socket of held) socket.destroy();
});

test("a new connection isn't closed to make room for later ones before its request can arrive", async () => {
  const { port } = await startGateway({ limits: { maxConnections: 40, maxPerAddress: 40 } });
  const held = await openUnfinished(port, 40, halfBody, "127.0.0.1");
  const [first, ...others] = await openUnfinished(port, 20, "", "127.0.0.1");
  first?.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  const [answer] = await once(first as Socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of [...held, ...others, first]) socket?.destroy();
});

test("connections to clients that don't read make room for new ones", async () => {
  const { url, port } = await startGateway({
    limits: { maxConnections: 20 },
    files: { "large.txt": "a".repeat(20 * megabyte) },
  });
  const get = "GET /large.txt HTTP/1.1\r\nHost: a\r\n\r\n";
  const held = await openUnfinished(port, 20, get, "127.0.0.1");
  for (const socket of held) socket.pause();
  for (let i = 0; i < 3; i += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const socket of held) socket.destroy();
});

test("when an address has too many connections, only its own connections are closed", async () => {
  const { port } = await startGateway({
    limits: { maxConnections: 40, maxPerAddress: 10, requestTimeout: 60_000 },
    ...counting(),
  });
  const [patient] = await openUnfinished(port, 1, halfBody, "127.0.0.2");
  const held = await openUnfinished(port, 100, halfBody, "127.0.0.1");
  await vi.waitFor(() => expect(held.filter(({ destroyed }) => !destroyed).length).toBe(10));
  patient?.write("a".repeat(99));
  const [answer] = await once(patient as Socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of [...held, patient]) socket?.destroy();
});

test("behind a trusted proxy, the limit per address doesn't apply", async () => {
  const { port } = await startGateway({
    limits: { maxConnections: 40, maxPerAddress: 10 },
    env: { TRUST_PROXY: "1" },
  });
  const held = await openUnfinished(port, 30, halfBody, "127.0.0.1");
  const [probe] = await openUnfinished(
    port,
    1,
    "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "127.0.0.1",
  );
  await once(probe as Socket, "data");
  expect(held.every(({ destroyed }) => !destroyed)).toBe(true);
  for (const socket of [...held, probe]) socket?.destroy();
});
