import type { ServerResponse } from "node:http";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { concurrentRenders } from "#server/gateway/limits/render-turns.ts";
import { get, kept, sendPage, sessionCookieHeader, startGateway } from "../../support/gateway.ts";

/** Pages that start rendering at once and finish on demand. */
function heldPages(headers: Record<string, string> = kept()) {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  return {
    begun,
    render: (req: { url?: string }, res: ServerResponse) =>
      new Promise<void>((resolve) => {
        begun.push(req.url ?? "");
        const end = () => {
          sendPage(res, `<title>${req.url}</title>`, headers);
          resolve();
        };
        if (isOpen) end();
        else held.push(end);
      }),
    open: () => {
      isOpen = true;
      for (const end of held.splice(0)) end();
    },
  };
}

const from = (address: string, headers: Record<string, string> = {}) => ({
  "x-forwarded-for": address,
  ...headers,
});
const env = { TRUST_PROXY: "1" };

test.each([
  ["new searches", (i: number) => `/courses?search=word${i}`, {}],
  ["parameters of one course", (i: number) => `/courses/crs_1?page=${i + 2}`, {}],
  ["calls of the public list", (i: number) => `/api/courses?search=word${i}`, {}],
  [
    "calls of the public list from another site",
    (i: number) => `/api/courses?search=word${i}`,
    { origin: "https://other.example" },
  ],
  [
    "calls of the public list with a token",
    () => "/api/courses?search=word",
    { authorization: "Bearer forged" },
  ],
  ["personal pages", () => "/dashboard", { cookie: sessionCookieHeader() }],
  ["pages that don't exist", (i: number) => `/nothing/${i}`, {}],
])(
  "a flood of %s is rendered a few at a time, and other clients take turns",
  async (_, path, own) => {
    const pages = heldPages();
    const api = new Hono().get("/api/courses", async (c) => {
      await new Promise<void>((resolve) => {
        void pages.render({ url: "/api/courses" }, {
          writeHead() {},
          end: () => resolve(),
        } as unknown as ServerResponse);
      });
      return c.json({}, 200, kept());
    });
    const { url } = await startGateway({ pages: pages.render, api, env });
    const flood = Array.from({ length: 260 }, (_each, i) =>
      get(url + path(i), from("203.0.113.1", own)),
    );
    const refused = await Promise.any(
      flood.map(async (each) => {
        const answer = await each;
        return answer.status === 429 ? answer : Promise.reject(new Error("rendered"));
      }),
    );
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.headers["x-content-type-options"]).toBe("nosniff");
    // A person who sees the error as a page doesn't have to do anything.
    const reload = /<meta http-equiv="refresh" content="[5-9]">/;
    if (refused.headers["content-type"] !== "application/json")
      expect(String(refused.body)).toMatch(reload);
    expect(pages.begun.length).toBeLessThan(60);
    const other = get(`${url}/teachers`, from("203.0.113.2"));
    pages.open();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(200);
  },
);

test("another client's page is rendered next, however many requests one address has queued", async () => {
  const pages = heldPages();
  const { url } = await startGateway({ pages: pages.render, env });
  const flood = Array.from({ length: 100 }, (_, i) =>
    get(`${url}/courses?search=${i}`, from("203.0.113.1")),
  );
  await vi.waitFor(() => expect(pages.begun.length).toBeGreaterThanOrEqual(concurrentRenders));
  const other = get(`${url}/teachers`, from("203.0.113.2"));
  await vi.waitFor(() => expect(pages.begun).toContain("/teachers"), { timeout: 60_000 });
  expect(pages.begun.length).toBeLessThan(60);
  pages.open();
  expect((await other).status).toBe(200);
  for (const each of flood) expect((await each).status).toBe(200);
});

test("cached pages, files and probes never wait for a render turn", async () => {
  const pages = heldPages();
  const files = { "about.html": "<h1>About</h1>" };
  const { url } = await startGateway({
    pages: (req, res) => (req.url === "/" ? sendPage(res, "kept", kept()) : pages.render(req, res)),
    files,
    env,
  });
  await get(url);
  const flood = Array.from({ length: 50 }, (_, i) => get(`${url}/courses?search=${i}`));
  await vi.waitFor(() => expect(pages.begun.length).toBeGreaterThanOrEqual(concurrentRenders));
  for (const path of ["/", "/about", "/healthz"]) {
    expect((await get(url + path)).status, path).toBe(200);
  }
  pages.open();
  await Promise.all(flood);
});
