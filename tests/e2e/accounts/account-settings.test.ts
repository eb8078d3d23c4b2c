/** Account settings on the dashboard. */
import type { Page } from "@playwright/test";
import { legalVersions } from "#lib/agreements/legal-documents.ts";
import { askDatabase } from "../support/ask-database.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinWithProfile, password } from "../support/people.ts";

const name = "Amina Rahman";

async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function openSettings(page: Page): Promise<void> {
  await page.waitForURL(/\/dashboard/);
  await page.goto("/dashboard?tab=settings");
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
}

test("a student can change their password and profile, end sessions, export data and delete the account", async ({
  page,
  browser,
  site,
}) => {
  const email = "own-account@example.org";
  await joinWithProfile(site, email, { name, role: "student", age: 27 });
  await logIn(page, email);
  await openSettings(page);
  const dialog = page.getByRole("dialog");

  await test.step("the screen and every modal with its errors are accessible", async () => {
    await expectNoOverflow(page);
    await expectAccessible(page);
    for (const [opener, submit] of [
      ["Update Password", "Update Password"],
      ["Edit Profile", "Save changes"],
      ["Delete account...", "Delete account"],
    ] as const) {
      const button = page.getByRole("button", { name: opener, exact: true }).first();
      await button.focus();
      await page.keyboard.press("Enter");
      if (opener === "Edit Profile") await dialog.getByLabel("Full name").fill("");
      await dialog.getByRole("button", { name: submit }).click();
      await expect(dialog.getByRole("alert").first()).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
  });

  await test.step("changing the password logs out other devices and closes the modal", async () => {
    const phone = await (await browser.newContext({ baseURL: site.url })).newPage();
    await logIn(phone, email);
    await phone.waitForURL(/\/dashboard/);
    await page.reload();
    await expect(page.getByRole("button", { name: /^End session/ })).toHaveCount(2);
    await page.getByRole("button", { name: "Update Password" }).click();
    await dialog.getByLabel("Current password", { exact: true }).fill(password);
    await dialog.getByLabel("New password", { exact: true }).fill(`${password}!`);
    await dialog.getByLabel("Confirm new password", { exact: true }).fill(`${password}!`);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Password updated successfully!")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: /^End session/ })).toHaveCount(0);
    await phone.goto("/dashboard");
    await phone.waitForURL(/\/login/);
    await phone.context().close();
  });

  await test.step("the profile is edited, and the dashboard shows it", async () => {
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await dialog.getByLabel("Full name").fill("Amina Siddiqui");
    await dialog.getByLabel(/^Spoken languages/).fill("Arabic, , English");
    // The dialog closes soon after the message, which repeated checks can miss on a busy machine.
    const saved = dialog.getByText("Profile updated successfully!").waitFor();
    await page.keyboard.press("Enter");
    await saved;
    await expect(dialog).toBeHidden();
    const navigation = page.getByRole("navigation", { name: "Dashboard" });
    const menu = navigation.getByRole("button", { name: "Account menu for Amina Siddiqui" });
    await expect(menu).toBeVisible();
    await expect(menu).toContainText(/Amina Siddiqui\s*Student/);
  });

  await test.step("changed terms are shown on each page until they are accepted", async () => {
    const ofUser = "user_id = (select id from users where email = $1)";
    await askDatabase(site, `update agreements set version = '2024-06-01' where ${ofUser}`, email);
    await page.reload();
    const notice = page.getByRole("complementary", { name: "Updated terms" });
    await expect(notice).toContainText("We've updated our Terms of Use and our Privacy Policy.");
    await notice.getByRole("link", { name: "See what changed" }).click();
    await expect(page.getByRole("heading", { name: "What has changed" })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("heading", { name: "You're up to date" })).toBeVisible();
    const added = `select document, version from agreements where place = 'update' and ${ofUser} order by document`;
    expect(await askDatabase(site, added, email)).toEqual([
      { document: "privacy", version: legalVersions.privacy },
      { document: "terms", version: legalVersions.terms },
    ]);
    await page.goto("/dashboard?tab=settings");
    await expect(page.getByRole("button", { name: "Create link" })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step("a calendar reads the link until it is turned off", async () => {
    await page.getByRole("button", { name: "Create link" }).click();
    const link = page.getByLabel("Your link");
    await expect(link).toBeFocused();
    await expectNoOverflow(page);
    await expectAccessible(page);
    const address = new URL(await link.inputValue()).pathname;
    const calendar = await fetch(site.url + address);
    expect(calendar.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(calendar.headers.get("cache-control")).toBe("private, no-store");
    expect(await calendar.text()).toContain("X-WR-CALNAME:Halaqa: Amina Siddiqui");
    await page.getByRole("button", { name: "Turn off" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByRole("button", { name: "Create link" })).toBeVisible();
    expect((await fetch(site.url + address)).status).toBe(404);
  });

  await test.step("the user's data is downloaded as a file", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download my data" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("halaqa-my-data.json");
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const data = JSON.parse(Buffer.concat(chunks).toString());
    expect(data.account.email).toBe(email);
    expect(data.profile.spokenLanguages).toEqual(["Arabic", "English"]);
  });

  await test.step("the account is deleted, and nobody can log in to it anymore", async () => {
    await page.getByRole("button", { name: "Delete account..." }).click();
    await dialog.getByLabel("Current password", { exact: true }).fill(`${password}!`);
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Your account was deleted.")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/account-deleted");
    await expect(page.getByRole("heading", { name: "Your account was deleted." })).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await logIn(page, email, `${password}!`);
    await expect(
      page.getByText("Login failed. Please check your credentials and try again."),
    ).toBeVisible();
  });
});

test("a child confirms a course for other ages, adds a guardian before paying and returns to it", async ({
  page,
  site,
}) => {
  const email = "young-student@example.org";
  await joinWithProfile(site, email, { name, role: "student", age: 11 });
  await logIn(page, email);
  await page.waitForURL(/\/dashboard/);
  const { data } = await (await fetch(`${site.url}/api/courses?limit=100`)).json();
  const paid = data.courses.find(
    (course: { price: number; isFull: boolean; audience: string[] }) =>
      course.price > 0 && !course.isFull && !course.audience.includes("children"),
  );
  await page.goto(`/courses/${paid._id}`);
  const enroll = async () => {
    await page.getByRole("button", { name: "Pay & Enroll" }).click();
    const question = page.getByRole("dialog", { name: "Is this course for you?" });
    await expect(question).toContainText("The student is 11 years old.");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Enroll anyway" }).click();
  };
  await enroll();
  await expect(page.getByText(/^Students under 13 need a parent or guardian/)).toBeVisible();
  await page.getByRole("link", { name: "Add a parent or guardian" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByLabel(/^Parent or guardian name/).fill("Yusuf Rahman");
  await dialog.getByLabel(/^Parent or guardian contact/).fill("yusuf@example.org");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL((url) => url.pathname === `/courses/${paid._id}`);
  await enroll();
  await page.waitForURL(/\/checkout\/cs_/);
});
