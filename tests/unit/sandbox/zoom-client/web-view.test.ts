import { type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { expect, test } from "vitest";
import { type ClientWorld, decryptContext, openClient, startClientWorld } from "./client-world.ts";

const secureHeaders = {
  "content-type": "text/html; charset=utf-8",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'self'; frame-ancestors https://*.zoom.us",
  "referrer-policy": "no-referrer",
};

/** Makes the product respond with these headers. @returns the requests that it receives. */
function serveApp(
  world: ClientWorld,
  headers: Record<string, string> = secureHeaders,
  status = 200,
) {
  const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  world.receiver.pages = (request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    response.writeHead(status, headers).end("<h1>The app</h1>");
  };
  return requests;
}

test("the home URL gets the signed context and Zoom's user agent, and other pages get no context", async () => {
  const world = await startClientWorld();
  const requests = serveApp(world);
  const host = await openClient(world, "host");
  const page = await host.browse("/zoom/app?lang=ar");
  expect(page.status).toBe(200);
  expect(page.body).toBe("<h1>The app</h1>");
  await host.browse("/api/quran/verses/1:1", { origin: host.origin, cookie: "session=1" });

  const [home, call] = requests;
  expect(home?.url).toBe("/zoom/app?lang=ar");
  expect(home?.headers["user-agent"]).toContain("ZoomApps/1.0");
  expect(decryptContext(String(home?.headers["x-zoom-app-context"]))).toMatchObject({
    attendrole: "host",
  });
  expect(call?.headers).not.toHaveProperty("x-zoom-app-context");
  expect(call?.headers).not.toHaveProperty("cookie");
  expect(call?.headers.origin).toBe(world.receiver.base);
});

test("a page without Zoom's four headers isn't shown, and Zoom's error text appears", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  for (const missing of Object.keys(secureHeaders).slice(1)) {
    const { [missing]: _, ...others } = secureHeaders as Record<string, string>;
    serveApp(world, others);
    const page = await host.browse("/zoom/app");
    expect(page.status, missing).toBe(502);
    expect(page.body.toLowerCase()).toContain(
      `missing owasp secure headers: &quot;${missing}&quot; for url ${host.origin}/zoom/app`,
    );
    expect(page.body).not.toContain("The app</h1>");
  }
});

test("the web view requires Zoom's headers only of pages with status 200", async () => {
  const world = await startClientWorld();
  serveApp(world, { "content-type": "text/html" }, 404);
  const host = await openClient(world, "host");
  expect((await host.browse("/zoom/app")).status).toBe(404);
  serveApp(world, { "content-type": "application/json" });
  expect((await host.browse("/api/classes")).status).toBe(200);
});

test("a page that forbids every frame is explained rather than left blank", async () => {
  const world = await startClientWorld();
  const policy = "default-src 'self'; frame-ancestors 'none'";
  serveApp(world, { ...secureHeaders, "content-security-policy": policy });
  const host = await openClient(world, "host");
  const page = await host.browse("/zoom/app");
  expect(page.status).toBe(502);
  expect(page.body).toContain("its headers forbid every frame");
});

test("the app may load only from its own hosts, in addition to its own policy", async () => {
  const world = await startClientWorld();
  serveApp(world);
  const host = await openClient(world, "host");
  const { headers } = await host.browse("/zoom/app");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain(secureHeaders["content-security-policy"]);
  expect(policy).toContain(
    `default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ${world.base}`,
  );
});

test("the web view neither sends nor stores cookies, and its redirects stay within the app", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  serveApp(world, { location: `${world.receiver.base}/login?next=1`, "set-cookie": "a=b" }, 302);
  const page = await host.browse("/zoom/app");
  expect(page.headers.location).toBe(`${host.origin}/login?next=1`);
  expect(page.headers).not.toHaveProperty("set-cookie");
});

test("a new document has to call config again", async () => {
  const world = await startClientWorld();
  serveApp(world);
  const host = await openClient(world, "host");
  await host.configure("getRunningContext");
  await host.resultOf("getRunningContext");
  await host.browse("/zoom/app");
  expect(await host.call("getRunningContext")).toMatchObject({ errorCode: "80004" });
});

test("without the product, the client says what to do", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  await world.receiver.close();
  const page = await host.browse("/zoom/app");
  expect(page.status).toBe(502);
  expect(page.body).toContain("Start it, then reload the app.");
});

test("a closed app and a client that doesn't exist have no browser", async () => {
  const world = await startClientWorld();
  serveApp(world);
  const host = await openClient(world, "host");
  await host.act("close-app");
  expect((await host.browse("/zoom/app")).status).toBe(403);
  const other = await openClient(world, "participant", "yusuf@zoom.test");
  expect(other.origin).not.toBe(host.origin);
  expect((await other.browse("/zoom/app")).status).toBe(200);
  await other.act("leave");
  expect((await other.browse("/zoom/app")).status).toBe(403);
});

test("a stream reaches the app while it is open", async () => {
  const world = await startClientWorld();
  const closed = Promise.withResolvers<void>();
  world.receiver.pages = (request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: one\n\n");
    request.on("close", closed.resolve);
  };
  const host = await openClient(world, "host");
  const { port, host: name } = new URL(host.origin);
  const outgoing = sendRequest({
    host: "127.0.0.1",
    port,
    path: "/api/events",
    headers: { host: name },
  });
  outgoing.end();
  const first = await new Promise<string>((resolve, reject) => {
    outgoing.on("error", reject).on("response", (incoming) => {
      incoming.once("data", (bytes: Buffer) => resolve(bytes.toString()));
    });
  });
  expect(first).toBe("data: one\n\n");
  outgoing.on("error", () => {}).destroy();
  await closed.promise;
});
