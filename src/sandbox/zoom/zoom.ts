import { type Context, Hono } from "hono";
import type { SandboxDeps } from "../deps.ts";
import type { SandboxEnv } from "../faults.ts";
import { apiRoutes } from "./api.ts";
import { appRoutes } from "./app.ts";
import { createZoomClients } from "./client/client.ts";
import type { WebViews } from "./client/web-view.ts";
import { ApiError, OAuthError, PageError } from "./errors.ts";
import { createEvents, signWith } from "./events.ts";
import { createMeetingInstances } from "./meeting-instances.ts";
import { oauthRoutes } from "./oauth.ts";
import { contentSecurityPolicy, problemPage } from "./pages.ts";
import { roomRoutes } from "./rooms.ts";
import { openStore } from "./store.ts";

const paths = [
  "/oauth/*",
  "/v2/users/*",
  "/v2/meetings/*",
  "/v2/zoomapp/*",
  "/j/*",
  "/s/*",
  "/zoom/*",
];

export interface Zoom {
  routes: Hono<SandboxEnv>;
  /** The browsers of the emulated clients, which have host names of their own. */
  webViews: WebViews;
  /** Ends the streams of open pages. */
  close(): void;
}

/** The parts of Zoom that the product uses: OAuth, users, meetings, rooms, webhooks and the client. */
export function createZoom(deps: SandboxDeps): Zoom {
  const { config, baseUrl, state, faults, webhooks } = deps;
  const store = openStore(state);
  const events = createEvents(webhooks, config.zoom);
  const instances = createMeetingInstances(store, events);
  const clients = createZoomClients({ deps, store, events, instances });
  webhooks.register("zoom", signWith(config.zoom.webhookSecret));

  const app = new Hono<SandboxEnv>();
  for (const path of paths) {
    app.use(path, async (c, next) => {
      await next();
      if (!c.res.headers.has("content-security-policy")) {
        c.header("content-security-policy", contentSecurityPolicy);
      }
      c.header("x-content-type-options", "nosniff");
      c.header("referrer-policy", "no-referrer");
      c.header("cache-control", "no-store");
    });
    app.use(path, faults.middleware("zoom", toldToFail));
  }
  const { zoom } = config;
  for (const routes of [
    oauthRoutes({ config: zoom, baseUrl, store }),
    apiRoutes({ config: zoom, baseUrl, store, events }),
    roomRoutes({ config: zoom, instances }),
    appRoutes({ config, store, clients }),
    clients.routes,
  ]) {
    app.route("/", routes.onError(refusal));
  }
  return { routes: app, webViews: clients.webViews, close: clients.close };
}

function refusal(error: Error, c: Context): Response | Promise<Response> {
  if (error instanceof OAuthError) return c.json(error.body, 400);
  if (error instanceof ApiError) return c.json(error.body, error.status);
  if (error instanceof PageError) return c.html(problemPage(error.message), error.status);
  throw error;
}

function toldToFail(c: Context, status: 500 | 429): Response {
  if (status === 500) return c.json({ code: 500, message: "Internal server error." }, 500);
  const message =
    "You have reached the maximum per-second rate limit for this API. Try again later.";
  return c.json({ code: 429, message }, 429, { "retry-after": "1" });
}
