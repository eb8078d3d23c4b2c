// Links that open the app in the meeting of the person who follows them.
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod/mini";
import type { SandboxEnv } from "../../faults.ts";
import { ApiError, PageError } from "../errors.ts";
import { readJson } from "../read-json.ts";
import type { ZoomStore } from "../store.ts";
import { userOfBearer } from "../tokens.ts";
import { clientAddress } from "./client-address.ts";
import type { ClientStore, Deeplink } from "./client-store.ts";
import { type Clients, OPENING_LIVES_MS } from "./clients.ts";
import { launchPage } from "./page/launch-page.ts";

const LINK_LIVES_MS = 24 * 3_600_000;

const bodySchema = z.object({ action: z.optional(z.string().check(z.maxLength(2000))) });

interface DeeplinksDeps {
  baseUrl: string;
  store: ZoomStore;
  clientStore: ClientStore;
  clients: Clients;
}

export function deeplinkRoutes({ baseUrl, store, clientStore, clients }: DeeplinksDeps) {
  const { deeplinks } = clientStore;
  const app = new Hono<SandboxEnv>();

  app.post("/v2/zoomapp/deeplink", async (c) => {
    userOfBearer(store, c.req.header("authorization"));
    const body = bodySchema.safeParse(await readJson(c));
    if (!body.success) {
      const errors = [{ field: "action", message: "Invalid field." }];
      throw new ApiError(400, 300, "Validation Failed.", errors);
    }
    const id = randomBytes(24).toString("base64url");
    deeplinks.put(id, {
      action: body.data.action ?? "",
      expiresAt: Date.now() + LINK_LIVES_MS,
    });
    return c.json({ deeplink: `${baseUrl}/zoom/launch/${id}` });
  });

  // On a real device, the link opens Zoom. Here, one browser contains the clients of several
  // people.
  app.get("/zoom/launch/:id", (c) => {
    const link = findLink(c.req.param("id"));
    const inside = clientStore.clients.list().filter((each) => clients.isInside(each));
    if (inside.length === 0) {
      throw new PageError(409, "Join the meeting in Zoom first, then open this link again.");
    }
    return c.html(launchPage(`/zoom/launch/${link.id}`, inside));
  });

  app.post("/zoom/launch/:id", async (c) => {
    const link = findLink(c.req.param("id"));
    const form = await c.req.parseBody();
    const client = clients.find(String(form.client ?? ""));
    if (!clients.isInside(client)) throw new PageError(409, "This person has left the meeting.");
    clients.update(client.id, {
      appOpen: true,
      config: null,
      opening: { action: link.action, until: Date.now() + OPENING_LIVES_MS },
    });
    return c.redirect(clientAddress(client), 303);
  });

  function findLink(id: string): Deeplink & { id: string } {
    const link = deeplinks.get(id);
    if (link && link.expiresAt > Date.now()) return { ...link, id };
    throw new PageError(404, "This link has expired. Open a new one from the app.");
  }

  return app;
}
