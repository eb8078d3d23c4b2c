/** The console, from the second factor to a decision about a person and a refund. */
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinWithProfile, newAddress } from "../support/people.ts";
import { readMail } from "../support/site.ts";

test("the owner enters a second factor, suspends a person, finds the decision in the log, and refunds a payment", async ({
  page,
  site,
}) => {
  const email = newAddress("suspended");
  await joinWithProfile(site, email, { name: "Nobody Yet", role: "student" });
  // Without animations, too, dialogs give the focus to their first field.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill("staff@halaqa.test");
  await page.getByLabel("Password", { exact: true }).fill("halaqa-demo");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(/\/staff\/sign-in/);
  const code = page.getByLabel("Code from your authenticator app");
  await code.fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("That didn't work.");
  await expectAccessible(page);
  const answer = await fetch(`${site.sandboxUrl}/totp?email=staff@halaqa.test`);
  await code.fill((await answer.json()).code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByLabel("Search").fill(email);
  await page.getByRole("link", { name: "Nobody Yet" }).click();
  await page.getByRole("button", { name: "Suspend" }).click();
  const dialog = page.getByRole("dialog", { name: "Suspend Nobody Yet" });
  await expect(dialog.getByLabel("Suspended until")).toBeFocused();
  const nextYear = new Date().getUTCFullYear() + 1;
  await dialog.getByLabel("Suspended until").fill(`${nextYear}-12-31`);
  await dialog.getByLabel("Reason").fill("Sent the same advertisement to a whole class.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Suspended until Dec 31, ${nextYear}`)).toBeVisible();
  const mail = await readMail(site, email, ({ subject }) => subject.includes("is suspended"));
  expect(mail.text).toContain("Sent the same advertisement to a whole class.");

  await page.goto("/staff/log?kind=suspend-person");
  const row = page.getByRole("row").filter({ hasText: "Nobody Yet" });
  await expect(row).toContainText("Sent the same advertisement");
  await expectAccessible(page);
  const phone = { width: 390, height: 800 };
  await page.setViewportSize(phone);
  await expectNoOverflow(page);

  await test.step("the owner refunds part of a payment with the platform's money", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/staff/payments?status=paid");
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    const refund = page.getByRole("dialog");
    await refund.getByRole("radio", { name: "Partial refund" }).check();
    await refund.getByLabel("Amount (USD)").fill("1.50");
    await refund.getByRole("radio", { name: "Let the teacher keep it" }).check();
    await refund.getByLabel("Reason").fill("One class was shorter.");
    await expectAccessible(page);
    await refund.getByRole("button", { name: "Refund $1.50" }).click();
    await expect(refund).toBeHidden();
    await expect(page.getByText("$1.50 refunded")).toBeVisible();
    await expect(page.getByText("One class was shorter.").first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectNoOverflow(page);
  });

  await test.step("the tables fit on a tablet without scrolling sideways", async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const sections = ["people", "courses", "payments", "payments/premium", "payouts", "cases"];
    for (const section of [...sections, "letters", "letters/suppressions", "log"]) {
      await page.goto(`/staff/${section}`);
      const table = page.getByRole("table");
      await expect(table).toBeVisible();
      const [needed, given] = await table.evaluate(({ parentElement }) => [
        parentElement?.scrollWidth,
        parentElement?.clientWidth,
      ]);
      expect(needed, section).toBe(given);
    }
    await page.setViewportSize(phone);
  });

  await test.step("the owner reads the revenue", async () => {
    await page.goto("/staff/revenue");
    await expect(page.getByRole("img", { name: /gross, of which/ })).toBeVisible();
    await page.getByText("Show as a table").click();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
