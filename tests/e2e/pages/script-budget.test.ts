/**
 * What pages for logged-in users and the account pages load before anyone acts: few scripts, all of
 * them announced in the HTML, and one style sheet. What loads when the page is idle doesn't count.
 */
import type { BrowserContext, Page, Request } from "@playwright/test";
import { liveClassId } from "#server/demo/demo-shapes.ts";
import { listSignedInPages } from "../../../scripts/support/signed-in-pages.ts";
import { addViewer } from "../support/course-market.ts";
import { type DemoPerson, expect, test } from "../support/demo.ts";
import { expectHydrated } from "../support/hydrated.ts";
import { joinByApi } from "../support/people.ts";

/** The weight of one page, in transferred bytes. */
const budget = { scripts: 12, scriptBytes: 120_000, sheetBytes: 25_000 };
/** The weight of an account page, even after everything in its forms has been used. */
const accountBudget = { ...budget, scriptBytes: 60_000 };

async function openBrowser(context: BrowserContext): Promise<Page> {
  // Keeps work that waits for an idle moment from starting.
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  // An open stream would keep the network busy.
  await context.route("**/page/events", (route) => route.abort());
  return context.newPage();
}

async function signIn(context: BrowserContext, url: string, person: DemoPerson): Promise<void> {
  const data = { email: `${person}@halaqa.test`, password: "halaqa-demo" };
  const answer = await context.request.post(`${url}/api/auth/login`, { data });
  expect(answer.status()).toBe(200);
  await context.addCookies([{ name: "zone", value: "Africa/Cairo", url }]);
}

interface Weight {
  scripts: string[];
  scriptBytes: number;
  sheets: number;
  sheetBytes: number;
  /** Scripts that the HTML doesn't announce. */
  unannounced: string[];
}

async function weigh(page: Page, path: string): Promise<Weight> {
  const found = { scripts: [] as string[], scriptBytes: 0, sheets: 0, sheetBytes: 0 };
  const sizes: Promise<void>[] = [];
  const add = (request: Request) => {
    const type = request.resourceType();
    if (type === "script") found.scripts.push(new URL(request.url()).pathname);
    else if (type === "stylesheet") found.sheets += 1;
    else return;
    const read = async () => {
      const { responseBodySize } = await request.sizes();
      found[type === "script" ? "scriptBytes" : "sheetBytes"] += responseBodySize;
    };
    sizes.push(read());
  };
  page.on("requestfinished", add);
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  page.off("requestfinished", add);
  await Promise.all(sizes);
  const html = (await answer?.text()) ?? "";
  const announced = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)];
  const known = new Set(announced.map(([, href]) => href));
  return { ...found, unannounced: found.scripts.filter((script) => !known.has(script)) };
}

async function expectWithinBudget(
  page: Page,
  paths: readonly string[],
  { scripts, scriptBytes, sheetBytes } = budget,
): Promise<void> {
  for (const path of paths) {
    // The browser must not reuse scripts that another page has loaded.
    await page.goto("about:blank");
    const client = await page.context().newCDPSession(page);
    await client.send("Network.clearBrowserCache");
    await client.detach();
    const weight = await weigh(page, path);
    expect.soft(weight.unannounced, `scripts of ${path} that are not announced`).toEqual([]);
    expect
      .soft(weight.scripts.length, `scripts of ${path}: ${weight.scripts.join(" ")}`)
      .toBeLessThanOrEqual(scripts);
    expect.soft(weight.scriptBytes, `bytes of scripts of ${path}`).toBeLessThanOrEqual(scriptBytes);
    expect.soft(weight.sheets, `style sheets of ${path}`).toBe(1);
    expect
      .soft(weight.sheetBytes, `bytes of style sheets of ${path}`)
      .toBeLessThanOrEqual(sheetBytes);
  }
}

/** The first link on the page whose path starts like this. */
async function findLink(page: Page, path: string, start: string): Promise<string> {
  const html = await (await page.context().request.get(path)).text();
  const [, link] = new RegExp(`href="(${start}[^"?#]+)"`).exec(html) ?? [];
  if (!link) throw new Error(`A link to ${start} is expected on ${path}.`);
  return link;
}

