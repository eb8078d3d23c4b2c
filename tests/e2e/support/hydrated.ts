import { expect, type Page } from "@playwright/test";

/**
 * Waits until all islands of the page handle events. A click before that is lost, unless the control
 * is a link or is disabled until then.
 */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator("astro-island[ssr][client=load]")).toHaveCount(0);
}
