import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
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
