import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { createLog } from "#server/monitoring/log.ts";
import { sendPage, startGateway } from "../../support/gateway.ts";

test("each processed request has one log line with its ID and without its query", async () => {
  const api = new Hono().get("/api/thing", (c) => c.json({ id: c.req.header("x-request-id") }));
  const { url, log } = await startGateway({ api });
  const answer = await fetch(`${url}/api/thing?token=very-secret`);
  const id = answer.headers.get("x-request-id");
  expect(await answer.json()).toEqual({ id });
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(log[0]).toMatchObject({
    msg: "request",
    level: "info",
    requestId: id,
    method: "GET",
    path: "/api/thing",
    status: 200,
  });
  expect(JSON.stringify(log)).not.toContain("very-secret");
});

test("the URL of a calendar feed, which grants access to it, stays out of the log", async () => {
  const api = new Hono().get("/calendar/:file", (c) => c.text("BEGIN:VCALENDAR"));
  const { url, log } = await startGateway({ api });
  expect((await fetch(`${url}/calendar/very-secret.ics`)).status).toBe(200);
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(log[0]).toMatchObject({ path: "/calendar/…", status: 200 });
  expect(JSON.stringify(log)).not.toContain("very-secret");
});

test("the URL of a guardian's page stays out of the log", async () => {
  const { url, log } = await startGateway({ pages: (_, res) => sendPage(res, "hello") });
  await fetch(`${url}/progress/very-secret`);
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(log[0]).toMatchObject({ path: "/progress/…" });
  expect(JSON.stringify(log)).not.toContain("very-secret");
});

test("a request ID from outside is kept when it is well-formed", async () => {
  const { url } = await startGateway({ pages: (_, res) => sendPage(res, "hello") });
  const idFor = async (given: string) =>
    (await fetch(`${url}/login`, { headers: { "x-request-id": given } })).headers.get(
      "x-request-id",
    );
  expect(await idFor("from-the-proxy-1")).toBe("from-the-proxy-1");
  expect(await idFor("no good")).toMatch(/^[\da-f-]{36}$/);
});

test("cached responses and probes are not logged", async () => {
  const { url, log } = await startGateway({ files: { "about/index.html": "About" } });
  for (const path of ["/about", "/healthz", "/readyz"]) await fetch(url + path);
  await fetch(`${url}/nowhere`);
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(log[0]).toMatchObject({ path: "/nowhere" });
});

test("an error in a page is logged, but not shown to the visitor", async () => {
  const { url, log } = await startGateway({
    pages: () => {
      throw new Error("the inner reason");
    },
  });
  const answer = await fetch(`${url}/login`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("the inner reason");
  expect(JSON.stringify(log)).toContain("the inner reason");
});

test("secrets never reach the log, whatever object contains them", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  log.info({
    password: "s3cret",
    headers: { authorization: "Bearer s3cret", cookie: "a=s3cret", "set-cookie": ["b=s3cret"] },
    body: { newPassword: "s3cret", code: "s3cret", accessToken: "s3cret", token: "s3cret" },
    input: { currentPassword: "s3cret", otp: "s3cret", refreshToken: "s3cret" },
    req: { headers: { authorization: "s3cret" } },
  });
  expect(lines.join()).not.toContain("s3cret");
  expect(lines.join()).toContain("[redacted]");
});
