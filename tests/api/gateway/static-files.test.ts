import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { fillPage, openSettings, readPageSettings } from "#server/gateway/page-settings.ts";
import { createSecurityHeaders } from "#server/gateway/security-headers.ts";
import { precompress } from "#server/gateway/static-files/precompress.ts";
import { loadStaticFiles } from "#server/gateway/static-files/static-files.ts";
import { unchangedSettings } from "#server/settings/settings-defaults.ts";
import { exchange, get, startGateway, testConfig } from "../../support/gateway.ts";

const text = "Bismillah. ".repeat(200);
const files = {
  "index.html": `<!doctype html><title>Home</title>${text}`,
  "about/index.html": `<!doctype html><meta http-equiv="content-security-policy" content="script-src 'self' 'sha256-gone='; style-src 'self';"><title>About</title>${text}`,
  "_astro/app.Ab12.js": `console.log("${text}")`,
  "favicon.svg": `<svg>${text}</svg>`,
  "robots.txt": "User-agent: *",
  "404.html": "<title>Not here</title>",
  "a file.txt": "with a space",
};

const readTestSettings = (config = testConfig()) =>
  readPageSettings({ config, settings: unchangedSettings(config) });

test("a prerendered page is served at its path with its type and length", async () => {
  const { url } = await startGateway({ files });
  const page = await get(`${url}/about`);
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body.toString()).toContain("<title>About</title>");
  expect(page.headers["content-length"]).toBe(String(page.body.length));
  expect((await get(`${url}/`)).body.toString()).toContain("<title>Home</title>");
});

test("a file is sent in the best encoding that the client accepts", async () => {
  const { url } = await startGateway({ files });
  const encodingFor = async (accepted: string) =>
    (await get(`${url}/about`, { "accept-encoding": accepted })).headers["content-encoding"];
  expect(await encodingFor("gzip, deflate, br, zstd")).toBe("br");
  expect(await encodingFor("gzip, br;q=0")).toBe("gzip");
  expect(await encodingFor("zstd")).toBeUndefined();
  expect((await get(`${url}/about`)).headers.vary).toBe("Accept-Encoding");
  expect(await (await fetch(`${url}/about`)).text()).toBe(files["about/index.html"]);
});

test("a small file is sent uncompressed", async () => {
  const { url } = await startGateway({ files });
  const file = await get(`${url}/robots.txt`, { "accept-encoding": "br" });
  expect(file.headers["content-encoding"]).toBeUndefined();
  expect(file.body.toString()).toBe("User-agent: *");
});

test("files with a hash in their name are immutable, and pages are revalidated", async () => {
  const { url } = await startGateway({ files });
  const caching = async (path: string) => (await get(url + path)).headers["cache-control"];
  expect(await caching("/_astro/app.Ab12.js")).toBe("public, max-age=31536000, immutable");
  expect(await caching("/about")).toBe("public, max-age=0, must-revalidate");
  expect(await caching("/favicon.svg")).toBe("public, max-age=3600");
});

test("a client that has the file gets 304 without a body", async () => {
  const { url } = await startGateway({ files });
  const { headers } = await get(`${url}/about`);
  const again = await get(`${url}/about`, { "if-none-match": String(headers.etag) });
  expect(again.status).toBe(304);
  expect(again.body.length).toBe(0);
  expect(again.headers.etag).toBe(headers.etag);
  expect(again.headers["x-content-type-options"]).toBe("nosniff");
  expect((await get(`${url}/about`, { "if-none-match": '"other"' })).status).toBe(200);
});

test("HEAD reports the length and sends no body", async () => {
  const { url } = await startGateway({ files });
  const head = await get(`${url}/about`, {}, "HEAD");
  const whole = await get(`${url}/about`);
  expect(head.body.length).toBe(0);
  expect(head.headers["content-length"]).toBe(whole.headers["content-length"]);
});

test("a prerendered page sends its content policy as a header, with the hashes it needs", async () => {
  const { url } = await startGateway({ files });
  const policy = String((await get(`${url}/about`)).headers["content-security-policy"]);
  expect(policy).toContain("default-src 'self'; script-src 'self'; style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-inline");
});

test("a file with a space in its name is found at its encoded path", async () => {
  const { url } = await startGateway({ files });
  expect((await get(`${url}/a%20file.txt`)).body.toString()).toBe("with a space");
});

test("a file that the build compressed is sent as is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-build-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "page.html"), files["index.html"]);
  await writeFile(join(folder, "small.txt"), "small");
  await precompress(folder);
  expect((await readdir(folder)).sort()).toEqual([
    "page.html",
    "page.html.br",
    "page.html.gz",
    "small.txt",
  ]);
  const { find } = await loadStaticFiles(folder, {
    security: createSecurityHeaders(testConfig()),
    settings: readTestSettings(),
  });
  const variants = find("/page")?.variants;
  expect(variants?.br?.body).toEqual(await readFile(join(folder, "page.html.br")));
  expect(gunzipSync(variants?.gzip?.body ?? "").toString()).toBe(files["index.html"]);
  expect(find("/page.html.br")).toBeUndefined();
});

