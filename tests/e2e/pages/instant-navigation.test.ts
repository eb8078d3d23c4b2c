/**
 * Pages of users that the browser requests before a click: only pages that are safe to request, and
 * never one that shows an earlier state or another user.
 */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/demo.ts";
import { expectHydrated } from "../support/hydrated.ts";

/** Records the paths that the page's browser prefetches. */
async function watchPrefetches(page: Page): Promise<string[]> {
  const ready: string[] = [];
  const client = await page.context().newCDPSession(page);
  client.on("Preload.prefetchStatusUpdated", ({ key, status }) => {
    const { pathname, search } = new URL(key.url);
    if (status === "Ready") ready.push(pathname + search);
  });
  await client.send("Preload.enable");
  return ready;
}

const findDelivery = (page: Page) =>
  page.evaluate(
    () =>
      (
        performance.getEntriesByType("navigation") as (PerformanceEntry & {
          deliveryType: string;
        })[]
      ).map(({ deliveryType }) => deliveryType)[0],
  );

/** Waits until pages are rendered later than the last change, whose time is rounded up to a second. */
const waitPastLastChange = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Date.now() > Number(localStorage.getItem("changedAt"))))
    .toBe(true);

/**
 * Focuses each link, and gives it time to be prefetched. The focus must already have been moved
 * with the keyboard.
 */
async function focusLinks(links: Locator): Promise<void> {
  for (const link of await links.all()) {
    await link.focus();
    const isVisible = await link.evaluate(async (element) => {
      // Rules are compared with a link after its style has been updated.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      return element.matches(":focus-visible");
    });
    expect(isVisible).toBe(true);
  }
}

/** Adds links in front of the page. */
async function addLinks(page: Page, links: readonly string[]): Promise<Locator> {
  await page.evaluate((found) => {
    const box = document.createElement("div");
    box.style.cssText = "position: fixed; inset: 0; z-index: 99; background: white";
    for (const href of found) {
      const link = document.createElement("a");
      Object.assign(link, { href, textContent: href, className: "added-link" });
      link.style.display = "block";
      box.append(link);
    }
    document.body.append(box);
  }, links);
  return page.locator(".added-link");
}

test("a link to a page for users is prefetched on hover, and the click shows that page", async ({
  page,
  logIn,
}) => {
  await logIn("student");
  await page.goto("/dashboard/receipts");
  const ready = await watchPrefetches(page);
  const link = page.getByRole("navigation").getByRole("link", { name: "Dashboard" });
  await waitPastLastChange(page);
  await link.hover();
  await expect.poll(() => ready).toContain("/dashboard");
  await link.click();
  await expect(page.getByText(/Welcome back/)).toBeVisible();
  expect(await findDelivery(page)).toBe("navigational-prefetch");
  await expectHydrated(page);
});

test("a prefetched page that is older than half a minute is requested again", async ({
  page,
  logIn,
}) => {
  await logIn("student");
  await page.goto("/dashboard/receipts");
  await waitPastLastChange(page);
  const ready = await watchPrefetches(page);
  const link = page.getByRole("navigation").getByRole("link", { name: "Dashboard" });
  await link.hover();
  await expect.poll(() => ready).toContain("/dashboard");
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 31_000;
  });
  await link.click();
  await expect(page.getByText(/Welcome back/)).toBeVisible();
  expect(await findDelivery(page)).not.toBe("navigational-prefetch");
});

test("a link that gets the focus from the keyboard is prefetched", async ({ page, logIn }) => {
  await logIn("student");
  await page.goto("/dashboard/receipts");
  const ready = await watchPrefetches(page);
  const link = page.getByRole("navigation").getByRole("link", { name: "Dashboard" });
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press("Tab");
    if (await link.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(link).toBeFocused();
  await expect.poll(() => ready).toContain("/dashboard");
});

test("links that do something, download or open in place are never prefetched", async ({
  page,
  site,
  logIn,
}) => {
  await logIn("teacher");
  await page.goto("/dashboard");
  await expectHydrated(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.headers()["sec-purpose"]) requested.push(pathname + search);
  });
  const ready = await watchPrefetches(page);
  const inPlace = page.locator("a[data-in-place]:visible");
  await expect(inPlace.first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await focusLinks(inPlace);
  await focusLinks(page.getByRole("banner").getByRole("link", { name: "Messages" }));
  const links = [
    "/join/mtg_1",
    "/start/mtg_1",
    "/unsubscribe?token=1",
    "/newsletter/confirm?token=1",
    "/guardian/confirm?token=1",
    "/zoom/auth/callback?code=1",
    "/api/zoom/connect?token=1",
    "/courses/crs_1?payment=success",
    "/dashboard/earnings.csv",
    "/dashboard/students.csv?search=a",
    site.sandboxUrl,
    // The only link that may be prefetched. It comes last, so the others have had enough time.
    "/dashboard/earnings",
  ];
  await focusLinks(await addLinks(page, links));
  await expect.poll(() => ready).toEqual(["/dashboard/earnings"]);
  expect(requested).toEqual(["/dashboard/earnings"]);
});

test.describe("a page that was prefetched before a log-out in another tab", () => {
  test("is not shown, even if its tab hasn't noticed the log-out", async ({ page, logIn }) => {
    // The tab doesn't receive events from other tabs, such as after waking from sleep.
    await page.addInitScript(() => {
      addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    });
    const seen: string[] = [];
    await page.exposeFunction("noteText", (text: string) => seen.push(text));
    await logIn("student");
    await page.goto("/dashboard/receipts");
    const ready = await watchPrefetches(page);
    const link = page.getByRole("navigation").getByRole("link", { name: "Dashboard" });
    await link.hover();
    await expect.poll(() => ready).toContain("/dashboard");

    const other = await page.context().newPage();
    await other.goto("/about");
    await other.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expect(other).toHaveURL("/");
    await logIn("student2", other);

    await page.addInitScript(() => {
      const look = () => {
        const root = document.documentElement;
        const text = root?.hidden === false ? (document.body?.textContent ?? "") : "";
        const name = /Welcome back, (\w+)/.exec(text)?.[1];
        if (name) (window as unknown as { noteText(name: string): void }).noteText(name);
        requestAnimationFrame(look);
      };
      look();
    });
    await link.click();
    await expect(page.getByText(/Welcome back/)).toBeVisible();
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain("Layla");
    await expect(page.getByText(/Layla/)).toHaveCount(0);
    expect(await findDelivery(page)).not.toBe("navigational-prefetch");
  });

  test("leads to the log-in page", async ({ page, logIn }) => {
    await page.addInitScript(() => {
      addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    });
    await logIn("teacher");
    // This page makes no API calls, which would notice the log-out.
    await page.goto("/dashboard/receipts");
    const ready = await watchPrefetches(page);
    const link = page.getByRole("navigation").getByRole("link", { name: "Dashboard" });
    await link.hover();
    await expect.poll(() => ready).toContain("/dashboard");
    const other = await page.context().newPage();
    await other.goto("/about");
    await other.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expect(other).toHaveURL("/");
    await link.click();
    await expect(page).toHaveURL(/\/login\?/);
  });
});

test("the first page for users fades in after a log-in, even if its style sheet arrives late", async ({
  page,
  logIn,
}) => {
  await page.addInitScript(() => {
    addEventListener("pagereveal", (event) => {
      Object.assign(window, { hasFaded: event.viewTransition !== null });
    });
  });
  await logIn("student");
  await expect(page.getByText(/Welcome back/)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "hasFaded"))).toBe(true);
});
