/**
 * Reading the Quran: pages, modes, choices without scripts, and keys.
 */
import type { Page } from "@playwright/test";
import { readerScriptPath } from "../../../src/layouts/on-click-entry.ts";
import { expectAccessible } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import type { Site } from "../support/site.ts";

/** The canonical text of a verse, from the API. */
async function readText({ url }: Site, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/quran/verses/${key}`);
  return (await answer.json()).data.text;
}

const verse = (page: Page, key: string) => page.locator(`[data-verse="${key}"]`);
const arabic = (page: Page, key: string) => verse(page, key).locator("[lang=ar]").first();

/** Expects a verse to be just below the reader's bar. */
async function expectAtTop(page: Page, key: string): Promise<void> {
  const distance = () =>
    verse(page, key).evaluate((element) => Math.abs(element.getBoundingClientRect().top - 60));
  await expect.poll(distance).toBeLessThan(40);
}

test("a visitor finds a surah, reads it and continues with the next one", async ({
  page,
  site,
}) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Quran" }).click();
  await expect(page.getByRole("heading", { name: "The Quran" })).toBeVisible();
  await page.getByRole("link", { name: /Al-Ikhlas/ }).click();
  await expect(page).toHaveURL("/quran/112");
  await expect(page.getByRole("listitem", { name: "Verse 1", exact: true })).toContainText(
    'Say, "He is Allah, [who is] One',
  );
  await expect(arabic(page, "112:2")).toHaveText(await readText(site, "112:2"));
  await page.getByRole("link", { name: "Next surah" }).click();
  await expect(page).toHaveURL("/quran/113");
  await expect(page.getByRole("heading", { name: "Surah Al-Falaq" })).toBeVisible();
});

test("every mode contains the canonical text of each verse in its own element", async ({
  page,
  site,
}) => {
  for (const path of [
    "/quran/2?words=1&part=13",
    "/quran/2?mode=reading",
    "/quran/juz/3",
    "/quran/juz/3?mode=reading",
    "/quran/page/42",
    "/quran/2/255",
    "/quran/2",
  ]) {
    await page.goto(path);
    const text = await arabic(page, "2:255").evaluate((element) => element.textContent);
    expect(text, path).toBe(await readText(site, "2:255"));
    await expect(arabic(page, "2:255"), path).toHaveAttribute("dir", "rtl");
  }
});

test("copied text is the canonical text, without numbers or line breaks", async ({
  page,
  site,
}) => {
  const expected = [await readText(site, "112:1"), await readText(site, "112:2")];
  for (const path of ["/quran/112", "/quran/112?mode=reading", "/quran/page/604"]) {
    await page.goto(path);
    const copied = await page.evaluate(() => {
      const verses = ["112:1", "112:2"].map((key) => document.getElementById(key));
      return verses.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each?.querySelector("[lang=ar]")?.parentElement ?? document.body);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
        return getSelection()?.toString().trim();
      });
    });
    expect(copied, path).toEqual(expected);
  }
});

test("switching the mode keeps the verse in view", async ({ page }) => {
  await page.goto("/quran/2#2:100");
  await expectAtTop(page, "2:100");
  const modes = page.getByRole("navigation", { name: "Reading mode" });
  const verses = modes.getByRole("link", { name: "Verses" });
  const reading = modes.getByRole("link", { name: "Reading" });
  // On a slow connection, the script and the page of the new mode take a while.
  const loaded = Promise.withResolvers<void>();
  await page.route(`**${readerScriptPath}`, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const { chosen, other } = await modes.evaluate((list) => {
    const [current, next] = [...list.children].map(
      (link) => getComputedStyle(link).backgroundColor,
    );
    return { chosen: current ?? "", other: next ?? "" };
  });
  expect(chosen).not.toBe(other);
  await reading.click({ noWaitAfter: true });
  await expect(reading).toHaveCSS("background-color", chosen);
  await expect(verses).toHaveCSS("background-color", other);
  loaded.resolve();
  await expect(page).toHaveURL("/quran/2?mode=reading#2:100");
  await expectAtTop(page, "2:100");
  await modes.getByRole("link", { name: "Page", exact: true }).click();
  await expect(page).toHaveURL("/quran/page/15?mode=reading#2:100");
  await modes.getByRole("link", { name: "Verses" }).click();
  await expect(page).toHaveURL(/\/quran\/2#2:\d+$/);
  // The page begins with a different surah than the verse's, or with another part of the surah.
  await page.setViewportSize({ width: 1280, height: 500 });
  for (const [from, key, to] of [
    ["/quran/page/592", "88:6", "/quran/88"],
    ["/quran/page/19?words=1", "2:121", "/quran/2?words=1&part=7"],
  ] as const) {
    await page.goto(`${from}#${key}`);
    await expectAtTop(page, key);
    await modes.getByRole("link", { name: "Verses" }).click();
    await expect(page).toHaveURL(`${to}#${key}`);
    await expectAtTop(page, key);
  }
});

