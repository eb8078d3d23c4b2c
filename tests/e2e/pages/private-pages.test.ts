/** Pages for logged-in users end with the session, even if nothing else on them needs it. */
import type { BrowserContext, Page } from "@playwright/test";
import { addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";
import { logOutByMenu } from "../support/people.ts";

async function findLink(page: Page, start: string): Promise<string> {
  const link = page.locator(`main a[href^="${start}"]`).first();
  return (await link.getAttribute("href")) ?? "";
}

/** Waits for the script that follows the session. */
async function openWatched(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-session", "active");
  return page;
}

const gate = "Checking your session...";

test("private pages close when the user logs out in another tab, and open for the next user", async ({
  page,
  context,
  logIn,
}) => {
  await logIn("student");
  await page.goto("/dashboard");
  const room = await findLink(page, "/dashboard/enrolled-courses/");
  const progress = room.replace("enrolled-courses", "progress");
  const receipts = await openWatched(context, "/dashboard/receipts");
  const tabs: [string, Page][] = [["/dashboard/receipts", receipts]];
  for (const path of [progress, room]) tabs.push([path, await openWatched(context, path)]);
  const number = (await receipts.locator("main li .font-mono").first().textContent()) ?? "";
  await logOutByMenu(page);
  await expect(page).toHaveURL("/");
  for (const [path, tab] of tabs) {
    const query = new URLSearchParams({ returnTo: path, reason: "ended" });
    await expect(tab).toHaveURL(`/login?${query}`);
  }
  await logIn("student2", page);
  for (const [path, tab] of tabs) await expect(tab).toHaveURL(path);
  await expect(receipts.getByRole("heading", { name: "Receipts" })).toBeVisible();
  await expect(receipts.getByText(number)).toHaveCount(0);
});

test("a private page whose scripts couldn't be loaded is hidden when the user logs out in another tab", async ({
  page,
  context,
  logIn,
}) => {
  await logIn("student");
  await page.goto("/dashboard");
  const receipts = await context.newPage();
  await receipts.route("**/_astro/*.js", (route) => route.abort());
  await receipts.goto("/dashboard/receipts");
  await expect(receipts.getByRole("heading", { name: "Receipts" })).toBeVisible();
  await logOutByMenu(page);
  await expect(receipts.getByText(gate)).toBeVisible();
  await expect(receipts.locator("main")).toBeHidden();
});

test("a log-out that the server missed is finished by the next page, which is hidden until then", async ({
  page,
  context,
  logIn,
}) => {
  await logIn("student3");
  await page.goto("/dashboard");
  await context.route("**/api/auth/logout", (route) => route.abort());
  await logOutByMenu(page);
  await expect(page).toHaveURL("/");
  for (const path of ["/dashboard/receipts", "/dashboard"]) {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByText(gate)).toBeVisible();
    await expect(page.locator("main")).toBeHidden();
  }
  await page.goto("/dashboard/receipts");
  await expect(page.locator("main")).toBeHidden();
  await context.unroute("**/api/auth/logout");
  // The page itself sends the request again.
  await expect(page).toHaveURL("/login?returnTo=%2Fdashboard%2Freceipts");
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => name.endsWith("session"))).toEqual([]);
});

test("private pages open in a browser that has lost its storage or blocks it", async ({
  page,
  context,
  logIn,
}) => {
  await logIn("student2");
  await page.evaluate(() => localStorage.clear());
  const heading = page.getByRole("heading", { name: "Receipts" });
  await page.goto("/dashboard/receipts");
  await expect(heading).toBeVisible();
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("The storage is blocked.", "SecurityError");
      },
    });
  });
  await page.goto("/dashboard/receipts");
  await expect(heading).toBeVisible();
});

test("a page refreshes a session that was last refreshed long ago", async ({ browser, site }) => {
  const viewer = await addViewer(browser, site, "student");
  const { page } = viewer;
  const before = await page.context().cookies();
  await page.route("**/dashboard/receipts", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace('"isRefreshDue":false', '"isRefreshDue":true');
    await route.fulfill({ response, body });
  });
  const refreshed = page.waitForResponse("**/api/auth/refresh");
  await page.goto("/dashboard/receipts");
  expect((await refreshed).status()).toBe(200);
  const session = (cookies: typeof before) => cookies.find(({ name }) => name.endsWith("session"));
  expect(session(await page.context().cookies())?.value).not.toBe(session(before)?.value);
});
