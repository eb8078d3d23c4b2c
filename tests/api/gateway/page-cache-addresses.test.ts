/** Pages that are rendered for the cache on behalf of the address that requested them. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { findRequestAddress, readClientAddress } from "#server/http/client-address.ts";
import { kept, sendPage, startGateway } from "../../support/gateway.ts";

/** Requests a page from its own loopback address, or through a proxy that adds headers. */
async function read(
  url: string,
  { from = "127.0.0.1", headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number | undefined; body: string }> {
  const res = await new Promise<IncomingMessage>((resolve, reject) =>
    httpRequest(url, { localAddress: from, headers, agent: false })
      .once("response", resolve)
      .once("error", reject)
      .end(),
  );
  return { status: res.statusCode, body: await text(res) };
}

function recordingPages(trustProxy: number) {
  const addresses: string[] = [];
  const render = (req: IncomingMessage, res: ServerResponse) => {
    addresses.push(findRequestAddress(req, trustProxy));
    sendPage(res, `<title>${req.url}</title>`, kept());
  };
  return { addresses, render };
}

test("a page that is rendered for the cache counts against the address that requested it", async () => {
  const { addresses, render } = recordingPages(0);
  const { url } = await startGateway({ pages: render });
  await read(`${url}/courses`, { from: "127.0.0.2" });
  await read(`${url}/teachers?search=a`, { from: "127.0.0.3" });
  expect(addresses).toEqual(["127.0.0.2", "127.0.0.3"]);
});

test("behind a proxy, a page for the cache counts against the visitor's address", async () => {
  const { addresses, render } = recordingPages(1);
  const { url } = await startGateway({ pages: render, env: { TRUST_PROXY: "1" } });
  await read(`${url}/courses`, { headers: { "x-forwarded-for": "203.0.113.7" } });
  await read(`${url}/teachers`, { headers: { "x-forwarded-for": "2001:db8:1:2:3::4" } });
  expect(addresses).toEqual(["203.0.113.7", "2001:db8:1:2::/64"]);
});

test("an API list for the cache counts against the address that requested it", async () => {
  const addresses: string[] = [];
  const api = new Hono().get("/api/courses", (c) => {
    addresses.push(readClientAddress(c, 0));
    return c.json({ ok: true }, 200, kept());
  });
  const { url } = await startGateway({ api });
  await read(`${url}/api/courses`, { from: "127.0.0.2" });
  expect(addresses).toEqual(["127.0.0.2"]);
});

/** Pages whose first render behaves as given and whose later renders succeed. */
function firstDiffers(first: (res: ServerResponse) => void) {
  let renders = 0;
  return (_: IncomingMessage, res: ServerResponse) => {
    renders += 1;
    if (renders === 1) first(res);
    else sendPage(res, "<title>in time</title>", kept());
  };
}

test("a visitor does not wait for a page that a congested address renders", async () => {
  let congested: ServerResponse | undefined;
  const { url } = await startGateway({
    pages: firstDiffers((res) => {
      congested = res;
    }),
  });
  const slow = read(`${url}/courses`, { from: "127.0.0.2" });
  await expect.poll(() => congested).toBeDefined();
  const other = await read(`${url}/courses`, { from: "127.0.0.3" });
  expect(other).toMatchObject({ status: 200, body: expect.stringContaining("in time") });
  if (congested) sendPage(congested, "<title>late</title>", kept());
  expect((await slow).body).toContain("late");
});

test("a visitor gets the page even if the render of a congested address is refused", async () => {
  let congested: ServerResponse | undefined;
  const { url } = await startGateway({
    pages: firstDiffers((res) => {
      congested = res;
    }),
  });
  const refused = read(`${url}/courses`, { from: "127.0.0.2" });
  await expect.poll(() => congested).toBeDefined();
  const other = read(`${url}/courses`, { from: "127.0.0.3" });
  congested?.writeHead(429, { "content-type": "text/html" }).end("busy");
  expect((await refused).status).toBe(429);
  expect(await other).toMatchObject({ status: 200, body: expect.stringContaining("in time") });
});
