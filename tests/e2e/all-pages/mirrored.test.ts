/** Screens laid out from right to left are the mirror images of those laid out from left to right. */
import type { Page } from "@playwright/test";
import { expectMirrored, expectNoOverflow } from "../support/checks.ts";
import { type DemoPerson, expect, test } from "../support/demo.ts";

const widths = [390, 1280];

async function expectMirroredAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.locator('astro-island[ssr][client="load"]')).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      await expectMirrored(page);
      await page.evaluate(() => {
        document.documentElement.dir = "rtl";
      });
      await expectNoOverflow(page);
    }
  }
}

test("public pages can be laid out from right to left", async ({ page }) => {
  const paths = ["/", "/courses", "/teachers", "/students", "/about", "/support", "/contact"];
  await expectMirroredAt(page, [...paths, "/login", "/signup", "/quran", "/quran/112", "/nowhere"]);
});

const own: Record<"teacher" | "student", string[]> = {
  teacher: ["/dashboard", "/dashboard/meetings", "/dashboard/earnings", "/add-course"],
  student: ["/dashboard", "/dashboard?tab=settings", "/dashboard/messages", "/quran/study"],
};

for (const person of ["teacher", "student"] satisfies DemoPerson[]) {
  test(`pages for a ${person} can be laid out from right to left`, async ({ page, logIn }) => {
    await logIn(person);
    await expectMirroredAt(page, own[person]);
  });
}