test("changing what is shown keeps the verse in view, even if the surah is divided", async ({
  page,
}) => {
  await page.goto("/quran/2#2:100");
  await expectAtTop(page, "2:100");
  const apply = async (option: string) => {
    await page.getByText("Display").click();
    await page.getByLabel(option).click();
    await page.getByRole("button", { name: "Apply" }).click();
  };
  await apply("Word by word");
  await expect(page).toHaveURL("/quran/2?translation=en&words=1&part=5#2:100");
  await expectAtTop(page, "2:100");
  await apply("Transliteration");
  await expect(page).toHaveURL("/quran/2?translation=en&transliteration=1&words=1&part=5#2:100");
  await expectAtTop(page, "2:100");
  await apply("Word by word");
  await expect(page).toHaveURL("/quran/2?translation=en&transliteration=1#2:100");
  await expectAtTop(page, "2:100");
});

test("a verse whose end alone is in view is not the verse that stays in view when the mode changes", async ({
  page,
}) => {
  await page.goto("/quran/2#2:100");
  await expectAtTop(page, "2:100");
  // The end of 2:99 is still in view.
  await page.evaluate(() => {
    const verse = document.querySelector('[data-verse="2:100"]');
    const bar = document.querySelector(".reader-bar");
    if (!verse || !bar) throw new Error("The reader has no verse or no bar");
    const distance = verse.getBoundingClientRect().top - bar.getBoundingClientRect().bottom;
    scrollBy({ top: distance - 30, behavior: "instant" });
  });
  await page
    .getByRole("navigation", { name: "Reading mode" })
    .getByRole("link", { name: "Reading" })
    .click();
  await expect(page).toHaveURL("/quran/2?mode=reading#2:100");
});

test("on a page with only the Arabic text, changing the tajweed option keeps the chosen translation", async ({
  page,
}) => {
  for (const path of ["/quran/112?translation=fr&mode=reading", "/quran/page/604?translation=fr"]) {
    await page.goto(path);
    await page.getByText("Display").click();
    await expect(page.getByRole("checkbox")).toHaveCount(1);
    await expect(page.getByLabel("Translation")).toHaveCount(0);
    await page.getByLabel("Tajweed colors").check();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/tajweed=1/);
    await expect(page).toHaveURL(/translation=fr/);
    await expect(page.locator("[data-verse] [class^=tj-]").first()).toBeVisible();
  }
});

test("a translation that doesn't exist is reported as missing, and the default one is shown", async ({
  page,
}) => {
  await page.goto("/quran/112?translation=xx");
  await expect(page.getByRole("note")).toHaveText(
    "The translation in this address isn't available. English is shown instead. You can choose another one under Display.",
  );
  await expect(verse(page, "112:1").getByText("Say")).toBeVisible();
  // Readers of Arabic see no translation unless they choose one.
  await page.goto("/ar/quran/112?translation=xx");
  await expect(page.getByRole("note")).toHaveText(
    "الترجمة المطلوبة في هذا العنوان غير متاحة. يمكنك اختيار غيرها من «العرض».",
  );
  await page.goto("/quran/112?translation=fr");
  await expect(page.getByRole("note")).toHaveCount(0);
});

test("a verse that is linked to is in view in the longest surah", async ({ page }) => {
  await page.goto("/quran/2#2:255");
  await expectAtTop(page, "2:255");
  await expect(page.locator("[data-verse]")).toHaveCount(286);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the reader can choose what is shown, and links keep the choice", async ({ page }) => {
    await page.goto("/quran/112");
    await page.getByText("Display").click();
    await page.getByLabel("Translation").selectOption("ur");
    await page.getByLabel("Transliteration").check();
    await page.getByLabel("Word by word").check();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/quran/112?translation=ur&transliteration=1&words=1");
    await expect(verse(page, "112:1").locator("[lang=ur]").first()).toContainText("اللہ");
    await expect(verse(page, "112:1").getByText("Say")).toBeVisible();
    await expect(verse(page, "112:1").getByText("qul")).toBeVisible();
    await expect(page.getByRole("link", { name: "Tanzil" })).toBeVisible();
    await page.getByRole("link", { name: "Next surah" }).click();
    await expect(page).toHaveURL("/quran/113?translation=ur&transliteration=1&words=1");
    await page
      .getByRole("navigation", { name: "Reading mode" })
      .getByRole("link", { name: "Page", exact: true })
      .click();
    await expect(page).toHaveURL("/quran/page/604?translation=ur&transliteration=1&words=1#113:1");
  });

  test("the longest surah is divided when the meanings of its words are shown", async ({
    page,
  }) => {
    await page.goto("/quran/2?words=1");
    await expect(page.locator("[data-verse]")).toHaveCount(20);
    // With the keyboard: verses get their height when they come into view, so the link can move away
    // between the two halves of a click.
    await page.getByRole("link", { name: "Next part" }).press("Enter");
    await expect(page).toHaveURL("/quran/2?words=1&part=2");
    await expect(verse(page, "2:21")).toBeVisible();
  });

  test("a page can be opened by its number, in any digits", async ({ page }) => {
    await page.goto("/quran");
    await page.getByLabel("Page number").fill("٤٢");
    await page.getByRole("button", { name: "Go" }).click();
    await expect(page).toHaveURL("/quran/page/42");
    await expect(verse(page, "2:255")).toBeVisible();
  });

  test("a button opens the list of keyboard shortcuts", async ({ page }) => {
    await page.goto("/quran/112");
    await page.getByText("Display").click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  });
});

