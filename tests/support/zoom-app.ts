/** A minimal Zoom app: a page at the app's home URL with the unmodified SDK. */
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface ZoomApp {
  base: string;
  /** Headers that the home page omits from now on. */
  missing: Set<string>;
  close(): Promise<void>;
}

/** The SDK as a module for browsers. */
const sdkPath = join(
  import.meta.dirname,
  "..",
  "..",
  "node_modules",
  "@zoom",
  "appssdk",
  "dist",
  "sdk.es.js",
);

const secureHeaders: Record<string, string> = {
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'self'; frame-ancestors http://127.0.0.1:*",
  "referrer-policy": "no-referrer",
};

const script = `import zoomSdk from "/sdk.js";
window.sdk = zoomSdk;
window.events = [];
// The data that the page stores must not be readable in another person's client. Some browsers let
// frames store nothing.
window.countVisit = () => {
  const visits = Number(localStorage.getItem("visits")) + 1;
  localStorage.setItem("visits", visits);
  return visits;
};
window.listen = (name) => zoomSdk.addEventListener(name, (data) => window.events.push({ name, data }));
document.querySelector("h1").textContent = "Ready";`;

export async function startZoomApp(): Promise<ZoomApp> {
  const sdk = await readFile(sdkPath, "utf8");
  const missing = new Set<string>();
  const scripts: Record<string, string> = { "/sdk.js": sdk, "/app.js": script };

  function sendHome(response: ServerResponse, context: string): void {
    const headers = Object.entries(secureHeaders).filter(([name]) => !missing.has(name));
    response.writeHead(200, { ...Object.fromEntries(headers), "content-type": "text/html" });
    response.end(`<!doctype html><html lang="en"><title>App</title>
<body data-context="${context}"><h1>Loading</h1><script type="module" src="/app.js"></script></body></html>`);
  }

  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    if (path === "/zoom/app") {
      return sendHome(response, String(request.headers["x-zoom-app-context"] ?? ""));
    }
    // The sandbox delivers its events here, too.
    if (request.method === "POST") return response.end("{}");
    const found = scripts[path];
    if (!found) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/javascript" }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missing,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
