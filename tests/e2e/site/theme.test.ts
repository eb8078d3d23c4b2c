import type { Page } from "@playwright/test";
import { expect, test } from "../support/demo.ts";

const toggle = (page: Page) =>
  page.getByRole("button", { name: "Switch between light and dark themes" });

/** Expects the theme in everything on the page that depends on it. */
async function expectTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  const dark = theme === "dark";
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  await expect(page.locator("html")).toHaveClass(dark ? /\bdark\b/ : /^(?!.*\bdark\b)/);
  await expect(page.locator("meta[name=theme-color]")).toHaveAttribute(
    "content",
    dark ? "#1f2937" : "#ffffff",
  );
  await expect(page.locator("html")).toHaveCSS(
    "background-color",
    dark ? "rgb(18, 18, 18)" : "rgb(247, 240, 226)",
  );
}

const storedKeys = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ["darkMode", "color-mode", "color-scheme"].map((key) => [key, localStorage.getItem(key)]),
    ),
  );

const nothing = { darkMode: null, "color-mode": null, "color-scheme": null };

test("the theme follows the system and nothing is stored until a person chooses", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expectTheme(page, "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expectTheme(page, "light");
  expect(await storedKeys(page)).toEqual(nothing);
});

test("a chosen theme is stored under all three keys, survives a reload and stops following the system", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await toggle(page).click();
  await expectTheme(page, "dark");
  const dark = { darkMode: "true", "color-mode": "dark", "color-scheme": "dark" };
  expect(await storedKeys(page)).toEqual(dark);
  await page.goto("/courses");
  await expectTheme(page, "dark");
  await toggle(page).click();
  await expectTheme(page, "light");
  const light = { darkMode: "false", "color-mode": "light", "color-scheme": "light" };
  expect(await storedKeys(page)).toEqual(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await expectTheme(page, "light");
  expect(await storedKeys(page)).toEqual(light);
});

for (const [system, opposite] of [
  ["light", "dark"],
  ["dark", "light"],
] as const) {
  test(`three clicks return to a ${system} system's theme, which the page then follows again`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.goto("/");
    const other = await context.newPage();
    await other.emulateMedia({ colorScheme: system });
    await other.goto("/courses");
    const name = (mode: string) => page.getByRole("button", { name: `(currently ${mode})` });
    await expect(name("same as the device")).toBeVisible();
    await name("same as the device").click();
    await expectTheme(page, opposite);
    await name(opposite).click();
    await expectTheme(page, system);
    await name(system).click();
    await expectTheme(page, system);
    await expect(name("same as the device")).toBeVisible();
    const followed = { darkMode: null, "color-mode": "system", "color-scheme": system };
    expect(await storedKeys(page)).toEqual(followed);
    for (const tab of [page, other]) {
      await tab.emulateMedia({ colorScheme: opposite });
      await expectTheme(tab, opposite);
    }
    expect(await storedKeys(page)).toEqual({ ...followed, "color-scheme": opposite });
    await page.reload();
    await expectTheme(page, opposite);
  });
}

test("other tabs follow a chosen theme", async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.emulateMedia({ colorScheme: "light" });
    await tab.goto("/");
  }
  await toggle(page).click();
  await expectTheme(other, "dark");
  await toggle(other).click();
  await expectTheme(page, "light");
});

const saved = [
  { keys: { darkMode: "true" }, system: "light", theme: "dark" },
  { keys: { darkMode: "false" }, system: "dark", theme: "light" },
  { keys: { "color-mode": "dark" }, system: "light", theme: "dark" },
  { keys: { "color-mode": "light" }, system: "dark", theme: "light" },
  { keys: { "color-mode": "system" }, system: "dark", theme: "dark" },
  { keys: { "color-mode": "nonsense" }, system: "light", theme: "light" },
] as const;

test("a saved theme takes precedence over the system from the first paint", async ({
  browser,
  site,
}) => {
  for (const { keys, system, theme } of saved) {
    const context = await browser.newContext({ colorScheme: system, baseURL: site.url });
    const page = await context.newPage();
    await page.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, Object.entries(keys));
    await page.goto("/");
    await test.step(`the keys ${JSON.stringify(keys)} result in the ${theme} theme on a ${system} system`, () =>
      expectTheme(page, theme));
    await context.close();
  }
});

test("the theme can be switched even if storage is blocked", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied", "SecurityError");
      },
    });
  });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await toggle(page).click();
  await expectTheme(page, "dark");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, colorScheme: "dark" });

  test("the theme follows the system and no switch is offered", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(18, 18, 18)");
    await expect(toggle(page)).toHaveCount(0);
  });
});

test("page transitions are animated only for people who allow motion", async ({ page }) => {
  const settings = () =>
    page.evaluate(() => ({
      scroll: getComputedStyle(document.documentElement).scrollBehavior,
      transition: getComputedStyle(document.querySelector("article") ?? document.body)
        .transitionDuration,
    }));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  expect((await settings()).scroll).toBe("smooth");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const still = await settings();
  expect(still.scroll).toBe("auto");
  expect(still.transition).not.toMatch(/0\.2s/);
});

test("a page transition that the browser skips is not reported as an error", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/about");
  await page.evaluate(() => {
    addEventListener("pageswap", () => location.assign("/contact"), { once: true });
    location.assign("/support");
  });
  await expect(page).toHaveURL("/contact");
  await page.addInitScript(() =>
    addEventListener("pagereveal", ({ viewTransition }) => {
      viewTransition?.skipTransition();
      document.documentElement.dataset.skipped = String(viewTransition !== null);
    }),
  );
  await page.evaluate(() => location.assign("/support"));
  await expect(page.locator("html")).toHaveAttribute("data-skipped", "true");
});