test("keyboard shortcuts move from verse to verse and from page to page", async ({ page }) => {
  await page.goto("/quran/112");
  await page.keyboard.press("j");
  await expect(verse(page, "112:1")).toBeFocused();
  await page.keyboard.press("j");
  await expect(verse(page, "112:2")).toBeFocused();
  await expect(page).toHaveURL("/quran/112#112:2");
  await page.keyboard.press("k");
  await expect(verse(page, "112:1")).toBeFocused();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("jk?/");
  await expect(page.getByRole("searchbox")).toHaveValue("jk?/");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/quran/112");
  await page.keyboard.press("/");
  await expect(page).toHaveURL("/quran/search");
  await page.goto("/quran/page/10");
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL("/quran/page/11");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL("/quran/page/10");
});

test("the bar that stays in view names the juz and pages of the whole text below it", async ({
  page,
}) => {
  const place = page.locator(".reader-place > .muted");
  for (const [path, text] of [
    ["/quran/2#2:255", "Juz 1–3 · Pages 2–49"],
    ["/quran/2?mode=reading#2:255", "Juz 1–3 · Pages 2–49"],
    // The 13th part of twenty verses, from 2:241 to 2:260.
    ["/quran/2?words=1&part=13", "Juz 2–3 · Pages 39–44"],
    ["/quran/juz/30", "Pages 582–604"],
    // Juz 4 begins within the page.
    ["/quran/page/62", "Juz 3–4"],
    ["/quran/112", "Juz 30 · Page 604"],
  ] as const) {
    await page.goto(path);
    await expect(place, path).toHaveText(text);
  }
});

test("a prostration is named after its verse", async ({ page }) => {
  await page.goto("/quran/32");
  await expect(verse(page, "32:15").getByText("Prostration (sajda)")).toBeVisible();
  await expect(page.getByText("Prostration (sajda)")).toHaveCount(1);
});

test("a verse's tools open beside the text, copy the verse, and return the focus", async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/quran/112");
  const button = page.getByRole("button", { name: "Tools for verse 112:2" });
  await button.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: /112:2/ });
  await expect(panel).toBeFocused();
  await panel.getByRole("button", { name: "Copy Arabic text" }).click();
  await expect(panel.getByRole("status")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await readText(site, "112:2"));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();

  await page.goto("/quran/page/604");
  await verse(page, "112:3").getByRole("link").click();
  await expect(page.getByRole("dialog", { name: /112:3/ })).toBeVisible();
  await expect(page).toHaveURL("/quran/page/604");
});

test("keys don't move the text behind a verse's tools, and Escape closes the tools after a click beside them", async ({
  page,
}) => {
  await page.goto("/quran/112");
  const button = page.getByRole("button", { name: "Tools for verse 112:2" });
  await button.press("Enter");
  const panel = page.getByRole("dialog", { name: /112:2/ });
  await expect(panel).toBeFocused();
  await page.keyboard.press("j");
  // The script of the keys, which the first key loads, has handled the key.
  await page.evaluate((path) => import(path), readerScriptPath);
  await expect(panel).toBeFocused();
  await expect(page).toHaveURL("/quran/112");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(panel).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("j");
  await expect(verse(page, "112:2")).toBeFocused();
});

test("a reader page says so when its tools or its keys can't be loaded", async ({ page }) => {
  await page.route("**/quran-tools.js", (route) => route.abort());
  await page.route("**/quran-reader.js", (route) => route.abort());
  const openTools = () => page.getByRole("button", { name: "Tools for verse 112:1" }).click();
  for (const act of [openTools, () => page.keyboard.press("j")]) {
    await page.goto("/quran/112");
    await act();
    await expect(page.getByRole("alert")).toContainText("The tools could not be loaded.");
    await expect(page).toHaveURL("/quran/112");
  }
});

test("Escape closes the display options, and the focus returns to their button", async ({
  page,
}) => {
  await page.goto("/quran/112");
  const display = page.locator(".display > summary");
  await display.press("Enter");
  await page.getByLabel("Transliteration").press("Escape");
  await expect(display).toBeFocused();
  await expect(page.getByRole("button", { name: "Apply" })).toBeHidden();
});
