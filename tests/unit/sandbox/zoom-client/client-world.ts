// A meeting in the sandbox, with people who use emulated Zoom clients.
import { createDecipheriv, createHash } from "node:crypto";
import { type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { text as readText } from "node:stream/consumers";
import { JSDOM } from "jsdom";
import { expect, onTestFinished, vi } from "vitest";
import {
  CLIENT_SECRET,
  classInput,
  connectAccount,
  startZoomWorld,
  type ZoomWorld,
} from "../zoom-world.ts";

export const HOST = "amina.khan@zoom.test";

export interface ClientWorld extends ZoomWorld {
  meetingId: string;
  accessToken: string;
}

export async function startClientWorld(settings = {}): Promise<ClientWorld> {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world, HOST);
  const input = { ...classInput, settings: { ...classInput.settings, ...settings } };
  const { id } = await world.zoom.createMeeting(accessToken, input);
  return Object.assign(world, { meetingId: String(id), accessToken });
}

export interface SdkAnswer {
  result?: unknown;
  errorCode?: string;
  errorMessage?: string;
}

export interface TestClient {
  id: string;
  /** The origin of the client's browser. */
  origin: string;
  /** The response that the SDK gets to this call. */
  call(apiName: string, data?: unknown): Promise<SdkAnswer>;
  /** Calls `config` with these calls and events. */
  configure(...capabilities: string[]): Promise<SdkAnswer>;
  /** The result of a call that must succeed. */
  resultOf(apiName: string, data?: unknown): Promise<Record<string, unknown>>;
  /** Presses a button of the client. */
  act(action: string, fields?: Record<string, string>): Promise<number>;
  /** The content of the client's window, as text. */
  text(): Promise<string>;
  /** The events that have reached the app so far. */
  events(): { name: string; data: Record<string, unknown> }[];
  /** Opens a page in the client's browser. */
  browse(path: string, headers?: Record<string, string>): Promise<Page>;
}

export interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export async function openPage(world: ClientWorld, query: string[][]) {
  const url = `${world.base}/zoom/client/${world.meetingId}?${new URLSearchParams(query)}`;
  const response = await fetch(url);
  return { response, document: new JSDOM(await response.text()).window.document };
}

/** Opens a client and listens to its events. */
export async function openClient(
  world: ClientWorld,
  as: string,
  email = "",
  device = "desktop",
): Promise<TestClient> {
  const { document } = await openPage(world, [
    ["as", as],
    ["device", device],
    ["email", email],
  ]);
  const section = document.querySelector<HTMLElement>("[data-client]");
  expect(section, document.body.textContent).not.toBeNull();
  const id = section?.dataset.client ?? "";
  const root = `${world.base}/zoom/client/${world.meetingId}`;
  const seen = await listen(`${root}/events?client=${id}`);

  const client: TestClient = {
    id,
    origin: section?.dataset.origin ?? "",
    async call(apiName, data) {
      const answer = await fetch(`${root}/clients/${id}/calls`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ apiName, data }),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as SdkAnswer;
    },
    configure: (...capabilities) =>
      client.call("config", { js_api_lists: capabilities, version: "0.16" }),
    async resultOf(apiName, data) {
      const answer = await client.call(apiName, data);
      expect(answer).toEqual({ result: expect.anything() });
      return answer.result as Record<string, unknown>;
    },
    async act(action, fields = {}) {
      const body = new URLSearchParams({ act: action, ...fields });
      return (await fetch(`${root}/clients/${id}`, { method: "POST", body })).status;
    },
    async text() {
      const { parts } = await (await fetch(`${root}/clients/${id}`)).json();
      const markup = Object.values(parts as Record<string, string>).join("");
      return new JSDOM(markup).window.document.body.textContent?.replace(/\s+/g, " ") ?? "";
    },
    events: () => seen,
    browse: (path, headers) => browse(world, client.origin, path, headers),
  };
  return client;
}

/** Waits for events of this name. @returns their data. */
export function waitForEvents(client: TestClient, name: string, count = 1) {
  return vi.waitFor(
    () => {
      const found = client.events().filter((each) => each.name === name);
      expect(found.length, name).toBe(count);
      return found.map(({ data }) => data);
    },
    { timeout: 5000, interval: 20 },
  );
}

async function listen(url: string) {
  const seen: { name: string; data: Record<string, unknown> }[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(url, { signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    let rest = "";
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return;
      const frames = (rest + value).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        if (!frame.startsWith("data: ")) continue;
        const { message } = JSON.parse(frame.slice("data: ".length));
        if (message.kind === "event") seen.push(message);
      }
    }
  };
  // The stream ends with the test.
  read().catch(() => {});
  return seen;
}

/** Sends a request as the browser does, which resolves the host name itself. */
async function browse(
  world: ClientWorld,
  origin: string,
  path: string,
  headers: Record<string, string> = { "sec-fetch-mode": "navigate" },
): Promise<Page> {
  const { port, host } = new URL(origin);
  expect(port).toBe(new URL(world.base).port);
  const outgoing = sendRequest({ host: "127.0.0.1", port, path, headers: { ...headers, host } });
  outgoing.end();
  const incoming = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    outgoing.on("response", resolve).on("error", reject);
  });
  const { statusCode = 0, headers: answered } = incoming;
  return { status: statusCode, headers: answered, body: await readText(incoming) };
}

/** Decrypts a context as described in Zoom's documentation. */
export function decryptContext(context: string, secret = CLIENT_SECRET): Record<string, unknown> {
  const bytes = Buffer.from(context, "base64");
  let at = 0;
  function take(length: number): Buffer {
    at += length;
    return bytes.subarray(at - length, at);
  }
  const iv = take(take(1).readUInt8());
  const aad = take(take(2).readUInt16LE());
  const body = take(take(4).readUInt32LE());
  const tag = take(16);
  expect(at).toBe(bytes.length);
  const key = createHash("sha256").update(secret).digest();
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(aad).setAuthTag(tag);
  return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString());
}
