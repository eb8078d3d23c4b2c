/**
 * Each resource has one spelling of its URL, and the framework's own endpoints are not reachable.
 */
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import {
  exchange,
  kept,
  sendPage,
  sessionCookieHeader,
  startGateway,
} from "../../support/gateway.ts";

const send = (port: number, target: string, method = "GET", headers = "") =>
  exchange(port, `${method} ${target} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`);

/** A site that records which URLs its pages were requested with. */
async function startSite() {
  const rendered: string[] = [];
  const gateway = await startGateway({
    pages: (req, res) => {
      rendered.push(req.url ?? "");
      sendPage(res, "a page", kept());
    },
    api: new Hono().all("*", (c) => c.json({ path: c.req.path })),
    files: { "_astro/app.Ab12.js": "1", "about/index.html": "About" },
  });
  return { ...gateway, rendered };
}

test.for([
  "/_image",
  "/_image?href=/icons/icon-512.png&w=4000&f=avif",
  "/_image/",
  "/_image/x",
  "//_image",
  "///_image?w=1",
  "/./_image",
  "/courses/../_image",
  "/courses/%2e%2E/_image",
  "/%5Fimage",
  "/%5fimage",
  "/_%69mage",
  "/%255Fimage",
  "/%25255Fimage",
  "/%2561pi/courses",
  "/_IMAGE",
  "/_image;a=b",
  "/_image%2F",
  "/_server-islands/Header",
  "/_server%2Dislands/Header",
  "/_actions/enroll",
  "/_astro/../_actions/enroll",
  "/_astro/gone.js",
  "/_something-of-the-next-version",
  "http://any.example/_image?w=1",
])("the framework's own endpoint %s returns 404 and never runs", async (target) => {
  const { port, rendered } = await startSite();
  for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
    const body = method === "POST" ? "Content-Length: 0\r\n" : "";
    expect(await send(port, target, method, body)).toMatch(/^HTTP\/1.1 404 /);
  }
  expect(rendered).toEqual([]);
});

test.for([
  ["/courses/crs_1", "/courses/%63rs_1"],
  ["/courses/crs_1", "/%63ourses/crs%5F1"],
  ["/courses/crs_1", "//courses///crs_1"],
  ["/courses/crs_1", "/./courses/x/../crs_1"],
  ["/courses/crs_1", "/%2e/courses/crs_1?utm_source=mail"],
  ["/share/courses/crs_1.png", "/share/courses/crs_1%2Epng?size=9"],
  ["/courses/a%C3%A9", "/courses/a%c3%a9"],
  ["/courses?level=a&page=2", "/%63ourses?page=%32&x=1&level=%61"],
] as const)("%s has one cache entry, even when it is requested as %s", async ([plain, odd]) => {
  const { port, rendered } = await startSite();
  for (const target of [plain, odd, plain]) {
    expect(await send(port, target)).toMatch(/^HTTP\/1.1 200 /);
  }
  expect(rendered).toEqual([plain]);
});

test.for(["/%61pi/courses", "/a%70i/courses", "//api//courses", "/x/%2E%2E/api/courses"])(
  "%s is treated as an API call, not a page",
  async (target) => {
    const { port, rendered } = await startSite();
    expect(await send(port, target)).toContain('{"path":"/api/courses"}');
    expect(rendered).toEqual([]);
  },
);

test.for([
  "/about%00",
  "/a%0ab",
  "/a%5Cb",
  "/a\\b",
  "/%zz",
  "/%ff",
  "/a\xff",
  "/courses?search=%00",
  "/%C2%85",
])("%s is rejected before any page or API call handles it", async (target) => {
  const { port, rendered } = await startSite();
  expect(await send(port, target)).toMatch(/^HTTP\/1.1 400 /);
  expect(rendered).toEqual([]);
});

test.for([
  "/progress/very-secret",
  "/%70rogress/very-secret",
  "/progress%2Fvery-secret",
  "/Progress/very-secret",
  "//calendar/very-secret.ics",
  "/calendar%2fvery-secret.ics",
  "/%2563alendar/very-secret.ics",
  "/pages/kqG7vX2mPz0aYc4RtLw9uNb1",
])("the secret in %s stays out of the log", async (target) => {
  const { port, log } = await startSite();
  await send(port, target);
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(JSON.stringify(log)).not.toMatch(/very-secret|kqG7vX2mPz0/);
});

test("paths and IDs stay readable in the log", async () => {
  const { port, log } = await startSite();
  await send(port, "/dashboard/classes/crs_V1StGXR8_Z5jdHi6B-myT?token=very-secret");
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(log[0]).toMatchObject({ path: "/dashboard/classes/crs_V1StGXR8_Z5jdHi6B-myT" });
});

test("a request with a forged session cookie gets the cached page, and one with a valid cookie gets its own page", async () => {
  const { url, rendered } = await startSite();
  const ask = async (cookie: string) => {
    const answer = await fetch(`${url}/courses/crs_1`, { headers: { cookie } });
    await answer.text();
  };
  const real = sessionCookieHeader();
  const forged = [
    "halaqa-session=a",
    "halaqa-session=ses_1.secret.tag",
    `${real.slice(0, -1)}${real.endsWith("A") ? "B" : "A"}`,
    `${real}.more`,
    real.replace("ses_1", "ses_2"),
    `x=1; halaqa-session=; y=${real}`,
  ];
  for (const cookie of forged) await ask(cookie);
  expect(rendered).toHaveLength(1);
  await ask(real);
  await ask(`theme=dark; ${real}`);
  expect(rendered).toHaveLength(3);
});

const withHost = (port: number, host: string, target: string, version = "1.1") =>
  exchange(port, `GET ${target} HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

test.for([
  "x@evil.example",
  "user:secret@a",
  "a b",
  "a/b",
  "a?b",
  "a#b",
  "a:99999",
  "a:b",
  "[::g]",
  "[::1",
  "1.2.3.4.5",
  "a%00",
  "",
])("a request for the host “%s” returns 400 and is never handled", async (host) => {
  const { port, rendered } = await startSite();
  for (const target of ["/courses", "/api/courses", "/healthz"]) {
    expect(await withHost(port, host, target)).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(rendered).toEqual([]);
});

test.for(["a", "a.example:443", "127.0.0.1:4321", "[::1]:80", "xn--mnchen-3ya.example"])(
  "a request for the host %s is handled",
  async (host) => {
    const { port } = await startSite();
    expect(await withHost(port, host, "/api/courses")).toMatch(/^HTTP\/1\.1 200 /);
  },
);
