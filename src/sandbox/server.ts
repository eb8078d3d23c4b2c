// One HTTP listener on this machine that replaces the external services.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { audioRoutes } from "./audio/audio.ts";
import type { SandboxConfig } from "./config.ts";
import type { SandboxDeps } from "./deps.ts";
import { createFaults } from "./faults.ts";
import { startMailbox } from "./mail/mail.ts";
import { openState } from "./state.ts";
import { createStripe } from "./stripe/stripe.ts";
import { authenticatorRoutes } from "./totp/authenticator.ts";
import { createWebhooks } from "./webhooks.ts";
import { createZoom } from "./zoom/zoom.ts";

const LOOPBACK = "127.0.0.1";
const SWEEP_MS = 1000;
/** The time in milliseconds that requests in progress may take when the sandbox closes. */
const CLOSE_TIMEOUT_MS = 2000;

export interface Sandbox {
  /** The actual ports, even if the configuration says 0. */
  port: number;
  smtpPort: number;
  close(): Promise<void>;
}

/**
 * Opens the state and starts listening. Webhooks that an earlier process didn't deliver are sent
 * immediately.
 */
export async function createSandbox(config: SandboxConfig): Promise<Sandbox> {
  const state = openState(config.dataDir);
  const faults = createFaults();
  const webhooks = createWebhooks({ config, state, faults });
  const built = Promise.withResolvers<RequestListener>();
  const server = createServer(async (request, response) => {
    const listener = await built.promise;
    await listener(request, response);
  });
  // As with the real services, a client can reuse a connection that was idle for a few seconds.
  server.keepAliveTimeout = 65_000;
  const port = await listen(server, config.port);
  const baseUrl = `http://${LOOPBACK}:${port}`;
  const deps: SandboxDeps = { baseUrl, config, faults, state, webhooks };

  const stripe = createStripe(deps);
  const zoom = createZoom(deps);
  const mailbox = await startMailbox(deps);
  const app = new Hono()
    .route("/", faults.routes)
    .route("/", stripe.routes)
    .route("/", zoom.routes)
    .route("/", audioRoutes(deps))
    .route("/", authenticatorRoutes(deps))
    .route("/", mailbox.routes);
  const pages = getRequestListener(app.fetch);
  built.resolve((request, response) => {
    return zoom.webViews.handle(request, response) || pages(request, response);
  });
  const sweep = setInterval(stripe.runOverdue, SWEEP_MS);
  webhooks.start();

  return {
    port,
    smtpPort: mailbox.smtpPort,
    async close() {
      clearInterval(sweep);
      const closed = new Promise((resolve) => server.close(resolve));
      faults.clear();
      zoom.close();
      const cutOff = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      await Promise.all([closed, mailbox.close(), webhooks.close()]);
      clearTimeout(cutOff);
      state.close();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, LOOPBACK, listening.resolve);
  await listening.promise;
  server.off("error", listening.reject);
  return (server.address() as AddressInfo).port;
}
