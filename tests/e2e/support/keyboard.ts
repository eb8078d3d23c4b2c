/** Using the site without a mouse. */
import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Presses Tab until the element is focused, and expects a visible focus ring. Fails if the element
 * can't be reached.
 */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await isThere()); steps += 1) {
    expect(steps, `Tab leads to ${target}`).toBeLessThan(80);
    await page.keyboard.press("Tab");
  }
  const isVisible = await target.evaluate((element) => {
    // On a card that is clickable as a whole, the card shows the focus ring.
    const shown = element.matches(".card-link") ? element.closest(".card-panel") : element;
    const { outlineStyle, boxShadow } = getComputedStyle(shown ?? element);
    return element.matches(":focus-visible") && (outlineStyle !== "none" || boxShadow !== "none");
  });
  expect(isVisible, `the focus of ${target} is seen`).toBe(true);
}

/** Tabs to an element and presses Enter. */
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
