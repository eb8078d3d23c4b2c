/** Using the site without a mouse. */
import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Tabs on until the focus is there, and sees that it can be seen. Fails when the keyboard doesn't
 * lead to it.
 */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await isThere()); steps += 1) {
    expect(steps, `Tab leads to ${target}`).toBeLessThan(80);
    await page.keyboard.press("Tab");
  }
  const isVisible = await target.evaluate((element) => {
    // Where a card leads somewhere as a whole, it is the card that shows the focus.
    const shown = element.matches(".card-link") ? element.closest(".card-panel") : element;
    const { outlineStyle, boxShadow } = getComputedStyle(shown ?? element);
    return element.matches(":focus-visible") && (outlineStyle !== "none" || boxShadow !== "none");
  });
  expect(isVisible, `the focus of ${target} is seen`).toBe(true);
}

/** Goes to what can be pressed, and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Enter");
}

/** Focuses a field and replaces its text. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}
