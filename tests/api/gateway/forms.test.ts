import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { exchange, startGateway } from "../../support/gateway.ts";

/** A gateway whose pages return the body that they received. */
const startEcho = () =>
  startGateway({
    files: { "contact.html": "<h1>Contact</h1>" },
    pages: async (req, res) => {
      const { body } = req as { body?: Buffer };
      res.end(`${req.method} ${req.url} ${body ?? (await text(req))}`);
    },
  });

test.for([
  "/contact/message",
  "/newsletter",
  "/newsletter/confirm",
  "/newsletter/unsubscribe?token=a",
  "/login?returnTo=/courses",
  "/signup",
  "/verify-otp",
])("a form reaches %s", async (path) => {
  const gateway = await startEcho();
  const response = await fetch(gateway.url + path, { method: "POST", body: "name=Sara" });
  expect(await response.text()).toBe(`POST ${path} name=Sara`);
});

test("a form without a Content-Length reaches its page completely", async () => {
  const { port } = await startEcho();
  const answer = await exchange(
    port,
    "POST /newsletter HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nname=Sara\r\n0\r\n\r\n",
  );
  expect(answer).toContain("POST /newsletter name=Sara");
});

test.for([
  ["POST", "/contact"],
  ["POST", "/newsletter/"],
  ["POST", "/contact/thanks"],
  ["POST", "/login/x"],
  ["PUT", "/contact/message"],
  ["DELETE", "/newsletter/unsubscribe"],
] as const)(
  "a form sent as %s to %s is rejected, because that page accepts no form",
  async ([method, path]) => {
    const gateway = await startEcho();
    const response = await fetch(gateway.url + path, { method });
    expect(response.status).toBe(405);
  },
);

test("a form larger than a megabyte is rejected before it is read", async () => {
  const gateway = await startEcho();
  const body = "a".repeat(1_048_577);
  const response = await fetch(`${gateway.url}/newsletter`, { method: "POST", body });
  expect(response.status).toBe(413);
});

test("the status line has the standard phrase of its status, whatever the page's handler wrote", async () => {
  const { port } = await startGateway({
    pages: (_req, res) => {
      // Astro's handler does this for a page that changes its status.
      res.statusMessage = "OK";
      res.writeHead(429, { "content-type": "text/html" });
      res.end("<h1>Please wait</h1>");
    },
  });
  const answer = await exchange(
    port,
    "POST /newsletter HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
});
