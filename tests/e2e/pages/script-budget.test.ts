/**
 * What the account pages and the pages for people without a profile load before anyone acts, and what
 * loads later. `signed-in-pages.test.ts` weighs the pages for logged-in users.
 */
import { addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";
import { budget, keepBusy, openWithinBudget } from "../support/page-weight.ts";
import { joinByApi } from "../support/people.ts";

/** The limits of an account page, even after everything in its forms has been used. */
const accountBudget = { ...budget, scriptBytes: 60_000 };

test("pages for a person without a profile stay within the budget for scripts and styles", async ({
  browser,
  site,
}) => {
  for (const role of ["student", "teacher"] as const) {
    const context = await browser.newContext({ baseURL: site.url });
    await joinByApi(context.request, site, role);
    const page = await context.newPage();
    await keepBusy(page);
    for (const path of ["/role-selection", `/register-${role}`]) await openWithinBudget(page, path);
    await context.close();
  }
});

test("account pages stay within a budget of 60 kB of scripts", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await keepBusy(page);
  for (const path of ["/login", "/signup", "/verify-otp"])
    await openWithinBudget(page, path, accountBudget);

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
  const { page } = await addViewer(browser, site, "student");
  await keepBusy(page);
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
