/**
 * One site with the demo data, shared by all tests that use this fixture, because starting it takes
 * seconds. Paths given to `page.goto` are relative to the site.
 *
 * Such tests must not change the demo data. A test that changes what others may see signs up its
 * own people, or starts its own site (`startSite` in `site.ts`). An error on any page fails the
 * test (`watched.ts`).
 */
import type { Page } from "@playwright/test";
import { test as base, expect } from "./watched.ts";

/**
 * Demo accounts with a known password; there are also `teacher2`, `student2` and so on. A payment
 * to `izzati.hassan` is being disputed.
 */
export type DemoPerson = `${"teacher" | "student"}${"" | "2" | "3"}` | "izzati.hassan";

interface ForEachTest {
  /** Logs in as a demo account through the form. Ends on the page that follows log-in. */
  logIn: (person: DemoPerson, page?: Page) => Promise<void>;
}

export const test = base.extend<ForEachTest>({
  baseURL: ({ site }, use) => use(site.url),
  logIn: async ({ page: own }, use) => {
    await use(async (person, page = own) => {
      await page.goto("/login");
      await page.getByLabel("Email", { exact: true }).fill(`${person}@halaqa.test`);
      await page.getByLabel("Password", { exact: true }).fill("halaqa-demo");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL((url) => url.pathname !== "/login");
    });
  },
});

export { expect };
