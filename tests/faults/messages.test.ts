import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { messages, threads } from "#server/db/tables/messages.table.ts";
import { publishEvent } from "#server/messages/live/message-events.ts";
import type { Person } from "../support/people.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { type Class, follow, openClass, signIn } from "./support/conversation.ts";
import { connectRaw, type RawClient } from "./support/raw-client.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";

const patient = { timeout: 60_000 };

let product: Product;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
  },
  async () => product?.stop(),
);

/**
 * Repeats a message until the server confirms it, as the panel does.
 * @returns how often the server was killed during a call, so that its outcome was unknown.
 */
async function sendSurely({ token }: Person, threadId: string, text: string): Promise<number> {
  const body = { text, clientId: randomUUID() };
  const path = `/api/messages/threads/${threadId}/messages`;
  let cutOff = 0;
  for (;;) {
    try {
      const answer = await product.call("POST", path, { token, body });
      if (answer.status === 200 || answer.status === 201) return cutOff;
      expect(answer.status, JSON.stringify(answer.body)).toBe(503);
    } catch (error) {
      if (!isNetworkTrouble(error)) throw error;
      if (error.cause.code !== "ECONNREFUSED") cutOff += 1;
    }
    await pause(20);
  }
}

const isNetworkTrouble = (error: unknown): error is TypeError & { cause: { code?: string } } =>
  error instanceof TypeError && error.cause instanceof Error;

it("messages are neither lost nor duplicated when the server is killed", async () => {
  const kills = pickSize(2, 10);
  const { teacher, students, threadId } = await openClass(product, 4);
  const cookie = await signIn(product, teacher);
  const { url, call } = product;
  const follower = follow({ url, call, cookie, token: teacher.token, threadId });
  let isOver = false;
  let cutOff = 0;
  const said = students.map((): string[] => []);
  const writing = students.map(async (student, index) => {
    for (let number = 1; !isOver; number += 1) {
      const text = `${index}: ${number}`;
      said[index]?.push(text);
      cutOff += await sendSurely(student, threadId, text);
    }
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = follower.received.length;
    await expect.poll(() => follower.received.length, patient).toBeGreaterThan(before + 20);
    product.server().process.kill("SIGKILL");
    await product.server().ended;
    product.startServer();
    await product.ready();
  }
  isOver = true;
  await Promise.all(writing);
  const all = said.flat();
  await expect.poll(() => follower.received.length, patient).toBe(all.length);
  await follower.stop();

  const { received } = follower;
  expect(received.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
  for (const [index, own] of said.entries()) {
    const heard = received.map(({ text }) => text).filter((text) => text.startsWith(`${index}: `));
    expect(heard).toEqual(own);
  }
  expect(follower.live()).toBeGreaterThan(0);
  expect(follower.breaks()).toBeGreaterThanOrEqual(kills);
  // If every kill had happened between two messages, the test would have proved nothing.
  expect(cutOff).toBeGreaterThan(0);
  report({
    fault: "kill -9 of the server while four people write and one listens",
    times: `${kills}`,
    found: `${all.length} messages, ${cutOff} of them cut off in the middle and sent again; each is there once, numbered without gaps, in its writer's order; ${follower.live()} came live, the others by catching up`,
  });
});

const streamsOfOne = 20;

/** Inserts many messages at once, because the test is only about their delivery. */
const sendLongMessages = (
  sending: Record<"threadId" | "authorId", string> & Record<"after" | "count", number>,
) =>
  product.withContext(({ db }) =>
    db.transaction(async (tx) => {
      const { threadId, authorId, after, count } = sending;
      const numbers = Array.from({ length: count }, (_, index) => after + index + 1);
      const text = "\u{fdfd}".repeat(4_000);
      const rest = { threadId, authorId, text, searchText: "" };
      await tx
        .insert(messages)
        .values(numbers.map((seq) => ({ ...rest, seq, clientId: `message-${seq}` })));
      await tx
        .update(threads)
        .set({ lastSeq: after + count })
        .where(eq(threads.id, threadId));
      for (const seq of numbers) await publishEvent(tx, { type: "message", threadId, seq });
    }),
  );

async function openStalled(cookie: string): Promise<RawClient> {
  const client = await connectRaw(product.url);
  client.socket.write(
    `GET /api/messages/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`,
  );
  await expect.poll(() => client.received(), patient).toContain("event: ready");
  // Proxies must neither cache nor buffer the stream.
  expect(client.received()).toMatch(/^cache-control: no-store, no-transform\r$/im);
  client.socket.pause();
  return client;
}

it("clients that stop reading their stream are disconnected and delay nobody else", async () => {
  const people: Class = await openClass(product, 2);
  const [slow, writer] = people.students;
  if (!slow || !writer) throw new Error("A person is missing");
  const { threadId, teacher } = people;
  const { url, call } = product;
  const ears = { url, call, threadId };
  const listener = follow({
    ...ears,
    cookie: await signIn(product, teacher),
    token: teacher.token,
  });
  const cookie = await signIn(product, slow);
  const stalled = await Promise.all(
    Array.from({ length: streamsOfOne }, () => openStalled(cookie)),
  );
  const openAnother = () =>
    fetch(`${url}/api/messages/events`, { headers: { cookie } }).then(async ({ status, body }) => {
      await body?.cancel();
      return status;
    });
  expect(await openAnother()).toBe(429);

  // Larger than the buffers of a connection.
  const batch = 50;
  let sent = 0;
  const until = Date.now() + patient.timeout;
  let isGivenUp = false;
  while (!isGivenUp && Date.now() < until) {
    await sendLongMessages({ threadId, authorId: writer.profileId, after: sent, count: batch });
    sent += batch;
    await expect.poll(() => listener.received.length, patient).toBe(sent);
    expect((await call("GET", "/healthz")).status).toBe(200);
    isGivenUp = (await openAnother()) === 200;
  }
  expect(isGivenUp, `${sent} messages`).toBe(true);
  expect(listener.breaks()).toBe(0);
  await listener.stop();

  // A client that reconnects receives all messages.
  const back = follow({ ...ears, cookie, token: slow.token });
  await expect.poll(() => back.received.length, patient).toBe(sent);
  await back.stop();
  for (const { socket } of stalled) socket.resume();
  await Promise.all(stalled.map(({ closed }) => closed));
  const most = Math.max(...stalled.map((client) => client.received().split("data: {").length - 1));
  expect(most).toBeLessThan(sent);
  report({
    fault: `${streamsOfOne} streams of messages that nobody reads`,
    times: "1",
    found: `closed after ${most} of ${sent} long messages; another listener heard all ${sent} without a break, and the slow one found them on coming back`,
  });
});
