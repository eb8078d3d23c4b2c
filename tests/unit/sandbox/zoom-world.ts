// A separate sandbox for a test, the product's client that uses it, and a listener for its events.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { JSDOM } from "jsdom";
import { expect, onTestFinished, vi } from "vitest";
import { getSandboxConfig } from "#sandbox/config.ts";
import { createSandbox, type Sandbox } from "#sandbox/server.ts";
import type { MeetingTokens } from "#server/providers/meetings/meeting-provider.ts";
import { urlValidationAnswer, verifyWebhook } from "#server/providers/meetings/zoom/webhook.ts";
import {
  createZoomClient,
  type ZoomClient,
  type ZoomMeetingInput,
} from "#server/providers/meetings/zoom/zoom-client.ts";

export const CLIENT_ID = "client-of-this-test";
/** What proves that a code was issued for this client. */
export const VERIFIER = "a-verifier-that-is-long-enough-to-be-one-of-43";
export const CLIENT_SECRET = "secret-of-this-test";
export const REDIRECT_URI = "http://site.test/zoom/auth/callback";
const WEBHOOK_SECRET = "webhook-secret-of-this-test";

export interface ZoomWorld {
  base: string;
  zoom: ZoomClient;
  /** A client with this timeout. */
  impatient(timeoutMs: number): ZoomClient;
  receiver: Receiver;
  /** Closes the sandbox and opens another one on the same data. */
  reopen(): Promise<void>;
}

export async function startZoomWorld(options: { webhookSecret?: string } = {}): Promise<ZoomWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  const receiver = await startReceiver(options.webhookSecret ?? WEBHOOK_SECRET);
  const config = getSandboxConfig({
    DATA_DIR: dataDir,
    SANDBOX_PORT: "0",
    SANDBOX_WEBHOOK_BASE: receiver.base,
    ZOOM_CLIENT_ID: CLIENT_ID,
    ZOOM_CLIENT_SECRET: CLIENT_SECRET,
    ZOOM_WEBHOOK_SECRET: WEBHOOK_SECRET,
    APP_URL: new URL(REDIRECT_URI).origin,
  });
  let sandbox: Sandbox = await createSandbox(config);
  const connect = () => {
    const base = `http://127.0.0.1:${sandbox.port}`;
    const impatient = (timeoutMs?: number) =>
      createZoomClient({
        oauthBase: base,
        apiBase: base,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        redirectUri: REDIRECT_URI,
        ...(timeoutMs && { timeoutMs }),
      });
    return { base, zoom: impatient(), impatient };
  };
  const world: ZoomWorld = {
    ...connect(),
    receiver,
    async reopen() {
      await sandbox.close();
      sandbox = await createSandbox(config);
      Object.assign(world, connect());
    },
  };
  onTestFinished(async () => {
    await sandbox.close();
    await receiver.close();
    await rm(dataDir, { recursive: true });
  });
  return world;
}

export interface ZoomEvent {
  event: string;
  payload: {
    account_id: string;
    user_id?: string;
    client_id?: string;
    object: {
      id: string;
      uuid: string;
      host_id: string;
      topic: string;
      participant: { user_name: string; participant_uuid: string; email: string };
    };
  };
}

export interface Receiver {
  base: string;
  /** Events with a valid signature, in the order of arrival. */
  events: ZoomEvent[];
  /** The statuses of the next responses; 200 when the list is empty. */
  answers: number[];
  /** Waits for this many events of the type. */
  waitFor(type: string, count?: number): Promise<ZoomEvent[]>;
  /** Answers the requests to other paths, such as the app's home URL. */
  pages?: RequestListener;
  close(): Promise<void>;
}

/** Responds as the product's endpoint should, and rejects events without a valid signature. */
async function startReceiver(secret: string): Promise<Receiver> {
  const events: ZoomEvent[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    if (receiver.pages && request.url !== "/api/webhooks/zoom") {
      return receiver.pages(request, response);
    }
    const status = answers.shift() ?? 200;
    const body = await readText(request);
    const headers = new Headers(request.headers as Record<string, string>);
    if (request.url !== "/api/webhooks/zoom" || !verifyWebhook(body, headers, secret, new Date())) {
      return response.writeHead(401).end("{}");
    }
    const event = JSON.parse(body) as ZoomEvent & { payload: { plainToken: string } };
    if (event.event === "endpoint.url_validation") {
      return response.end(JSON.stringify(urlValidationAnswer(event.payload.plainToken, secret)));
    }
    if (status === 200) events.push(event);
    return response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    answers,
    waitFor(type, count = 1) {
      const areThere = () => {
        const found = events.filter(({ event }) => event === type);
        expect(found.length, `${type} among ${events.map(({ event }) => event)}`).toBe(count);
        return found;
      };
      return vi.waitFor(areThere, { timeout: 40_000, interval: 20 });
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}

/** Opens a page and can press its buttons, like a browser without scripts. */
export async function openPage(address: string) {
  const response = await fetch(address);
  const { window } = new JSDOM(await response.text(), { url: address });
  const { document, FormData } = window;
  return {
    status: response.status,
    document,
    text: document.body.textContent,
    press(label: string, fields: Record<string, string> = {}) {
      const button = [...document.querySelectorAll("button")].find(
        ({ textContent }) => textContent === label,
      );
      if (!button?.form) throw new Error(`No form has a button ${label}`);
      const entries = [...new FormData(button.form, button)] as [string, string][];
      return fetch(button.form.action, {
        method: button.form.method,
        body: new URLSearchParams({ ...Object.fromEntries(entries), ...fields }),
        redirect: "manual",
      });
    },
  };
}

/** Presses Allow. @returns the URL of the redirect. */
export async function allow({ zoom }: ZoomWorld, email: string): Promise<URL> {
  const page = await openPage(zoom.authorizeUrl("state-1", VERIFIER));
  const answer = await page.press("Allow", { email });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

/** Connects a Zoom account as a teacher does. */
export async function connectAccount(
  world: ZoomWorld,
  email = "amina.khan@zoom.test",
): Promise<MeetingTokens> {
  const back = await allow(world, email);
  return world.zoom.exchangeCode(back.searchParams.get("code") ?? "", VERIFIER);
}

/** The meeting that the product requests when a teacher schedules a class. */
export const classInput: ZoomMeetingInput = {
  topic: "Tajweed <1>",
  startTime: new Date("2030-03-31T08:30:00Z"),
  durationMinutes: 45,
  timeZone: "Asia/Kolkata",
  settings: {
    host_video: true,
    participant_video: true,
    join_before_host: false,
    mute_upon_entry: true,
    waiting_room: true,
  },
};

/** Calls the raw REST API, for requests that the product's client never sends. */
export async function callApi(
  { base }: ZoomWorld,
  token: string,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

export async function setFault({ base }: Pick<ZoomWorld, "base">, fault: Record<string, unknown>) {
  const response = await fetch(`${base}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
  expect(response.status).toBe(201);
}

export async function clearFaults({ base }: Pick<ZoomWorld, "base">) {
  await fetch(`${base}/faults`, { method: "DELETE" });
}
