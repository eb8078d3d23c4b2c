/**
 * Counts what a journey through the site asks of a person: screens, taps and fields, as in
 * bench/2026-11-28-journeys.md. What the test does without this helper, such as reading a code in
 * an email, isn't counted.
 */
import type { Locator, Page } from "@playwright/test";

export interface Journey {
  tap(target: Locator): Promise<void>;
  fill(field: Locator, value: string): Promise<void>;
  choose(field: Locator, label: string): Promise<void>;
  count(): { screens: number; taps: number; fields: number };
}

/** A phone of common size. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Starts counting on the page that is open, which is the first screen. */
export function startJourney(page: Page): Journey {
  const pathOf = () => new URL(page.url()).pathname;
  let [screens, taps, fields] = [1, 0, 0];
  let shown = pathOf();
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame() || pathOf() === shown) return;
    shown = pathOf();
    screens += 1;
  });
  return {
    async tap(target) {
      taps += 1;
      await target.click();
    },
    async fill(field, value) {
      fields += 1;
      await field.fill(value);
    },
    async choose(field, label) {
      fields += 1;
      await field.selectOption(label);
    },
    count: () => ({ screens, taps, fields }),
  };
}
