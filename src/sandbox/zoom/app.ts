// The app's page in the marketplace: its users, its removal, and the endpoint validation.
import { type Context, Hono } from "hono";
import type { SandboxConfig } from "../config.ts";
import type { SandboxEnv } from "../faults.ts";
import type { ZoomClients } from "./client/client.ts";
import { PageError } from "./errors.ts";
import { validateEndpoint } from "./events.ts";
import { appPage } from "./pages.ts";
import type { ZoomStore } from "./store.ts";

interface AppDeps {
  config: SandboxConfig;
  store: ZoomStore;
  clients: Pick<ZoomClients, "hasApp" | "removeApp">;
}

export function appRoutes({ config, store, clients }: AppDeps): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.get("/zoom/app", (c) => {
    const connected = store.users
      .list()
      .filter(
        ({ id }) => clients.hasApp(id) || store.refreshTokens.list({ userId: id }).length > 0,
      );
    return c.html(appPage(connected, config.webhookBase, c.req.query("result")));
  });

  /**
   * Removes the app from the account of a user, identified by `user_id` or `email` in a form or
   * JSON body.
   */
  app.post("/zoom/deauthorize", async (c) => {
    const { user_id, email } = await readBody(c);
    const user =
      store.users.get(String(user_id ?? "")) ??
      store.users.list({ email: String(email ?? "").toLowerCase() })[0];
    if (!user || !clients.removeApp(user.id)) {
      throw new PageError(404, "This person has not connected the app.");
    }
    return isJson(c) ? c.json({ user_id: user.id }) : c.redirect("/zoom/app", 303);
  });

  app.post("/zoom/validate", async (c) => {
    const { valid, message } = await validateEndpoint(
      config.webhookBase,
      config.zoom.webhookSecret,
    );
    if (isJson(c)) return c.json({ valid, message });
    return c.redirect(`/zoom/app?${new URLSearchParams({ result: message })}`, 303);
  });

  return app;
}

function isJson(c: Context): boolean {
  return c.req.header("content-type")?.startsWith("application/json") ?? false;
}

async function readBody(c: Context): Promise<Record<string, unknown>> {
  return isJson(c) ? await c.req.json() : await c.req.parseBody();
}
