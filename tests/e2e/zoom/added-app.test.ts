/** Coming back from Zoom after adding the app there, without anything that proves it. */
import { expect, test } from "../support/demo.ts";

test("a code without our state claims neither that the app was added nor that something is connected", async ({
  page,
}) => {
  for (const code of ["anything", ""]) {
    await page.goto(`/zoom/auth/callback?code=${code}`);
    await expect(page.getByRole("heading", { level: 1, name: "Continue in Zoom" })).toBeVisible();
    await expect(page.getByText(/^If you have just added the Halaqa app, open Zoom/)).toBeVisible();
    await expect(page.getByText(/was added/)).toBeHidden();
  }
});
