/** Cached responses are sent as prepared bytes, which must equal what Node.js would send. */
import { expect, it } from "vitest";
import { exchange, get, kept, sendPage, startGateway } from "../../support/gateway.ts";

const page = `<p>${"the same words ".repeat(100)}</p>`;
const start = () =>
  startGateway({
    files: { "words.txt": "plain words" },
    pages: (_, res) => sendPage(res, page, kept()),
  });

const ask = (path: string, lines: string[] = [], method = "GET", version = "1.1") =>
  [`${method} ${path} HTTP/${version}`, "Host: a", ...lines, "", ""].join("\r\n");

it("a cached page has the headers of the original response, and a date", async () => {
  const { url } = await start();
  const made = await get(`${url}/courses`);
  const again = await get(`${url}/courses`);
  const expected = { ...made.headers };
  // These headers belong to one request, or name scripts that this page doesn't contain.
  for (const own of ["transfer-encoding", "x-request-id", "content-security-policy"]) {
    delete expected[own];
  }
  expect(again.headers).toMatchObject({ ...expected, date: expect.any(String) });
  expect(Math.abs(Date.parse(String(again.headers.date)) - Date.now())).toBeLessThan(5_000);
  expect(again.headers["content-length"]).toBe(String(Buffer.byteLength(page)));
  expect(again.body.toString()).toBe(page);
});

it("pipelined requests on one connection are answered in order", async () => {
  const { url, port } = await start();
  await get(`${url}/courses`);
  const text = await exchange(
    port,
    ask("/words.txt") +
      ask("/courses") +
      ask("/words.txt") +
      ask("/words.txt", ["Connection: close"]),
  );
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
  expect(text.match(/plain words/g)).toHaveLength(3);
  expect(text.indexOf("the same words")).toBeGreaterThan(text.indexOf("plain words"));
  expect(text.match(/Connection: keep-alive\r\nKeep-Alive: timeout=65/g)).toHaveLength(3);
  expect(text.match(/Connection: close/g)).toHaveLength(1);
});

it("closing connections, HEAD requests and HTTP/1.0 get the right response", async () => {
  const { port } = await start();
  const closing = await exchange(port, ask("/words.txt", ["Connection: close"]));
  expect(closing).toMatch(/Connection: close.*\r\n\r\nplain words$/s);
  const head = await exchange(port, ask("/words.txt", ["Connection: close"], "HEAD"));
  expect(head).toMatch(/Content-Length: 11.*\r\n\r\n$/s);
  const old = await exchange(port, ask("/words.txt", [], "GET", "1.0"));
  expect(old).toMatch(/plain words$/);
  expect(old).not.toContain("keep-alive");
});

it("a cached page sends identical bytes as time passes", async () => {
  const { url } = await start();
  const sent = async () => (await get(`${url}/courses`, { "accept-encoding": "br" })).body;
  await sent();
  const first = await sent();
  const date = async () => (await get(`${url}/courses`)).headers.date;
  const begun = await date();
  await expect.poll(date, { timeout: 60_000 }).not.toBe(begun);
  expect((await sent()).equals(first)).toBe(true);
});
