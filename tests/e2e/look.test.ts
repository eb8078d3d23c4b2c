import { expectAccessible, expectNoOverflow } from "./support/checks.ts";
import { expect, test } from "./support/demo.ts";

test("the home page greets", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Learn Quran Online with Expert Teachers",
  );
  await expectNoOverflow(page);
  await expectAccessible(page);
});
