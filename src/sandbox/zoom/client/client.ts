// The emulated Zoom client: its pages, the calls of the app, and the embedded browsers.
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import * as z from "zod/mini";
import type { SandboxDeps } from "../../deps.ts";
import type { SandboxEnv } from "../../faults.ts";
import { PageError } from "../errors.ts";
import type { ZoomEvents } from "../events.ts";
import type { MeetingInstances } from "../meeting-instances.ts";
import type { ZoomStore } from "../store.ts";
import { revokeUser } from "../tokens.ts";
import { createActions } from "./client-actions.ts";
import { type Client, devices, openClientStore, seats } from "./client-store.ts";
import { createClients, type Seating } from "./clients.ts";
import { deeplinkRoutes } from "./deeplinks.ts";
import { clientPage, type PageClient } from "./page/client-page.ts";
import { type ClientView, clientParts } from "./page/client-parts.ts";
import { clientScript } from "./page/client-script.ts";
import { meetingsPage } from "./page/meetings-page.ts";
import { createPageChannel, type PageMessage } from "./page/page-channel.ts";
import { createPrompts } from "./prompts.ts";
import { createCalls } from "./sdk/calls.ts";
import { createWebViews, HOME_PATH, type WebViews } from "./web-view.ts";

const BEAT_MS = 15_000;

const callSchema = z.object({ apiName: z.string(), data: z.optional(z.unknown()) });

interface ClientDeps {
  deps: Pick<SandboxDeps, "config" | "baseUrl" | "state">;
  store: ZoomStore;
  events: ZoomEvents;
  instances: MeetingInstances;
}

export interface ZoomClients {
  routes: Hono<SandboxEnv>;
  webViews: WebViews;
  /** Whether the person has added the app. */
  hasApp(userId: string): boolean;
  /** Removes the app from the person's account. @returns whether they had added or connected it. */
  removeApp(userId: string): boolean;
  /** Ends the pages' streams. */
  close(): void;
}

