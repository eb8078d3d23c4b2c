/** What public pages load before a visitor's first click. */
import { publicPages } from "#lib/site/routes.ts";
import { expectNoOverflow } from "./support/checks.ts";
import { expect, test } from "./support/demo.ts";

/** Pages with islands. All others are HTML and one style sheet. */
const withIsland = new Set(["/courses"]);

test("cached log-in and sign-up pages are for visitors and never for logged-in people", async ({
  page,
  site,
  logIn,
}) => {
  const ask = (path: string, cookie?: string) =>
    fetch(site.url + path, { redirect: "manual", ...(cookie ? { headers: { cookie } } : {}) });
  for (const path of ["/login", "/signup?role=teacher"]) {
    const [first, again] = [await ask(path), await ask(path)];
    expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(again.headers.get("etag")).toMatch(/^W\//);
    expect(await again.text()).toBe(await first.text());
  }
  const verify = await ask("/verify-otp");
  expect(verify.headers.get("cache-control")).toBe("no-store");
  await logIn("student");
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const sent = await ask("/login", cookie);
  expect([sent.status, sent.headers.get("location")]).toEqual([302, "/dashboard"]);
  expect(sent.headers.get("cache-control")).toBe("no-store");
});

test("feed readers and crawlers find an icon without reading a page", async ({ site }) => {
  const icon = await fetch(`${site.url}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  expect(icon.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(Buffer.from(await icon.arrayBuffer()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});

test("pages without an island request no script before the first click", async ({ page, site }) => {
  const { origin } = new URL(site.url);
  for (const path of publicPages.filter((known) => !withIsland.has(known))) {
    const requested: string[] = [];
    const foreign: string[] = [];
    const note = (request: { resourceType(): string; url(): string }) => {
      if (request.resourceType() === "script") requested.push(request.url());
      if (!request.url().startsWith(origin)) foreign.push(request.url());
    };
    page.on("request", note);
    await page.goto(path, { waitUntil: "networkidle" });
    page.off("request", note);
    expect(requested, `scripts of ${path}`).toEqual([]);
    expect(foreign, `requests of ${path} to other sites`).toEqual([]);
    const inline = await page.evaluate(() =>
      [...document.scripts]
        .filter(({ type }) => type !== "application/ld+json")
        .reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0),
    );
    expect(inline, `bytes of inline script on ${path}`).toBeLessThanOrEqual(1_500);
    expect(await page.locator("link[rel=stylesheet]").count(), `style sheets of ${path}`).toBe(1);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`every public page is complete at three widths, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      for (const path of [...publicPages, "/login", "/signup", "/newsletter", "/contact/message"]) {
        expect((await page.goto(path))?.status(), path).toBe(200);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        for (const line of await page.getByText(/^Loading /).all()) await expect(line).toBeHidden();
        await expect(page.locator("html")).toHaveCSS(
          "background-color",
          colorScheme === "dark" ? "rgb(18, 18, 18)" : "rgb(247, 240, 226)",
        );
        for (const width of [390, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoOverflow(page);
        }
      }
    });
  }
});
