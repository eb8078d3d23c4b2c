import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, newEmail, password, writeCookies } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

/** Sends a request with the session cookie and exactly these headers. */
async function callWithCookie(path: string, headers: Record<string, string>, body?: string) {
  const { browser } = await join(app);
  const answer = await app.call("POST", `/api/auth${path}`, {
    headers: { cookie: writeCookies(browser.cookies), ...headers },
    body,
  });
  return { answer, browser };
}

describe.each(["/refresh", "/logout"])("a %s request with the session cookie", (path) => {
  test.each([
    ["no origin headers", {}],
    ["a foreign origin", { origin: "https://evil.example" }],
    ["an origin that starts with ours", { origin: "http://localhost:4321.evil.example" }],
    ["another port of this machine", { origin: "http://localhost:4399" }],
    ["an opaque origin", { origin: "null" }],
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["a same-site fetch from a sibling domain", { "sec-fetch-site": "same-site" }],
    ["a user-initiated request", { "sec-fetch-site": "none" }],
    [
      "our origin in a cross-site fetch",
      { origin: "http://localhost:4321", "sec-fetch-site": "cross-site" },
    ],
    [
      "a foreign origin and a bearer token",
      { origin: "https://evil.example", authorization: "Bearer a.b.c" },
    ],
  ])("is rejected with %s and changes nothing", async (_, headers) => {
    const { answer, browser } = await callWithCookie(path, headers as Record<string, string>);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await browser.post("/refresh")).status).toBe(200);
  });

  test.each([
    ["our public address", { origin: "http://localhost:4321" }],
    ["the same machine by IP address, in the demo", { origin: "http://127.0.0.1:4321" }],
    ["a same-origin fetch", { "sec-fetch-site": "same-origin" }],
  ])("is accepted with %s", async (_, headers) => {
    const { answer } = await callWithCookie(path, headers as Record<string, string>);
    expect(answer.status).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "is rejected with a body of %s",
    async (type) => {
      const headers = { origin: "http://localhost:4321", "content-type": type };
      const { answer, browser } = await callWithCookie(path, headers, "{}");
      expect(answer.status).toBe(415);
      expect((await browser.post("/refresh")).status).toBe(200);
    },
  );
});

test("outside the local demo, only the public URL counts as the site's own origin", async () => {
  const secure = await createTestApp({
    env: { APP_URL: "https://halaqa.example", RATE_LIMIT_FACTOR: "1000" },
    database: app.database,
  });
  const { browser } = await join(secure);
  const refresh = (origin: string) =>
    secure.call("POST", "/api/auth/refresh", {
      headers: { cookie: writeCookies(browser.cookies), origin },
    });
  expect((await refresh("http://halaqa.example")).status).toBe(403);
  expect((await refresh("https://halaqa.example")).status).toBe(200);
  await secure.close();
});

describe("the CORS policy", () => {
  const preflight = (origin: string) =>
    app.call("OPTIONS", "/api/auth/login", {
      headers: { origin, "access-control-request-method": "POST" },
    });

  test("allows the site's own origins", async () => {
    const { status, headers } = await preflight("http://127.0.0.1:4321");
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("http://127.0.0.1:4321");
    expect(headers.get("access-control-allow-credentials")).toBe("true");
    expect(headers.get("vary")).toContain("Origin");
  });

  test.each(["https://evil.example", "null", "http://localhost:4321.evil.example"])(
    "never echoes %s",
    async (origin) => {
      const { headers } = await preflight(origin);
      expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});

describe("the application key", () => {
  const body = () => ({ name: "Amina", email: newEmail(), password });

  test("may be missing or correct", async () => {
    expect((await createBrowser(app).post("/signup", body())).status).toBe(201);
    const right = await createBrowser(app).post("/signup", { ...body(), appKey: "halaqa-web" });
    expect(right.status).toBe(201);
  });

  test.each([
    "/login",
    "/signup",
    "/verify",
    "/logout",
    "/refresh",
    "/password/forgot",
    "/password/reset/usr_x",
    "/password/change/usr_x",
    "/resend",
  ])("is rejected by %s when it is wrong", async (path) => {
    for (const appKey of ["another", "", 7, null]) {
      expect((await createBrowser(app).post(path, { appKey })).status).toBe(401);
    }
  });
});

describe("API responses", () => {
  test("are never stored by caches", async () => {
    const browser = createBrowser(app);
    for (const path of ["/login", "/refresh", "/logout"]) {
      const { headers } = await browser.post(path, {});
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test.each([
    ["malformed", "{"],
    ["not an object", '"text"'],
    ["a list", "[]"],
    ["null", "null"],
    ["deeply nested", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["made of lists instead of text", '{"email":["a"],"password":{"b":1}}'],
    ["with U+0000", '{"email":"a\\u0000@example.org","password":"x"}'],
  ])("report an error for a request body that is %s", async (_, body) => {
    const answer = await app.call("POST", "/api/auth/login", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
  });
});
