/** A visitor writes to a teacher before enrolling, on a phone, and the teacher answers. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectControlsInWindow, expectNoOverflow } from "../support/checks.ts";
import { addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";
import { phone } from "../support/journey.ts";
import { newAddress, password } from "../support/people.ts";
import { readCode } from "../support/site.ts";

test.use(phone);

const say = async (page: Page, text: string) => {
  await page.getByRole("textbox", { name: /^Message to/ }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("log").getByText(text)).toBeVisible();
};

test("a visitor asks a teacher something before enrolling, and the teacher answers", async ({
  browser,
  page,
  site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { name: "Idris Questioned" });
  const label = (text: string) => page.getByLabel(text, { exact: true });
  const dialog = page.getByRole("dialog");

  await test.step("the page of the teacher invites visitors, in view on a phone", async () => {
    await page.goto(`/teachers/${teacher.profileId}`);
    const message = page.getByRole("link", { name: "Message", exact: true });
    await expect(message).toBeInViewport();
    await expectControlsInWindow(page);
    await message.click();
    await expect(dialog).toContainText("Please log in or sign up to write to this teacher.");
  });

  await test.step("signing up leads to the conversation", async () => {
    const email = newAddress("question");
    await dialog.getByRole("link", { name: "Sign up" }).click();
    await label("Full Name").fill("Saira Malik");
    await label("Email Address").fill(email);
    await label("Password").fill(password);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await label("OTP Code").fill(await readCode(site, email));
    await page.waitForURL(/\/role-selection\?returnTo=/);
    await expect(page.locator("main button[aria-current]")).toContainText("Student");
    await page.getByRole("main").getByRole("button", { name: "Student", exact: true }).click();
    await page.waitForURL(/\/register-student\?returnTo=/);
    await label("Password").fill(password);
    await page.getByRole("button", { name: "Complete profile" }).click();
    await page.waitForURL(`/dashboard/messages?to=${teacher.profileId}`);
  });

  await test.step("without an age, the page leads to the profile and back", async () => {
    await expect(page.getByRole("alert")).toContainText("Enter your age in your profile first.");
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole("link", { name: "Complete your profile" }).click();
    const age = page.getByRole("dialog").getByLabel(/^Age/);
    await expect(age).toBeFocused();
    await age.fill("29");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.waitForURL(`/dashboard/messages?to=${teacher.profileId}`);
  });

  await test.step("the student can send three messages", async () => {
    await expect(page.getByText("You can send 3 more messages until")).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await say(page, "As-salamu alaykum, do you teach beginners?");
    await expect(page.getByText("You can send 2 more messages until")).toBeVisible();
    await say(page, "I work during the day.");
    await expect(page.getByText("You can send 1 more message until")).toBeVisible();
    await say(page, "So only evenings.");
    await expect(page.getByText("You've sent 3 messages.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the teacher's page" })).toHaveAttribute(
      "href",
      `/teachers/${teacher.profileId}`,
    );
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  await test.step("the teacher sees that the student isn't enrolled, and answers", async () => {
    await teacher.page.setViewportSize(phone.viewport);
    await teacher.page.goto("/dashboard/messages");
    const row = teacher.page.getByRole("link", { name: /Saira Malik.*Not enrolled/ });
    await expect(row).toBeVisible();
    await expectAccessible(teacher.page);
    await expectNoOverflow(teacher.page);
    await row.click();
    await say(teacher.page, "Wa alaykumu s-salam. Yes, at eight.");
    await expect(page.getByRole("log").getByText("Yes, at eight.")).toBeVisible();
    await say(page, "Then I will book a trial lesson.");
  });
});