test("pages for a student stay within the budget for scripts and styles", async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, timezoneId: "Africa/Cairo" });
  await signIn(context, site.url, "student");
  const page = await openBrowser(context);
  const room = await findLink(page, "/dashboard", "/dashboard/enrolled-courses/");
  const courseId = room.split("/").at(-1);
  await expectWithinBudget(page, [
    "/dashboard",
    "/dashboard?tab=personal",
    "/dashboard?tab=courses",
    "/dashboard?tab=settings",
    "/dashboard/messages",
    `/dashboard/messages/${courseId}`,
    "/dashboard/receipts",
    await findLink(page, "/dashboard/receipts", "/dashboard/receipts/"),
    "/dashboard/feedback",
    "/quran/study",
    "/quran/plans/manage",
    room,
    "/dashboard/progress",
    `/dashboard/progress/${courseId}`,
    `/courses/${courseId}`,
    `/classes/${liveClassId}/quran`,
    `/classes/${liveClassId}/recap`,
  ]);
  await context.close();
});

test("pages for a teacher stay within the budget for scripts and styles", async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, timezoneId: "Africa/Cairo" });
  await signIn(context, site.url, "teacher");
  const page = await openBrowser(context);
  const classes = await findLink(page, "/dashboard?tab=courses", "/dashboard/classes/");
  const courseId = classes.split("/").at(-1);
  const { pages } = await listSignedInPages(site.url, "teacher");
  const log = pages.find(({ path }) => path.includes("?student="))?.path ?? "";
  expect(log).not.toBe("");
  await expectWithinBudget(page, [
    "/dashboard",
    "/dashboard?tab=personal",
    "/dashboard?tab=courses",
    "/dashboard?tab=students",
    "/dashboard?tab=schedule",
    "/dashboard?tab=settings",
    "/dashboard/meetings",
    "/dashboard/earnings",
    "/dashboard/messages",
    "/dashboard/feedback",
    classes,
    `/dashboard/recitations/${courseId}`,
    log,
    "/add-course",
    `/edit-course/${courseId}`,
    `/courses/${courseId}`,
    `/classes/${liveClassId}/quran`,
  ]);
  await context.close();
});

test("pages for a person without a profile stay within the budget for scripts and styles", async ({
  browser,
  site,
}) => {
  for (const role of ["student", "teacher"] as const) {
    const context = await browser.newContext({ baseURL: site.url });
    await joinByApi(context.request, site, role);
    const page = await openBrowser(context);
    await expectWithinBudget(page, ["/role-selection", `/register-${role}`]);
    await context.close();
  }
});

test("account pages stay within a budget of 60 kB of scripts", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await openBrowser(context);
  const paths = ["/login", "/signup", "/verify-otp"];
  await expectWithinBudget(page, paths, accountBudget);

  await page.goto("/login", { waitUntil: "networkidle" });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Email is required.")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("nobody@example.org");
  await page.getByLabel("Password", { exact: true }).fill("a wrong guess");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toContainText("Login failed.");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send Reset Code" }).click();
  await expect(page.getByLabel("Reset Code")).toBeFocused();
  expect(scripts, "scripts that load after the first view").toEqual([]);
  await context.close();
});

test("parts that were not needed at first are loaded once the page is idle", async ({
  browser,
  site,
}) => {
  const { page } = await addViewer(browser, site, "student");
  const scripts: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto("/dashboard");
  const hasLoaded = (name: string) => scripts.some((url) => url.includes(`/${name}.`));
  for (const name of ["Settings", "AccountModals"]) {
    await expect.poll(() => hasLoaded(name), `the script ${name}`).toBe(true);
  }
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByRole("dialog", { name: "Update Password" })).toBeVisible();
  await page.context().setOffline(false);
});

test("a dialog that could not be loaded says so and opens after another attempt", async ({
  browser,
  site,
}) => {
  const viewer = await addViewer(browser, site, "student");
  const page = await openBrowser(viewer.page.context());
  const code = "**/_astro/AccountModals*";
  await page.route(code, (route) => route.abort());
  await page.goto("/dashboard?tab=settings");
  const opener = page.getByRole("button", { name: "Update Password" });
  await opener.click();
  await expect(page.getByRole("alert")).toContainText("could not be loaded");
  await page.unroute(code);
  await page.getByRole("button", { name: "Try Again" }).click();
  const dialog = page.getByRole("dialog", { name: "Update Password" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  // While it is open, its submit button has the opener's name.
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});
