import { Hono } from "hono";
import { expect, test } from "vitest";
import { exchange, kept, sendPage, startGateway, type TestGateway } from "../../support/gateway.ts";

const common = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

const api = new Hono()
  .get("/api/fine", (c) => c.json({ fine: true }))
  .get("/api/broken", () => {
    throw new Error("broken");
  });
api.onError((_, c) => c.json({ success: false }, 500));

const start = (env?: Record<string, string>): Promise<TestGateway> =>
  startGateway({
    env,
    api,
    files: { "about/index.html": "<title>About</title>", "logo.svg": "<svg/>" },
    pages: (req, res) => {
      if (req.url === "/broken") throw new Error("The page is broken");
      if (req.url === "/missing") {
        res.writeHead(404, { "content-type": "text/html" });
        return res.end("<h1>Missing</h1>");
      }
      return sendPage(res, "<h1>Page</h1>", req.url === "/courses" ? kept() : {});
    },
  });

test.for([
  ["GET", "/about", 200],
  ["GET", "/logo.svg", 200],
  ["GET", "/login", 200],
  ["GET", "/courses", 200],
  ["GET", "/courses", 200],
  ["GET", "/missing", 404],
  ["GET", "/broken", 500],
  ["POST", "/dashboard", 405],
  ["GET", "/%zz", 400],
  ["GET", "/about/", 308],
  ["GET", "/healthz", 200],
  ["GET", "/metrics", 200],
  ["GET", "/api/fine", 200],
  ["GET", "/api/nothing", 404],
  ["GET", "/api/broken", 500],
] as const)("%s %s returns %i with every security header", async ([method, path, status]) => {
  const { url } = await start();
  const answer = await fetch(url + path, { method, redirect: "manual" });
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject(common);
  const policy = answer.headers.get("content-security-policy");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("only the page with the recorder may use the microphone, in every language", async () => {
  const { url } = await start();
  const policyOf = async (path: string) =>
    (await fetch(url + path)).headers.get("permissions-policy");
  const allowed = common["permissions-policy"].replace("microphone=()", "microphone=(self)");
  expect(await policyOf("/dashboard/introduction")).toBe(allowed);
  expect(await policyOf("/ar/dashboard/introduction")).toBe(allowed);
  for (const path of ["/dashboard", "/dashboard/introduction/more", "/login"]) {
    expect(await policyOf(path)).toBe(common["permissions-policy"]);
  }
});

test("pages may load and play sound only from the audio host", async () => {
  const policyWith = async (env?: Record<string, string>) => {
    const { url } = await start(env);
    return (await fetch(`${url}/login`)).headers.get("content-security-policy");
  };
  const host = "https://audio.example";
  const policy = await policyWith({ AUDIO_BASE_URL: host });
  expect(policy).toContain(`connect-src 'self' ${host};`);
  expect(policy).toContain(`media-src 'self' blob: ${host};`);
  expect(await policyWith()).toContain("media-src 'self' blob: http://127.0.0.1:4322;");
});

test("a page whose URL is a secret sends no referrer", async () => {
  const { url } = await startGateway({
    pages: (_, res) => sendPage(res, "hello", { "referrer-policy": "strict-origin" }),
  });
  const answer = await fetch(`${url}/progress/very-secret`);
  expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("only images for link previews and feed readers can be embedded by other sites", async () => {
  const { url } = await startGateway({
    files: {
      "icons/192.png": "png",
      "favicon.ico": "ico",
      "share/site.png": "png",
      "about/index.html": "<title>About</title>",
      "_astro/a.png": "png",
    },
    pages: (_req, res) => {
      res.writeHead(200, { "content-type": "image/png", ...kept() });
      res.end("png");
    },
  });
  const policyOf = async (path: string) =>
    (await fetch(url + path)).headers.get("cross-origin-resource-policy");
  // The first request renders the image, and the second one gets it from the cache.
  for (const path of [
    "/share/courses/crs_1.png",
    "/share/courses/crs_1.png",
    "/share/site.png",
    "/icons/192.png",
    "/favicon.ico",
  ]) {
    expect(await policyOf(path), path).toBe("cross-origin");
  }
  for (const path of ["/about", "/courses", "/share/x", "/x/share/a.png", "/_astro/a.png"]) {
    expect(await policyOf(path), path).toBe("same-origin");
  }
});

test("API responses have a content security policy that allows nothing to load", async () => {
  const { url } = await start();
  const { headers } = await fetch(`${url}/api/fine`);
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("a page's policy combines Astro's hashes with our directives", async () => {
  const { url } = await start({ SANDBOX_PORT: "4999" });
  const { headers } = await fetch(`${url}/login`);
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'self'; script-src 'self' 'sha256-abc='; style-src 'self'; font-src 'self' data:; img-src 'self' data:; connect-src 'self' http://127.0.0.1:4999; media-src 'self' blob: http://127.0.0.1:4999; form-action 'self' http://127.0.0.1:4999; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  );
});

test("only an HTTPS site makes browsers stay on HTTPS", async () => {
  const plain = await start();
  expect((await fetch(`${plain.url}/login`)).headers.has("strict-transport-security")).toBe(false);
  const secure = await start({ APP_URL: "https://halaqa.example" });
  expect((await fetch(`${secure.url}/login`)).headers.get("strict-transport-security")).toBe(
    "max-age=31536000",
  );
});

test.for([
  ["bytes that aren't HTTP", "hello\r\n\r\n", 400],
  ["a request without a host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["endless headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  [
    "an unknown expectation",
    "GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n",
    417,
  ],
  ["a backslash in the path", "GET /\\\\evil.example HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["U+0000 in the query", "GET /courses?search=%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400],
] as const)("a rejection of %s has the security headers too", async ([, request, status]) => {
  const { port } = await start();
  const answer = await exchange(port, request);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const [name, value] of Object.entries(common)) {
    expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
  }
  expect(answer).toContain("frame-ancestors 'none'");
});

test("only the app page can be shown in frames, with the headers that Zoom requires", async () => {
  const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";
  const { url } = await start({ SANDBOX_PORT: "4567" });
  const page = await fetch(`${url}/zoom/app`, { headers: { "x-zoom-app-context": "abc" } });
  expect(policyOf(page)).toContain("frame-ancestors http://127.0.0.1:4567 http://localhost:4567");
  expect(Object.fromEntries(page.headers)).toMatchObject({
    ...common,
    "strict-transport-security": "max-age=31536000",
    "cache-control": "no-store",
  });
  for (const path of ["/zoom/app/x", "/zoom/auth/callback", "/ZOOM/app", "/zoom/open/cls_1"]) {
    expect(policyOf(await fetch(url + path))).toContain("frame-ancestors 'none'");
  }
  const live = await start({
    ZOOM_CLIENT_ID: "own",
    ZOOM_CLIENT_SECRET: "s",
    ZOOM_WEBHOOK_SECRET: "w",
  });
  expect(policyOf(await fetch(`${live.url}/zoom/app`))).toContain(
    "frame-ancestors https://zoom.us https://*.zoom.us",
  );
});
