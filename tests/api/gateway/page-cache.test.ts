import { createHash } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { get, kept, sendPage, sessionCookieHeader, startGateway } from "../../support/gateway.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A page that counts how often it is rendered and can be paused. */
function countingPage(headers: Record<string, string> = kept()) {
  const made: string[] = [];
  const seen: Record<string, unknown>[] = [];
  const page = {
    made,
    seen,
    headers,
    gate: Promise.resolve(),
    render: async (
      req: { url?: string; headers: Record<string, unknown> },
      res: ServerResponse,
    ) => {
      made.push(req.url ?? "");
      seen.push(req.headers);
      const number = made.length;
      await page.gate;
      sendPage(res, `<title>${req.url} ${number}</title>${"text ".repeat(300)}`, page.headers);
    },
  };
  return page;
}

const read = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url, init);
  const html = await answer.text();
  return { answer, title: /<title>(.*)<\/title>/.exec(html)?.[1], html };
};

test("a cacheable page is rendered once and then sent from memory", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render });
  const first = await read(`${url}/courses`);
  const second = await read(`${url}/courses`);
  expect(second.html).toBe(first.html);
  expect(page.made).toEqual(["/courses"]);
  expect(second.answer.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(second.answer.headers.get("content-encoding")).toBe("gzip");
});

test("the cache headers are not sent to clients", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render });
  for (let i = 0; i < 2; i += 1) {
    const { answer } = await read(`${url}/courses`);
    expect(answer.headers.has("cdn-cache-control")).toBe(false);
    expect(answer.headers.has("cache-tag")).toBe(false);
  }
});

test("a client that has the page gets 304 until the page changes", async () => {
  const page = countingPage();
  const { url, cache } = await startGateway({ pages: page.render });
  await read(`${url}/courses`);
  const { answer } = await read(`${url}/courses`);
  const condition = { "if-none-match": answer.headers.get("etag") ?? "" };
  expect((await get(`${url}/courses`, condition)).status).toBe(304);
  cache.purge(["courses"]);
  await read(`${url}/courses`);
  expect((await get(`${url}/courses`, condition)).status).toBe(200);
});

test.for([
  ["a page without cache headers", {}],
  ["a page that sets a cookie", { ...kept(), "set-cookie": "a=1" }],
  ["a private page", { ...kept(), "cache-control": "private" }],
] as const)("%s is rendered for every request", async ([, headers]) => {
  const page = countingPage(headers);
  const { url } = await startGateway({ pages: page.render });
  await read(`${url}/courses`);
  await read(`${url}/courses`);
  expect(page.made).toHaveLength(2);
});

test("a page outside the list of cached paths is rendered for every request", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render });
  await read(`${url}/dashboard?tab=1`);
  await read(`${url}/dashboard?tab=1`);
  expect(page.made).toEqual(["/dashboard?tab=1", "/dashboard?tab=1"]);
});

test("error responses are not cached", async () => {
  let broken = true;
  const { url } = await startGateway({
    pages: (_, res) => {
      if (!broken) return sendPage(res, "<title>fine</title>", kept());
      res.writeHead(503, { "content-type": "text/html", ...kept() });
      return res.end("away");
    },
  });
  expect((await fetch(`${url}/courses`)).status).toBe(503);
  broken = false;
  expect((await fetch(`${url}/courses`)).status).toBe(200);
});

test("only known query parameters create a separate cache entry, whatever their order", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render });
  await read(`${url}/courses?utm_source=mail&page=2&level=Beginner&search=`);
  await read(`${url}/courses?level=Beginner&fbclid=1&page=2`);
  await read(`${url}/courses?page=3`);
  expect(page.made).toEqual(["/courses?level=Beginner&page=2", "/courses?page=3"]);
});

test("a public page is rendered without any visitor's cookie, token or host", async () => {
  const page = countingPage();
  const { url } = await startGateway({
    pages: page.render,
    env: { APP_URL: "https://halaqa.example" },
  });
  await read(`${url}/courses`, {
    headers: { cookie: "halaqa-session=a", authorization: "Bearer a" },
  });
  expect(page.seen[0]).not.toHaveProperty("cookie");
  expect(page.seen[0]).not.toHaveProperty("authorization");
  expect(page.seen[0]?.host).toBe("halaqa.example");
});

