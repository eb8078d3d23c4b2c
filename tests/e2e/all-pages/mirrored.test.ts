/**
 * Every screen in Arabic is the mirror image of the one written from left to right, accessible, and no
 * wider than a phone. Some screens are checked in the other languages as well.
 */
import type { Page } from "@playwright/test";
import { addLanguagePrefix, type Language, languageFacts } from "#lib/languages.ts";
import { expectAccessibleInLanguage, expectMirrored, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { expectHydrated } from "../support/hydrated.ts";
import type { Viewer } from "../support/pages.ts";
import { openAs, openScreens } from "../support/screens.ts";

async function open(page: Page, path: string, language: Language): Promise<void> {
  const address = addLanguagePrefix(path, language);
  const answer = await page.goto(address);
  expect.soft(answer?.status(), path).toBeLessThan(500);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expectHydrated(page);
  // Otherwise another screen would be checked in its place.
  const { pathname } = new URL(page.url());
  expect.soft(pathname, `a screen in ${language}`).toBe(address.split(/[?#]/)[0]);
  await page.evaluate(() => document.fonts.ready);
}

/** Reports the problems of all screens together. */
async function expectAll(page: Page, checks: ((page: Page) => Promise<void>)[]): Promise<void> {
  for (const check of checks) {
    await check(page).catch((error: Error) => expect.soft(error.message).toBe(""));
  }
}

const viewers: Viewer[] = [
  "visitor",
  "newcomer",
  "student",
  "graduate",
  "teacher",
  "teacher in a dispute",
  "owner",
];
for (const viewer of viewers) {
  test(`the screens of a ${viewer} are mirrored in Arabic`, async ({ browser, site }) => {
    test.slow();
    const page = await openAs(browser, site, viewer);
    await openScreens(page, site, viewer, async (path) => {
      await open(page, path, "ar");
      await expectAll(page, [expectNoOverflow, expectAccessibleInLanguage, expectMirrored]);
    });
    await page.context().close();
  });
}

test("a line in Latin letters starts on the right of an Arabic page", async ({ page, request }) => {
  const { courses } = (await (await request.get("/api/courses?limit=1")).json()).data;
  await open(page, `/courses/${courses[0]._id}`, "ar");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(/^[A-Z]/);
  const { end, right } = await title.evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const lines = [...range.getClientRects()];
    return {
      end: Math.min(...lines.map((line) => line.right)),
      right: heading.getBoundingClientRect().right,
    };
  });
  expect(right - end).toBeLessThan(2);
});

test("pages in Urdu, French and Spanish fit on a phone, and those in Urdu are accessible", async ({
  browser,
  site,
}) => {
  const page = await openAs(browser, site, "student");
  const chosen = ["/", "/courses", "/quran/112", "/dashboard?tab=settings"];
  for (const language of ["ur", "fr", "es"] satisfies Language[]) {
    // French and Spanish have the letters and direction of English, only longer words.
    const isLikeArabic = languageFacts[language].direction === "rtl";
    for (const path of chosen) {
      await open(page, path, language);
      await expectAll(page, [
        expectNoOverflow,
        ...(isLikeArabic ? [expectAccessibleInLanguage] : []),
      ]);
    }
  }
  await page.context().close();
});
