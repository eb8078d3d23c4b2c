/** Checks that apply to every screen in every state. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Expects no axe violations in the page's current state. Open dialogs and menus before calling it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectInOrder(page, allRules);
}

/**
 * Expects enough contrast for all text. Sufficient for a state that passed `expectAccessible` in
 * the other theme, because only the colors differ.
 */
export async function expectReadable(page: Page): Promise<void> {
  await expectInOrder(page, ["color-contrast"]);
}

async function expectInOrder(page: Page, rules: string[]): Promise<void> {
  // Colors are measured as rendered, so wait for all animations except those that never end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
  // The default mode opens a window for each check to support cross-origin frames, which the site
  // doesn't have.
  const { violations } = await new AxeBuilder({ page })
    // Omits detailed results for rules that passed.
    .options({ runOnly: rules, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    places: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** Expects that no element is wider than the window, so that the page doesn't scroll sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 160));
  });
  expect(wide, `wider than the window on ${page.url()}`).toEqual([]);
}

/**
 * Expects that everything that can be pressed or filled in is inside the window, or can be scrolled
 * to. A panel with hidden overflow can cut off a button although the page doesn't scroll sideways.
 */
export async function expectControlsInWindow(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    // What only screen readers get is one pixel wide and clipped.
    const isClipped = (element: Element): boolean => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (each.getBoundingClientRect().width <= 1) return true;
      }
      return false;
    };
    const canScrollTo = (element: Element): boolean => {
      for (let each = element.parentElement; each; each = each.parentElement) {
        const { overflowX } = getComputedStyle(each);
        if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth) return true;
      }
      return false;
    };
    return [...document.querySelectorAll<HTMLElement>("button, a[href], input, select, textarea")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isInside = left >= -1 && right <= clientWidth + 1;
        // Honeypot fields can't be focused.
        const isUsed =
          element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
        return isUsed && !isInside && !isClipped(element) && !canScrollTo(element);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
  expect(cut, `controls outside the window on ${page.url()}`).toEqual([]);
}
