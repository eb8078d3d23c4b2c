/** Clients that disconnect before their request is handled don't cause errors in our log. */
import { once } from "node:events";
import { connect } from "node:net";
import { Hono } from "hono";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import type { AppEnv } from "#server/http/app-env.ts";
import { onError } from "#server/http/on-error.ts";
import { encodeAttachment } from "#server/media/image.ts";
import { createLog } from "#server/monitoring/log.ts";
import { startGateway } from "../../support/gateway.ts";

type Handle = (request: Request) => Promise<unknown>;

/**
 * Sends a body and disconnects while the handler waits. The handler then runs `finish`.
 * @returns the lines that the error handler logged, and the response's status.
 */
async function leaveDuring(finish: Handle) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
  const entered = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const statuses: number[] = [];
  const api = new Hono<AppEnv>();
  api.use(async (c, next) => {
    c.set("log", log);
    await next();
    statuses.push(c.res.status);
  });
  api.post("/api/upload", async (c) => {
    entered.resolve();
    await left.promise;
    await finish(c.req.raw);
    return c.text("done");
  });
  api.onError(onError);
  const gateway = await startGateway({ api: api as unknown as Hono });
  const socket = connect(gateway.port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody");
  await entered.promise;
  socket.destroy();
  await vi.waitFor(() => expect(gateway.log).toMatchObject([{ msg: "request", aborted: true }]));
  left.resolve();
  await vi.waitFor(() => expect(statuses).toHaveLength(1));
  return { lines, status: statuses[0] };
}

const drawn = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();

test.each<[string, Handle]>([
  ["reads a body that was released", (request) => request.arrayBuffer()],
  [
    "waits for a turn to decode an image",
    async ({ signal }) => encodeAttachment(await drawn(), { source: "usr_1", signal }),
  ],
])(
  "the disconnection of a client whose request %s isn't logged as one of our own errors",
  async (_, finish) => {
    const { lines, status } = await leaveDuring(finish);
    expect(lines).toMatchObject([
      { level: "debug", msg: "The client disconnected before its request was handled" },
    ]);
    expect(status).toBe(400);
  },
);

test("one of our own errors is logged even if the client has disconnected", async () => {
  const { lines, status } = await leaveDuring(async () => {
    throw new TypeError("The course is undefined");
  });
  expect(lines).toMatchObject([{ level: "error", msg: "Unhandled error" }]);
  expect(status).toBe(500);
});
