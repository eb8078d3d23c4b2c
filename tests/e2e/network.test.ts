/** What public pages ask of a visitor's connection before the first click. */
import { publicPages } from "#lib/routes.ts";
import { expect, test } from "./support/demo.ts";

/** Their islands are there from the start; all others are HTML and one style sheet. */
const withIsland = new Set(["/courses"]);

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
