/**
 * Pages for logged-in users show their content from the first response on: without scripts, and
 * without a change when the scripts start. They load few scripts, all of them announced in the HTML,
 * and one style sheet.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { liveClassId } from "#server/demo/demo-shapes.ts";
import { listSignedInPages, type SignedInPages } from "../../../scripts/support/signed-in-pages.ts";
import { expect, test } from "../support/demo.ts";
import { expectHydrated } from "../support/hydrated.ts";
import { keepBusy, openWithinBudget } from "../support/page-weight.ts";

const zone = "Africa/Cairo";

/** A browser that has stored the account's session, as on a later visit. */
async function openBrowser(
  browser: Browser,
  url: string,
  { cookies }: SignedInPages,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, timezoneId: zone, ...options });
  const known = [...cookies, { name: "zone", value: zone }];
  await context.addCookies(known.map((cookie) => ({ ...cookie, url })));
  return context;
}

/** The visible text of the page's content, and the values of its fields. */
async function readContent(page: Page): Promise<string> {
  const main = page.locator("main");
  const values = await main
    .locator("input")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
  const shown = await main.innerText();
  return [shown, ...values].join("\n");
}

for (const role of ["student", "teacher"] as const) {
  test(`the pages of a ${role} show their content without scripts`, async ({ browser, site }) => {
    const own = await listSignedInPages(site.url, role);
    const context = await openBrowser(browser, site.url, own, { javaScriptEnabled: false });
    const page = await context.newPage();
    for (const { path, text } of own.pages) {
      await page.goto(path);
      const content = await readContent(page);
      expect.soft(content, path).toContain(text);
      expect.soft(content, path).not.toMatch(/^(Loading|Checking|Opening).*\.\.\.$/m);
      const hasIslands = (await page.locator("main astro-island").count()) > 0;
      // Course pages say for each part whether it needs scripts.
      const note = path.startsWith("/courses/") ? /need JavaScript/ : /You can read this page/;
      if (hasIslands) expect.soft(content, path).toMatch(note);
      else expect.soft(content, path).not.toContain("JavaScript");
    }
    await context.close();
  });
}

/** Adds up how far content moves on its own on each page that is opened from now on. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts, shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        Object.assign(window, { shifted: Number(Reflect.get(window, "shifted")) + entry.value });
        for (const { node } of entry.sources) shifts.push((node as Element)?.outerHTML ?? "");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function expectSteadyLayout(page: Page): Promise<void> {
  const { shifted, sources } = await page.evaluate(() => ({
    shifted: Number(Reflect.get(window, "shifted")),
    sources: (Reflect.get(window, "shifts") as unknown as string[]).map((html) =>
      html.slice(0, 200),
    ),
  }));
  expect.soft(shifted, `${page.url()}: ${sources.join("\n")}`).toBeLessThan(0.01);
}

for (const role of ["student", "teacher"] as const) {
  test(`on a computer, the pages of a ${role} keep their layout when scripts start`, async ({
    browser,
    site,
  }) => {
    const own = await listSignedInPages(site.url, role);
    const viewport = { width: 1280, height: 800 };
    const context = await openBrowser(browser, site.url, own, { viewport });
    const page = await context.newPage();
    await watchLayout(page);
    for (const { path } of own.pages) {
      await page.goto(path);
      await expectHydrated(page);
      await page.waitForLoadState("networkidle");
      await expectSteadyLayout(page);
    }
    await context.close();
  });

  test(`on a phone, the pages of a ${role} keep their layout and stay within the budget for scripts and styles`, async ({
    browser,
    site,
  }) => {
    const own = await listSignedInPages(site.url, role);
    const viewport = { width: 390, height: 800 };
    const context = await openBrowser(browser, site.url, own, { viewport });
    const page = await context.newPage();
    await watchLayout(page);
    await keepBusy(page);
    for (const { path } of own.pages) {
      await openWithinBudget(page, path);
      await expectSteadyLayout(page);
    }
    // An open stream would keep the network busy.
    await page.route("**/page/events", (route) => route.abort());
    await openWithinBudget(page, `/classes/${liveClassId}/quran`);
    await context.close();
  });
}

test("a conversation opens from the list without scripts", async ({ browser, site }) => {
  const own = await listSignedInPages(site.url, "student");
  const context = await openBrowser(browser, site.url, own, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/dashboard/messages");
  const text = "Please read the last page again before our next class.";
  await page.getByRole("main").getByRole("link", { name: text }).first().click();
  await expect(page.getByRole("log").getByText(text)).toBeVisible();
  await expect(page.getByText("Writing messages needs JavaScript.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Message to/ })).toBeHidden();
  await context.close();
});

test("a message that wasn't sent yet and a draft appear once the page's scripts have started", async ({
  browser,
  site,
}) => {
  const own = await listSignedInPages(site.url, "student");
  const path = own.pages.find(({ path }) => path.includes("conversation="))?.path ?? "";
  const context = await openBrowser(browser, site.url, own);
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole("textbox", { name: /^Message to/ }).fill("Half a sentence");
  await context.route("**/api/messages/threads/*/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.reload();
  const field = page.getByRole("textbox", { name: /^Message to/ });
  await expect(field).toHaveValue("Half a sentence");
  await field.fill("Waiting for the network");
  await field.press("Enter");
  const line = page.getByRole("log").getByText("Waiting for the network");
  await expect(line).toBeVisible();
  await page.reload();
  await expect(line).toBeVisible();
  await expect(page.getByText("Not sent yet: Waiting for the network")).toBeVisible();
  await context.close();
});
