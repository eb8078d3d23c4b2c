/** Measures how many people can receive live messages, and the memory and time that this takes. */
import { type ClientRequest, get } from "node:http";
import { median } from "./load.ts";
import { readMemory, toMegabytes } from "./memory.ts";
import { enrollPeople, logIn } from "./people.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const listeners = 1_000;
const messages = 5;

/** Enrolls all people in one course. Each of them receives its messages through an open stream. */
export async function measureStreams(site: BenchSite): Promise<Row[]> {
  // One extra person sends the messages.
  const { cookies, courseId } = await enrollPeople(site, "listener", listeners + 1);
  const token = await logIn(site, cookies.pop() ?? "");
  const before = await readMemory(site);
  const streams: Stream[] = [];
  for (const cookie of cookies) streams.push(await openStream(site, cookie));
  const after = await readMemory(site);
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${site.url}/api/messages/threads${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The message was rejected: ${answer.status}`);
    return (await answer.json()) as { data: { threadId: string } };
  };
  const { threadId } = (await call("", { courseId })).data;
  const took: number[] = [];
  for (let number = 0; number < messages; number += 1) {
    const message = `Message number ${number}`;
    const startedAt = performance.now();
    const received = streams.map((stream) => stream.deliver(message));
    await call(`/${threadId}/messages`, { text: message, clientId: `bench-message-${number}` });
    await Promise.all(received);
    took.push(performance.now() - startedAt);
  }
  for (const { request } of streams) request.destroy();
  const each = Math.round((after - before) / listeners / 1_000);
  return [
    {
      what: `${listeners} people with an open stream of messages: memory of the server`,
      goal: "none",
      measured: `${toMegabytes(before)} without, ${toMegabytes(after)} with them (${each} kB each)`,
      met: true,
    },
    {
      what: `a message to ${listeners} open streams, until the last one has received it`,
      goal: "none",
      measured: `${Math.round(median(took))} ms`,
      met: true,
    },
  ];
}

interface Stream {
  request: ClientRequest;
  /** Resolves once the message has arrived. */
  deliver(message: string): Promise<void>;
}

/** Resolves once the server has confirmed that no further event can be missed. */
async function openStream({ url }: BenchSite, cookie: string): Promise<Stream> {
  const waiting = new Map<string, () => void>();
  const deliver = (message: string) =>
    new Promise<void>((resolve) => {
      waiting.set(message, resolve);
    });
  const ready = deliver("event: ready");
  const request = get(`${url}/api/messages/events`, { agent: false, headers: { cookie } });
  const failed = new Promise<never>((_, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`A stream failed with status ${response.statusCode}`));
      response.setEncoding("utf8").on("data", (chunk: string) => {
        for (const [message, resolve] of waiting) if (chunk.includes(message)) resolve();
      });
      response.on("error", () => {});
    });
  });
  // Once the stream is open, only we close it, so later failures are expected.
  failed.catch(() => {});
  await Promise.race([ready, failed]);
  return { request, deliver };
}
