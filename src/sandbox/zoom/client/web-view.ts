// The embedded browser of a client. Each has a host name of its own below `localhost`, so that two
// people in one browser don't share what the app stores. It forwards requests to the product with
// the headers that Zoom's browser adds, and doesn't show responses that Zoom's browser would
// reject.
import { type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { html } from "hono/html";
import { site } from "#lib/site/site.ts";
import { page } from "../../page.ts";
import type { Client, ClientStore } from "./client-store.ts";
import type { Clients } from "./clients.ts";
import type { PageChannel } from "./page/page-channel.ts";
import { signContext } from "./sdk/app-context.ts";
import { clientVersions } from "./sdk/client-versions.ts";

/** The app's home URL. */
export const HOME_PATH = "/zoom/app";

const requiredHeaders = [
  "Strict-Transport-Security",
  "X-Content-Type-Options",
  "Content-Security-Policy",
  "Referrer-Policy",
];

const style = `:root{color-scheme:light dark}
body{margin:0;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.1rem}`;

interface WebViewDeps {
  app: { clientId: string; clientSecret: string };
  baseUrl: string;
  /** The product's address on this machine. */
  target: string;
  /** Other origins at which the product is reachable. */
  aliases: readonly string[];
  /** The additional origins from which the app may load resources. */
  allowedOrigins: readonly string[];
  clients: Clients;
  clientStore: ClientStore;
  channel: PageChannel;
}

export interface WebViews {
  /**
   * Handles a request to a client's browser. @returns false if the request is for another part of
   * the sandbox.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** The origin of the client's browser. */
  originOf(clientId: string): string;
}

export function createWebViews(deps: WebViewDeps): WebViews {
  const { app, clients, clientStore, channel } = deps;
  const target = new URL(deps.target);
  const { port } = new URL(deps.baseUrl);
  const originOf = (clientId: string) => `http://${clientId}.localhost:${port}`;
  const productOrigins = new Set([target.origin, ...deps.aliases]);
  // Zoom's browser blocks requests to hosts that the app's settings don't list.
  const allowList = `default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ${deps.allowedOrigins.join(" ")}`;

  function log(client: Client, line: string): void {
    channel.publish(client.id, { kind: "log", line });
  }

  function requestHeaders(client: Client, request: IncomingMessage) {
    const { cookie: _, origin, referer, ...headers } = request.headers;
    const own = originOf(client.id);
    return {
      ...headers,
      host: target.host,
      "user-agent": clientVersions[client.device].userAgent,
      ...(origin && { origin: origin === own ? target.origin : origin }),
      ...(referer && { referer: referer.replace(own, target.origin) }),
      ...(isHome(request) && { "x-zoom-app-context": signContext(clients.claimsOf(client), app) }),
    };
  }

  function forward(client: Client, request: IncomingMessage, response: ServerResponse): void {
    const isDocument = request.headers["sec-fetch-mode"] === "navigate";
    // The client accepts calls from only one document.
    if (isDocument) clientStore.clients.put(client.id, { ...client, config: null });
    const outgoing = sendRequest({
      host: target.hostname.replace(/^\[|\]$/g, ""),
      port: target.port,
      method: request.method,
      path: request.url,
      headers: requestHeaders(client, request),
    });
    outgoing.on("response", (incoming) => {
      if (isDocument) log(client, `GET ${request.url} answered ${incoming.statusCode}`);
      const problem = isHtml(incoming)
        ? findProblem(incoming, originOf(client.id) + request.url)
        : "";
      if (problem) {
        incoming.destroy();
        log(client, problem);
        explain(response, 502, problem);
        return;
      }
      copyHeaders(client, incoming, response);
      response.writeHead(incoming.statusCode ?? 502);
      incoming.on("error", () => response.destroy());
      incoming.pipe(response);
    });
    outgoing.on("error", () => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      log(client, `${target.origin} didn't answer`);
      explain(
        response,
        502,
        `${site.name} didn't answer at ${target.origin}${HOME_PATH}. Start it, then reload the app.`,
      );
    });
    response.on("close", () => outgoing.destroy());
    request.pipe(outgoing);
  }

  function copyHeaders(client: Client, incoming: IncomingMessage, response: ServerResponse): void {
    const { "set-cookie": _, location, ...headers } = incoming.headers;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    if (location) response.setHeader("location", ownAddress(location, client));
    // If there are two policies, the browser applies both.
    if (isHtml(incoming)) {
      response.setHeader("content-security-policy", [...policiesOf(incoming), allowList]);
    }
  }

  /** An address of the product, as seen in this browser. */
  function ownAddress(location: string, client: Client): string {
    const url = URL.parse(location, target);
    if (!url || !productOrigins.has(url.origin)) return location;
    return `${originOf(client.id)}${url.pathname}${url.search}${url.hash}`;
  }

  return {
    originOf,
    handle(request, response) {
      const id = /^([0-9a-f]{16})\.localhost(?::\d+)?$/.exec(request.headers.host ?? "")?.[1];
      if (!id) return false;
      const client = clientStore.clients.get(id);
      if (!client) explain(response, 404, "This Zoom client is not open.");
      else if (!client.appOpen || !clients.isInside(client)) {
        explain(response, 403, "The app is closed in this Zoom client.");
      } else forward(client, request, response);
      return true;
    },
  };
}

function isHome({ url, method }: IncomingMessage): boolean {
  return method === "GET" && url?.split("?")[0] === HOME_PATH;
}

function isHtml({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode !== 304 && headers["content-type"]?.startsWith("text/html") === true;
}

function policiesOf({ headers }: IncomingMessage): string[] {
  return [headers["content-security-policy"] ?? []].flat();
}

/** Why Zoom's browser doesn't show this page; "" if it does. */
function findProblem(incoming: IncomingMessage, url: string): string {
  const { statusCode, headers } = incoming;
  const missing = requiredHeaders.filter((name) => !headers[name.toLowerCase()]);
  if (statusCode === 200 && missing.length > 0) {
    return `Missing OWASP Secure Headers: ${missing.map((name) => `"${name}"`).join(", ")} for URL ${url}`;
  }
  // The browser enforces the other values itself, but doesn't report which page it rejected.
  const ancestors = policiesOf(incoming).some((policy) =>
    /(?:^|;)\s*frame-ancestors\s+'none'/i.test(policy),
  );
  if (ancestors || /^deny$/i.test(String(headers["x-frame-options"] ?? ""))) {
    return `The page at ${url} (status ${statusCode}) doesn't allow Zoom to show it: its headers forbid every frame.`;
  }
  return "";
}

function explain(response: ServerResponse, status: number, problem: string): void {
  const title = "Zoom can't show the app";
  const body = page(title, style, html`<h1>${title}</h1><p>${problem}</p>`);
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    "cache-control": "no-store",
  });
  response.end(String(body));
}
