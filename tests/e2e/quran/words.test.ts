/** Words and tajweed in the Quran reader. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";

const verse = (page: Page, key: string) => page.locator(`[data-verse="${key}"]`);
const text = (page: Page, key: string) => verse(page, key).locator("[lang=ar]").first();

/** Clicks the middle of a word of a verse. The first word is 1. */
async function clickWord(page: Page, key: string, part: number): Promise<void> {
  const point = await text(page, key).evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let position = 1;
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (let index = 0; index < node.data.length; index++) {
        if (node.data[index] === " ") position += 1;
        else if (position === wanted) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { x, y, width, height } = range.getBoundingClientRect();
          if (width > 0) return { x: x + width / 2, y: y + height / 2 };
        }
      }
    }
    throw new Error(`The verse has no word ${wanted}`);
  }, part);
  await page.mouse.click(point.x, point.y);
}

test("a person with the plan sees other occurrences of a word and similar words", async ({
  page,
  logIn,
}) => {
  await logIn("teacher");
  await page.goto("/quran/page/2");
  await clickWord(page, "2:2", 2);
  const card = page.getByRole("dialog", { name: /2:2, word 2/ });
  await card.getByText(/^Same word \(\d+\)$/).click();
  await expect(card.getByRole("link", { name: /2:2$/ })).toHaveAttribute("href", "/quran/2/2");
  await card.getByRole("button", { name: "Page 2" }).click();
  await expect(card.getByRole("link", { name: /2:2$/ })).toHaveCount(0);
  await card.getByText(/^Similar words \(\d+\)$/).click();
  await expect(card.getByText("Words with the same stem.")).toBeVisible();
  // Without an imported data set, nothing is shown about roots.
  await expect(card.getByText("Root", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test("colored letters take up exactly as much room as uncolored ones", async ({ page }) => {
  const widths = async (path: string) => {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    return page
      .locator(".flow [data-verse] > [lang=ar]")
      .evaluateAll((texts) =>
        texts
          .slice(0, 4)
          .map((each) =>
            [...each.getClientRects()].reduce((sum, { width }) => sum + Math.round(width), 0),
          ),
      );
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  const plain = await widths("/quran/114?mode=reading");
  const colored = await widths("/quran/114?mode=reading&tajweed=1");
  expect(colored).toEqual(plain);
});

test("a visitor opens the words of a verse with the keyboard, and screen readers announce their names", async ({
  page,
}) => {
  await page.goto("/quran/112");
  const tools = page.getByRole("button", { name: "Tools for verse 112:1" });
  await tools.press("Enter");
  const panel = page.getByRole("dialog", { name: "Al-Ikhlas 112:1" });
  await expect(panel).toBeFocused();
  await panel.getByText("Words", { exact: true }).press("Enter");
  const list = panel.getByRole("list", { name: "Words of verse 112:1" });
  await expect(list.getByRole("button")).toHaveCount(4);
  await page.keyboard.press("Tab");
  await expect(list.getByRole("button", { name: /Say$/ })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  const card = (position: number) =>
    page.getByRole("dialog", { name: new RegExp(`^112:1, word ${position} `) });
  await expect(card(2)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(card(3)).toBeFocused();
  await expect(card(3).getByText(/This word occurs [\d,]+ times in the Quran/)).toBeVisible();
  await expect(card(3).getByRole("link", { name: "Log in" })).toBeVisible();
  await expect(verse(page, "112:1").locator("[data-current-word]")).toHaveAttribute(
    "data-word",
    "3",
  );
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await card(2).getByRole("button", { name: "Previous word" }).press("Enter");
  // The button keeps the focus, so the keys still work.
  await expect(card(1).getByRole("button", { name: "Previous word" })).toBeFocused();
  await expect(card(1).getByRole("button", { name: "Previous word" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(tools).toBeFocused();
});

test("a word that consists of two parts is one word for every tool", async ({ page }) => {
  await page.goto("/quran/37/130");
  await clickWord(page, "37:130", 4);
  await expect(page.getByRole("dialog", { name: /^37:130, word 3 / })).toBeVisible();
  await expect(page.locator("[data-current-word]")).toHaveText("إِلۡ يَاسِينَ");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("letters are colored by the rules of tajweed, and a legend explains the colors", async ({
    page,
  }) => {
    await page.goto("/quran/112");
    await page.getByText("Display").click();
    await page.getByLabel("Tajweed colors").check();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/quran/112?translation=en&tajweed=1");
    const colored = text(page, "112:1").locator(".tj-qalqalah");
    await expect(colored).toHaveText("دٌ");
    const plain = await page.locator(".basmala").evaluate((element) => getComputedStyle(element));
    const look = await colored.evaluate((element) => getComputedStyle(element));
    expect(look.color).not.toBe(plain.color);
    expect(look.textDecorationLine).not.toBe("none");
    await page.locator(".tajweed-legend summary").click();
    await expect(page.locator(".tajweed-legend").getByText("Qalqalah")).toBeVisible();
    await page.getByRole("link", { name: "Next surah" }).click();
    await expect(page).toHaveURL("/quran/113?tajweed=1");
    await expect(page.locator("[data-verse] .tj-qalqalah").first()).toBeVisible();
  });
});