test("a page that shows more to logged-in people is rendered for each of them and not cached", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render });
  const cookie = `theme=dark; ${sessionCookieHeader()}`;
  await read(`${url}/courses/1?enrolled=1&x=2`, { headers: { cookie } });
  expect(page.made).toEqual(["/courses/1?enrolled=1&x=2"]);
  expect(page.seen[0]?.cookie).toBe(cookie);
  expect((await read(`${url}/courses/1`)).title).toBe("/courses/1 2");
  expect((await read(`${url}/courses/1`, { headers: { cookie } })).title).toBe("/courses/1 3");
  expect((await read(`${url}/courses/1`)).title).toBe("/courses/1 2");
});

test("simultaneous requests for a page wait for one render", async () => {
  const page = countingPage();
  const gate = Promise.withResolvers<void>();
  page.gate = gate.promise;
  const { url } = await startGateway({ pages: page.render });
  const answers = Array.from({ length: 20 }, () => read(`${url}/courses`));
  await vi.waitFor(() => expect(page.made).toHaveLength(1));
  gate.resolve();
  const titles = (await Promise.all(answers)).map(({ title }) => title);
  expect(new Set(titles)).toEqual(new Set(["/courses 1"]));
  expect(page.made).toHaveLength(1);
});

test("a purge drops the pages with the tag and no others", async () => {
  const page = countingPage();
  const { url, cache } = await startGateway({
    pages: (req, res) => {
      page.headers = kept(req.url === "/courses" ? "courses, course:1" : "teachers");
      return page.render(req, res);
    },
  });
  for (const path of ["/courses", "/teachers"]) await read(url + path);
  cache.purge(["course:1"]);
  expect((await read(`${url}/courses`)).title).toBe("/courses 3");
  expect((await read(`${url}/teachers`)).title).toBe("/teachers 2");
});

test("a render that began before a purge is neither cached nor sent to later requests", async () => {
  const page = countingPage();
  const gate = Promise.withResolvers<void>();
  page.gate = gate.promise;
  const { url, cache } = await startGateway({ pages: page.render });
  const early = read(`${url}/courses`);
  await vi.waitFor(() => expect(page.made).toHaveLength(1));
  cache.purge(["courses"]);
  const late = read(`${url}/courses`);
  await vi.waitFor(() => expect(page.made).toHaveLength(2));
  gate.resolve();
  expect((await early).title).toBe("/courses 1");
  expect((await late).title).toBe("/courses 2");
  expect((await read(`${url}/courses`)).title).toBe("/courses 2");
});

test("a purge of other tags does not discard a running render", async () => {
  const page = countingPage();
  const gate = Promise.withResolvers<void>();
  page.gate = gate.promise;
  const { url, cache } = await startGateway({ pages: page.render });
  const early = read(`${url}/courses`);
  await vi.waitFor(() => expect(page.made).toHaveLength(1));
  cache.purge(["students"]);
  gate.resolve();
  await early;
  expect((await read(`${url}/courses`)).title).toBe("/courses 1");
});

test("an expired page is sent once more while a new one is rendered, and not after that", async () => {
  const page = countingPage(kept("courses", "max-age=60, stale-while-revalidate=60"));
  const { url } = await startGateway({ pages: page.render });
  await read(`${url}/courses`);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect((await read(`${url}/courses`)).title).toBe("/courses 1");
  await vi.waitFor(async () => expect((await read(`${url}/courses`)).title).toBe("/courses 2"));
  vi.setSystemTime(Date.now() + 121_000);
  expect((await read(`${url}/courses`)).title).toBe("/courses 3");
});

test("an expired page is still sent while a new one cannot be rendered", async () => {
  let broken = false;
  let tries = 0;
  const { url } = await startGateway({
    pages: (_, res) => {
      tries += 1;
      if (broken) return res.destroy();
      return sendPage(
        res,
        "<title>fine</title>",
        kept("a", "max-age=1, stale-while-revalidate=99"),
      );
    },
  });
  await read(`${url}/courses`);
  broken = true;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2_000 });
  expect((await read(`${url}/courses`)).title).toBe("fine");
  await vi.waitFor(() => expect(tries).toBe(2));
  expect((await read(`${url}/courses`)).title).toBe("fine");
});

test("the cache stays within its size and drops the least recently used pages", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render, cacheBytes: 60_000 });
  for (let number = 1; number <= 30; number += 1) await read(`${url}/courses?page=${number}`);
  await read(`${url}/courses?page=30`);
  expect(page.made).toHaveLength(30);
  await read(`${url}/courses?page=1`);
  expect(page.made).toHaveLength(31);
});

