/**
 * One started site with the demo data, shared by all tests that ask for it, because it takes
 * seconds to start:
 *
 *     import { expect, test } from "./support/demo.ts";
 *     test("the home page greets", async ({ page }) => { await page.goto("/"); … });
 *
 * Paths given to `page.goto` are the site's. Such tests read the demo and leave it as it is; one
 * that changes what others may look at signs up people of its own, or starts a site of its own
 * (`startSite` in `site.ts`). What any page reports as broken fails the test (`watched.ts`).
 */
import type { Page } from "@playwright/test";
import { type Site, startSite } from "./site.ts";
import { test as base, expect } from "./watched.ts";

/** People of the demo whose log-in is known; `teacher2`, `student2` and so on are there as well. */
export type DemoPerson = `${"teacher" | "student"}${"" | "2" | "3"}`;

interface ForEachTest {
  /** Logs in as a person of the demo through the form; ends where log-in leads to. */
  logIn: (person: DemoPerson, page?: Page) => Promise<void>;
}

interface Shared {
  site: Site;
}

export const test = base.extend<ForEachTest, Shared>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
    async ({}, use) => {
      const site = await startSite({ SEED: "demo", RATE_LIMIT_FACTOR: "100" });
      await use(site);
      expect(await site.stop()).toBe(0);
    },
    { scope: "worker", timeout: 120_000 },
  ],
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
