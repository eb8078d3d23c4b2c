/** Words and tajweed in the Quran reader. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/checks.ts";
import { expect, test } from "./support/demo.ts";

const verse = (page: Page, key: string) => page.locator(`[data-verse="${key}"]`);
const text = (page: Page, key: string) => verse(page, key).locator("[lang=ar]").first();

/** Clicks in the middle of a word of a verse, from 1. */
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

test("a person with the plan sees the other places of a word and similar words", async ({
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
  // Without an imported data set, nothing is said about roots.
  await expect(card.getByText("Root", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test("colored letters take exactly the room of the same letters without colors", async ({
  page,
}) => {
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