test("the first reader receives the page while it is being rendered", async () => {
  const gate = Promise.withResolvers<void>();
  const { url } = await startGateway({
    pages: async (_, res) => {
      res.writeHead(200, { "content-type": "text/html", ...kept() });
      res.write("<p>Loading…</p>");
      await gate.promise;
      res.end("<p>Courses</p>");
    },
  });
  const answer = await fetch(`${url}/courses`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("<p>Loading…</p>");
  gate.resolve();
  expect((await reader?.read())?.value).toBe("<p>Courses</p>");
});

test("a first reader who disconnects does not interrupt the page for others", async () => {
  const page = countingPage();
  const gate = Promise.withResolvers<void>();
  page.gate = gate.promise;
  const { url, port } = await startGateway({ pages: page.render });
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET /courses HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(page.made).toHaveLength(1));
  const other = read(`${url}/courses`);
  socket.destroy();
  gate.resolve();
  expect((await other).title).toBe("/courses 1");
});

test("a render that fails halfway ends its response and is not cached", async () => {
  let broken = true;
  const { url, log } = await startGateway({
    pages: (_, res) => {
      if (!broken) return sendPage(res, "<title>fine</title>", kept());
      res.writeHead(200, { "content-type": "text/html", ...kept() });
      res.write("half");
      return setImmediate(() => res.destroy());
    },
  });
  await expect(read(`${url}/courses`)).rejects.toThrow();
  expect(log).toContainEqual(expect.objectContaining({ level: "error" }));
  broken = false;
  expect((await read(`${url}/courses`)).title).toBe("fine");
});

test("HEAD for an uncached page reports its length and renders it for the next request", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render });
  const head = await fetch(`${url}/courses`, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect((await read(`${url}/courses`)).answer.headers.get("content-length")).toBe(
    head.headers.get("content-length"),
  );
  expect(page.made).toHaveLength(1);
});

test("a public API list is cached too, but not for other origins and logged-in callers", async () => {
  let made = 0;
  const api = new Hono().get("/api/courses", (c) => {
    made += 1;
    for (const [name, value] of Object.entries(kept())) c.header(name, value);
    return c.json({ made });
  });
  const { url } = await startGateway({ api });
  const ask = async (headers: Record<string, string> = {}) =>
    (await fetch(`${url}/api/courses?limit=1`, { headers })).json();
  expect(await ask()).toEqual({ made: 1 });
  expect(await ask()).toEqual({ made: 1 });
  expect(await ask({ origin: "http://localhost:4321" })).toEqual({ made: 2 });
  expect(await ask({ authorization: "Bearer a.b.c" })).toEqual({ made: 3 });
  expect(await ask()).toEqual({ made: 1 });
});

test("pages with a query string never evict popular pages", async () => {
  const page = countingPage();
  const { url } = await startGateway({ pages: page.render, cacheBytes: 80_000 });
  await read(`${url}/courses`);
  for (let number = 0; number < 100; number += 1) await read(`${url}/courses?search=${number}`);
  expect(page.made).toHaveLength(101);
  await read(`${url}/courses`);
  expect(page.made).toHaveLength(101);
  await read(`${url}/courses?search=0`);
  expect(page.made).toHaveLength(102);
});

test("a very long page that stays in the cache for hours is later sent in fewer bytes", async () => {
  const lines = Array.from({ length: 16_000 }, (_, line) => `<li>${(line * 7919) % 9_973} verses`);
  const html = lines.join("\n");
  let rendered = 0;
  const { url } = await startGateway({
    pages: (_req, res) => {
      rendered += 1;
      sendPage(res, html, kept("", "max-age=86400"));
    },
  });
  const read = async () => {
    const { body, headers } = await get(`${url}/quran/2`, { "accept-encoding": "br" });
    expect(brotliDecompressSync(body).toString()).toBe(html);
    return { bytes: body.length, etag: headers.etag };
  };
  const best = brotliCompressSync(html).length;
  expect((await read()).bytes).toBeGreaterThan(best);
  await expect.poll(async () => (await read()).bytes, { timeout: 60_000 }).toBe(best);
  const { etag } = await read();
  expect(etag).toBeTruthy();
  expect(rendered).toBe(1);
});

test("a cached page keeps the hash of its script, whatever the names of people and courses are", async () => {
  const hash = `sha256-${createHash("sha256").update("run()").digest("base64")}`;
  const { url } = await startGateway({
    pages: (_req, res) =>
      sendPage(res, '<a aria-label="View <script>">View</a><script>run()</script>', {
        ...kept(),
        "content-security-policy": `script-src 'self' '${hash}' 'sha256-abc='`,
      }),
  });
  await read(`${url}/courses`);
  const { answer } = await read(`${url}/courses`);
  const policy = answer.headers.get("content-security-policy");
  expect(policy).toContain(hash);
  expect(policy).not.toContain("sha256-abc=");
});