test("placeholders in a prerendered page are filled in from the configuration", async () => {
  const page = `<html data-app-key="${openSettings.appKey}"><link rel="canonical" href="${openSettings.appUrl}/about"><aside data-demo class="a"><p>Demo</p></aside><p>A fee of ${openSettings.platformFeePercent} percent.</p>${text}`;
  const files = { "about.html": page, "notes.txt": openSettings.appUrl };
  const env = { APP_URL: "https://learn.example", APP_KEY: 'a"&$&<', PLATFORM_FEE_PERCENT: "12.5" };
  const { url } = await startGateway({ files, env });
  const filled = `<html data-app-key="a&#34;&amp;$&amp;&lt;"><link rel="canonical" href="https://learn.example/about"><aside data-demo class="a"><p>Demo</p></aside><p>A fee of 12.5 percent.</p>${text}`;
  for (const encoding of ["identity", "gzip", "br"]) {
    const answer = await fetch(`${url}/about`, { headers: { "accept-encoding": encoding } });
    expect(await answer.text()).toBe(filled);
  }
  expect(await (await fetch(`${url}/notes.txt`)).text()).toBe(openSettings.appUrl);
});

test("a prerendered page says 'Demo' only where the sandbox is used", () => {
  const page = "<body><aside data-demo><p>Demo</p></aside><main>Text</main><aside>Kept</aside>";
  const settings = readTestSettings();
  expect(fillPage(page, { ...settings, isDemo: true }, "en")).toBe(page);
  expect(fillPage(page, { ...settings, isDemo: false }, "en")).toBe(
    "<body><main>Text</main><aside>Kept</aside>",
  );
  expect(settings.isDemo).toBe(true);
  expect(readTestSettings({ ...testConfig(), env: "live" }).isDemo).toBe(false);
});

test("an unknown path gets the prerendered 404 page when no page matches", async () => {
  const { url } = await startGateway({ files, pages: (_req, _res, next?: () => void) => next?.() });
  const page = await get(`${url}/nowhere`);
  expect(page.status).toBe(404);
  expect(page.body.toString()).toBe(files["404.html"]);
  expect(page.headers["cache-control"]).toBe("no-store");
});

test.for([
  "/../package.json",
  "/..%2fpackage.json",
  "/%2e%2e/package.json",
  "/about/../../package.json",
  "/.env",
  "/_astro/",
])("a path cannot leave the folder: %s", async (path) => {
  const { port } = await startGateway({ files });
  const answer = await exchange(
    port,
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 (404|308|400) /);
});

test("a trailing slash redirects to the page's canonical address, with its query", async () => {
  const { url } = await startGateway({ files });
  const answer = await fetch(`${url}/about/?a=1`, { redirect: "manual" });
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe("/about?a=1");
});

test("a prerendered page names the legal entity once it is set", () => {
  const page = '<footer><p data-legal class="a">© legal-name.invalid</p></footer>';
  const imprint = "<p data-legal>legal-name.invalid<br>legal-address.invalid</p>";
  const settings = readTestSettings();
  expect(fillPage(page, settings, "en")).toBe("<footer></footer>");
  const legalEntity = { name: "Halaqa & Co", address: "1 Main St\nLeeds", registration: "" };
  expect(fillPage(page, { ...settings, legalEntity }, "en")).toContain("© Halaqa &amp; Co</p>");
  expect(fillPage(imprint, { ...settings, legalEntity }, "en")).toBe(
    "<p data-legal>Halaqa &amp; Co<br>1 Main St<br>Leeds</p>",
  );
});

test("a prerendered page shows the claims that staff entered, those of the demo, or none", () => {
  const item = "<p><strong>claim-figure.invalid</strong><span>claim-label.invalid</span></p>";
  const page = `<h1>About</h1><!--claims:figures--><h2>Figures</h2><div class="card-row wide"><p>10,000+</p></div><!--item-->${item}<!--/claims--><p>End</p>`;
  const settings = readTestSettings();
  const withFigures = (figures: typeof settings.claims.figures) =>
    fillPage(page, { ...settings, claims: { ...settings.claims, figures } }, "fr");
  expect(withFigures(null)).toBe(
    '<h1>About</h1><h2>Figures</h2><div class="card-row wide"><p>10,000+</p></div><p>End</p>',
  );
  expect(withFigures([])).toBe("<h1>About</h1><p>End</p>");
  const label = { en: "Teachers", ar: "", ur: "", fr: "Enseignants", es: "" };
  expect(withFigures([{ figure: "<12>", label }])).toContain(
    '<div class="card-row wide"><p><strong>&lt;12&gt;</strong><span>Enseignants</span></p></div><p>End</p>',
  );
  const live = readTestSettings({ ...testConfig(), env: "live" });
  expect(fillPage(page, live, "en")).toBe("<h1>About</h1><p>End</p>");
});
