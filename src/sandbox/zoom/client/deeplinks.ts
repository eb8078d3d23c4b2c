// Links that open the app in the meeting in which a person is.
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod/mini";
import type { SandboxEnv } from "../../faults.ts";
import { ApiError, PageError } from "../errors.ts";
import { readJson } from "../read-json.ts";
import type { ZoomStore } from "../store.ts";
import { userOfBearer } from "../tokens.ts";
import { clientAddress } from "./client-address.ts";
import type { ClientStore } from "./client-store.ts";
import { type Clients, OPENING_LIVES_MS } from "./clients.ts";

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
    const user = userOfBearer(store, c.req.header("authorization"));
    const body = bodySchema.safeParse(await readJson(c));
    if (!body.success) {
      const errors = [{ field: "action", message: "Invalid field." }];
      throw new ApiError(400, 300, "Validation Failed.", errors);
    }
    const id = randomBytes(24).toString("base64url");
    deeplinks.put(id, {
      userId: user.id,
      action: body.data.action ?? "",
      expiresAt: Date.now() + LINK_LIVES_MS,
    });
    return c.json({ deeplink: `${baseUrl}/zoom/launch/${id}` });
  });

  app.get("/zoom/launch/:id", (c) => {
    const link = deeplinks.get(c.req.param("id"));
    if (!link || link.expiresAt < Date.now()) {
      throw new PageError(404, "This link has expired. Open a new one from the app.");
    }
    const client = clientStore.clients
      .list({ zoomId: link.userId })
      .filter((each) => clients.isInside(each))
      .at(-1);
    if (!client) {
      throw new PageError(409, "Join the meeting in Zoom first, then open this link again.");
    }
    clients.update(client.id, {
      appOpen: true,
      config: null,
      opening: { action: link.action, until: Date.now() + OPENING_LIVES_MS },
    });
    return c.redirect(clientAddress(client), 303);
  });

  return app;
}
