import { type Context, Hono } from "hono";
import type { SandboxDeps } from "../deps.ts";
import type { SandboxEnv } from "../faults.ts";
import { apiRoutes } from "./api.ts";
import { appRoutes } from "./app.ts";
import { ApiError, OAuthError, PageError } from "./errors.ts";
import { createEvents, signWith } from "./events.ts";
import { oauthRoutes } from "./oauth.ts";
import { contentSecurityPolicy, problemPage } from "./pages.ts";
import { roomRoutes } from "./rooms.ts";
import { openStore } from "./store.ts";

/** The parts of Zoom that the product uses: OAuth, users, meetings, rooms and webhooks. */
export function zoomRoutes({
  config,
  baseUrl,
  state,
  faults,
  webhooks,
}: SandboxDeps): Hono<SandboxEnv> {
  const store = openStore(state);
  const events = createEvents(webhooks, config.zoom);
  webhooks.register("zoom", signWith(config.zoom.webhookSecret));

  const app = new Hono<SandboxEnv>();
  for (const path of ["/oauth/*", "/v2/users/*", "/v2/meetings/*", "/j/*", "/s/*", "/zoom/*"]) {
    app.use(path, async (c, next) => {
      await next();
      c.header("content-security-policy", contentSecurityPolicy);
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
    roomRoutes({ config: zoom, store, events }),
    appRoutes({ config, store, events }),
  ]) {
    app.route("/", routes.onError(refusal));
  }
  return app;
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
