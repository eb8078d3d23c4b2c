import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";

const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" });

/** The paths of the visible links, in order. */
async function visiblePaths(page: Page): Promise<(string | null)[]> {
  const links = await main(page).getByRole("link").all();
  return Promise.all(links.map((link) => link.getAttribute("href")));
}

const forAll = ["/", "/courses", "/teachers", "/students", "/about", "/contact"];

test("visitors see the public links, log-in and sign-up", async ({ page }) => {
  await page.goto("/courses");
  expect(await visiblePaths(page)).toEqual(forAll);
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
  await expect(header.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "data-dialog",
    "login",
  );
  await expect(header.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/signup");
  await expect(header.getByRole("link", { name: "Sign up" })).toHaveAttribute(
    "data-dialog",
    "signup",
  );
  await expect(header.getByRole("link", { name: "Messages" })).toBeHidden();
  await expect(header.getByRole("button", { name: "Log out" })).toBeHidden();
  await expect(main(page).getByRole("link", { name: "Courses" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

for (const [person, paths] of [
  ["student", [...forAll, "/dashboard"]],
  ["teacher", [...forAll, "/add-course", "/dashboard"]],
] as const) {
  test(`a ${person} sees the links for a ${person}`, async ({ page, logIn }) => {
    await logIn(person);
    await page.goto("/");
    await expect(page.getByRole("banner").getByRole("button", { name: "Log out" })).toBeVisible();
    expect(await visiblePaths(page)).toEqual(paths);
    await expect(page.getByRole("link", { name: "Messages" })).toHaveAttribute(
      "href",
      "/dashboard/messages",
    );
    await expect(page.getByRole("link", { name: "Log in" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Sign up" })).toBeHidden();
    // The header with the most links, at the smallest width that shows it as a row.
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(main(page)).toBeVisible();
    await expectNoOverflow(page);
    const heights = await main(page)
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(new Set(heights).size, "no link breaks into two lines").toBe(1);
    await expectAccessible(page);
  });
}

test("the menu of narrow screens works with the keyboard alone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  const opener = page.getByRole("button", { name: "Open menu" });
  await expect(menu(page)).toBeHidden();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Close menu" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(menu(page).getByRole("link", { name: "Home" })).toBeFocused();
  expect(
    await menu(page)
      .getByRole("link", { name: "Home" })
      .evaluate((link) => getComputedStyle(link).outlineStyle),
  ).toBe("solid");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Close menu" }).press("Enter");
  await expect(menu(page)).toBeHidden();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });

  test("the menu opens and its links work, and log-in is a page", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(menu(page).getByRole("link", { name: "Dashboard" })).toBeHidden();
    await menu(page).getByRole("link", { name: "Courses" }).click();
    await expect(page).toHaveURL(/\/courses$/);
    await page.getByRole("button", { name: "Open menu" }).click();
    await menu(page).getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test("the first Tab stop skips the header", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the footer links to its four pages and to support, and private pages have no footer", async ({
  page,
  logIn,
}) => {
  await page.goto("/courses");
  const explore = page.getByRole("contentinfo").getByRole("navigation", { name: "Explore" });
  const links = await explore.getByRole("link").all();
  const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
  expect(paths).toEqual(["/", "/courses", "/aboutus", "/contact"]);
  await logIn("teacher");
  for (const path of ["/dashboard", "/dashboard/meetings", "/add-course"]) {
    await page.goto(path);
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
  }
});

test.describe("the navigation of the pages for users", () => {
  const places = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
  const namesIn = (page: Page) => places(page).getByRole("link").allInnerTexts();
  const account = (page: Page) => page.getByRole("button", { name: /^Account menu for/ });

  test("is the same on every page, names each page, and keeps the site's links in a menu", async ({
    page,
    logIn,
  }) => {
    await logIn("teacher");
    const names = ["Dashboard", "Courses", "Messages", "Students", "Schedule", "Meetings"];
    for (const [path, title, current] of [
      ["/dashboard", "Dashboard", "Dashboard"],
      ["/dashboard?tab=students", "Students", "Students"],
      ["/dashboard/meetings", "Meetings", "Meetings"],
      ["/dashboard/earnings", "Earnings", "Earnings"],
      ["/add-course", "Create New Course", "Courses"],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} · Halaqa`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      expect(await namesIn(page)).toEqual([...names, "Earnings", "Personal", "Settings"]);
      await expect(places(page).locator("[aria-current=page]")).toHaveText(current);
    }
    await expect(page.getByRole("button", { name: /log ?out/i })).toHaveCount(0);
    await page.getByRole("button", { name: "Site menu" }).click();
    const links = await menu(page).getByRole("link").all();
    const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
    expect(paths).toEqual([...forAll, "/add-course", "/dashboard"]);
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    await account(page).press("Enter");
    await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Personal" }).first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(account(page)).toBeFocused();
  });

  test("is a bar at the bottom of phones, above which pages end", async ({ page, logIn }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await logIn("student");
    await page.goto("/dashboard?tab=courses");
    expect(await namesIn(page)).toEqual(["Dashboard", "Courses", "Messages", "Progress"]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const last = page.getByRole("main").getByRole("link").last();
    const [end, bar] = await Promise.all([last.boundingBox(), places(page).boundingBox()]);
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(700);

    const more = page.getByRole("button", { name: "More", exact: true });
    await more.click();
    await expectAccessible(page);
    await places(page).getByRole("link", { name: "Personal" }).click();
    await expect(page.getByText("Quran Learning")).toBeVisible();
    await expect(page).toHaveTitle("Personal · Halaqa");
    await expect(page.getByRole("link", { name: "Receipts" })).toBeHidden();
    await expect(more).toBeFocused();
    await places(page).getByRole("link", { name: "Progress" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Progress");
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(places(page)).toBeHidden();
  });

  test("works without scripts", async ({ browser, site }) => {
    const viewer = await addViewer(browser, site, "student");
    const context = await browser.newContext({
      baseURL: site.url,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 700 },
      storageState: await viewer.page.context().storageState(),
    });
    const page = await context.newPage();
    await page.goto("/dashboard/progress");
    await expect(page.getByText("No progress yet")).toBeVisible();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await places(page).getByRole("link", { name: "Receipts" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Receipts");
    await context.close();
    await viewer.page.context().close();
  });
});
