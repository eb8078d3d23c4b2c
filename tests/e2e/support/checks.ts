/** What every screen must hold, in whatever state it is. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe finds nothing on the page as it stands now. Open what is to be looked at before. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectInOrder(page, allRules);
}

/**
 * All text has enough contrast. That is all that `expectAccessible` has left to find in a state that
 * it has seen in the other theme.
 */
export async function expectReadable(page: Page): Promise<void> {
  await expectInOrder(page, ["color-contrast"]);
}

async function expectInOrder(page: Page, rules: string[]): Promise<void> {
  // Colors are measured as they are, so nothing may still be fading in; placeholders pulse for ever.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
  // The other mode opens a window for every check, to cross frames of other origins: we have none.
  const { violations } = await new AxeBuilder({ page })
    // What is in order would be described at length, for nobody.
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

/** Nothing is wider than the window: the page can't be scrolled sideways. */
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