export function createZoomClients({ deps, store, events, instances }: ClientDeps): ZoomClients {
  const { config, baseUrl } = deps;
  const clientStore = openClientStore(deps.state);
  const channel = createPageChannel();
  const clients = createClients({ store, clientStore, instances, channel });
  const redirectUri = `${config.appUrl}/zoom/auth/callback`;
  const prompts = createPrompts({ store, clientStore, clients, redirectUri });
  const productOrigins = [config.webhookBase, config.appUrl];
  const { host } = new URL(baseUrl);
  const webViews = createWebViews({
    app: config.zoom,
    baseUrl,
    target: config.webhookBase,
    aliases: productOrigins,
    // The recitations also come from the sandbox.
    allowedOrigins: [baseUrl],
    clients,
    clientStore,
    channel,
  });
  const calls = createCalls({
    app: config.zoom,
    allowedHosts: [host, ...productOrigins.map((origin) => new URL(origin).host)],
    baseUrl,
    clients,
    prompts,
    channel,
  });
  const act = createActions({ clients, prompts, removeApp });
  const closing = new AbortController();

  const app = new Hono<SandboxEnv>();

  app.get("/zoom/client.js", (c) => {
    c.header("content-type", "text/javascript; charset=utf-8");
    return c.body(clientScript);
  });

  app.get("/zoom/client", (c) => {
    const meetings = store.meetings.list().map((meeting) => ({
      id: meeting.id,
      topic: meeting.topic,
      host: store.users.get(meeting.hostId)?.email ?? "",
      startTime: meeting.startTime,
      duration: meeting.duration,
      status: meeting.status,
    }));
    const wantsJson = c.req.header("accept")?.startsWith("application/json");
    return wantsJson ? c.json({ meetings }) : c.html(meetingsPage(meetings));
  });

  app.get("/zoom/client/:meeting", (c) => {
    const seatings = readSeatings(c);
    const opened = seatings.map((seating) => clients.open(c.req.param("meeting"), seating));
    // The page may request the same person twice.
    const ids = [...new Set(opened.map(({ id }) => id))];
    const { meeting } = clients.roomOf(c.req.param("meeting"));
    c.header("content-security-policy", pagePolicy(baseUrl));
    return c.html(clientPage(meeting, ids.map(pageClient), seatings, baseUrl));
  });

  app.get("/zoom/client/:meeting/events", (c) => {
    const wanted = new Set(c.req.queries("client"));
    return streamSSE(c, async (stream) => {
      const unsubscribe = channel.subscribe((clientId, message: PageMessage) => {
        if (wanted.has(clientId)) stream.writeSSE({ data: JSON.stringify({ clientId, message }) });
      });
      const beat = setInterval(() => stream.write(": beat\n\n"), BEAT_MS);
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve);
        closing.signal.addEventListener("abort", () => resolve());
      });
      clearInterval(beat);
      unsubscribe();
    });
  });

  app.post("/zoom/client/:meeting/start", (c) => {
    const host = clients
      .listIn(clients.roomOf(c.req.param("meeting")).meeting.id)
      .find(({ role }) => role === "host");
    if (host) clients.join(host.id);
    else instances.start(clients.roomOf(c.req.param("meeting")));
    return c.body(null, 204);
  });

  app.post("/zoom/client/:meeting/end", (c) => {
    instances.end(clients.roomOf(c.req.param("meeting")));
    return c.body(null, 204);
  });

  app.get("/zoom/client/:meeting/clients/:client", (c) => {
    const { client, presence, ...view } = viewOf(clientOf(c));
    return c.json({
      open: client.appOpen && presence === "in",
      url: homeOf(client),
      parts: clientParts({ client, presence, ...view }),
    });
  });

  app.post("/zoom/client/:meeting/clients/:client/calls", async (c) => {
    const body = callSchema.safeParse(await c.req.json().catch(() => undefined));
    if (!body.success) return c.json({ message: z.prettifyError(body.error) }, 400);
    return c.json(calls.call(clientOf(c), body.data.apiName, body.data.data));
  });

  app.post("/zoom/client/:meeting/clients/:client", async (c) => {
    const form = await c.req.parseBody();
    const field = (name: string) => String(form[name] ?? "");
    act(clientOf(c), field);
    return c.body(null, 204);
  });

  app.route("/", deeplinkRoutes({ baseUrl, store, clientStore, clients }));

  function removeApp(userId: string): boolean {
    const user = store.users.get(userId);
    const added = clientStore.installations.get(userId)?.added === true;
    const revoked = revokeUser(store, userId);
    if (!user || !(added || revoked)) return false;
    clientStore.installations.put(userId, { userId, added: false, consented: false });
    for (const client of clientStore.clients.list({ zoomId: userId })) {
      clients.update(client.id, { appOpen: false, config: null, opening: null });
    }
    events.appDeauthorized(user);
    return true;
  }

  function clientOf(c: Context): Client {
    const client = clients.find(c.req.param("client") ?? "");
    if (String(client.meetingId) !== c.req.param("meeting")) {
      throw new PageError(404, "This Zoom client is not open.");
    }
    return client;
  }

  function viewOf(client: Client): ClientView {
    const room = clients.roomOf(client.meetingId);
    return {
      client,
      status: clients.statusOf(client),
      presence: clients.presenceOf(client),
      inProgress: room.meeting.status === "started",
      people: clients
        .listPeopleWith(client)
        .map((each) => ({ name: each.name, uuid: each.uuid, role: clients.roleOf(each, room) })),
      action: `/zoom/client/${client.meetingId}/clients/${client.id}`,
    };
  }

  function pageClient(id: string): PageClient {
    const client = clients.find(id);
    return {
      ...viewOf(client),
      origin: webViews.originOf(id),
      url: homeOf(client),
      log: channel.logOf(id),
    };
  }

  function homeOf({ id }: Client): string {
    return `${webViews.originOf(id)}${HOME_PATH}`;
  }

  return {
    routes: app,
    webViews,
    hasApp: (userId) => clientStore.installations.get(userId)?.added === true,
    removeApp,
    close: () => closing.abort(),
  };
}

/**
 * The people in the address. `as`, `device` and `email` at the same position describe one person.
 */
function readSeatings(c: Context): Seating[] {
  const [as = [], device = [], email = []] = ["as", "device", "email"].map(
    (name) => c.req.queries(name) ?? [],
  );
  const count = Math.max(as.length, device.length, email.length);
  return Array.from({ length: count }, (_, index) => ({
    seat: readChoice(seats, as[index] ?? "participant", "as"),
    device: readChoice(devices, device[index] ?? "desktop", "device"),
    email: email[index] ?? "",
  }));
}

function readChoice<T extends string>(choices: readonly T[], text: string, name: string): T {
  const choice = choices.find((each) => each === text);
  if (!choice) throw new PageError(400, `${name} must be one of ${choices.join(", ")}.`);
  return choice;
}

/** Frames may contain only the clients' browsers. */
function pagePolicy(baseUrl: string): string {
  const { port } = new URL(baseUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    `frame-src http://*.localhost:${port}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
