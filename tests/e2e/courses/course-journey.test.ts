/**
 * The main journey from end to end: a teacher signs up, publishes a course and schedules a meeting;
 * a student signs up, finds the course, pays by card and is enrolled; they meet, and the attendance
 * is recorded.
 */
import type { Page } from "@playwright/test";
import { wallClock } from "#lib/time/format-time.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { readCode, type Site, startSite } from "../support/site.ts";
import { expect, test } from "../support/watched.ts";

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(async () => {
  expect(await site.stop()).toBe(0);
});

/** Signs up through the form and the code in the email. Ends on /role-selection. */
async function signUp(page: Page, name: string, email: string): Promise<void> {
  await page.goto(`${site.url}/signup`);
  await page.getByLabel("Full Name").fill(name);
  await page.getByRole("main").getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a calm evening by the river");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { name: "Verify Your Email" })).toBeVisible();
  await page.getByLabel("OTP Code").fill(await readCode(site, email));
  // The form submits itself once the code is complete, so the button may already be gone.
  const verify = page.getByRole("button", { name: "Verify OTP" });
  if (await verify.isEnabled().catch(() => false)) await verify.click().catch(() => {});
  await expect(page).toHaveURL(/\/role-selection/);
}

/** A date in the format of a date input, for a course that starts soon. */
function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

test("a teacher and a student go through a course from sign-up to refund", async ({ browser }) => {
  const teacher = await (await browser.newContext({ timezoneId: "Africa/Cairo" })).newPage();
  const student = await (await browser.newContext({ timezoneId: "Asia/Karachi" })).newPage();

  await test.step("an empty site shows its empty states", async () => {
    await student.goto(site.url);
    await expect(student.getByText("No testimonials available yet")).toBeVisible();
    await expect(student.getByText("No courses yet")).toBeVisible();
    await expect(student.getByText("Loading testimonials...")).toBeHidden();
  });

  await test.step("the teacher signs up and completes the profile", async () => {
    await signUp(teacher, "Yusuf Mansour", "yusuf@example.org");
    await teacher.getByRole("button", { name: /Teacher/ }).click();
    await expect(
      teacher.getByRole("heading", { name: "Complete Your Teacher Profile" }),
    ).toBeVisible();
    await teacher.getByLabel("Password", { exact: true }).fill("a calm evening by the river");
    await teacher.getByLabel("Country").selectOption("Egypt");
    await teacher.getByLabel("Bio").fill("Nine years of tajweed with children and adults.");
    await teacher.getByRole("button", { name: /Complete|Register|Create/ }).click();
    await expect(teacher).toHaveURL(/\/dashboard$/);
    await expect(teacher.getByRole("heading", { name: /Yusuf/ })).toBeVisible();
  });

  await test.step("the teacher sets up the payment account", async () => {
    await teacher.goto(`${site.url}/add-course`);
    await teacher.getByRole("button", { name: /Set up/i }).click();
    await teacher.waitForURL(/\/onboarding\//);
    await teacher.getByRole("button", { name: /complete/i }).click();
    await teacher.waitForURL((url) => url.href.startsWith(site.url));
    await teacher.goto(`${site.url}/add-course`);
    await expect(teacher.getByRole("heading", { name: "Create New Course" })).toBeVisible();
  });

  await test.step("the teacher creates and publishes a course", async () => {
    await teacher
      .getByLabel("Title", { exact: false })
      .first()
      .fill("Tajweed from the first letter");
    await teacher.getByLabel("Description").fill("One short passage every week, letter by letter.");
    await teacher.getByLabel(/^Price/).fill("20");
    await teacher.getByLabel(/^Duration/).fill("8");
    await teacher.getByLabel("Level").selectOption("Beginner");
    await teacher.getByLabel(/Max/).fill("5");
    await teacher.getByLabel("Teens (13 to 17)").check();
    await teacher.getByLabel(/^Category/).selectOption("Tajweed");
    await teacher.getByRole("combobox", { name: "Language" }).selectOption("Urdu");
    await teacher.getByLabel("Start date").fill(daysFromNow(3));
    await teacher.getByLabel("End date").fill(daysFromNow(59));
    await teacher.getByLabel("Status").selectOption("published");
    await teacher.getByRole("button", { name: "Create course" }).click();
    await expect(
      teacher.getByText("Course created successfully! Redirecting to dashboard..."),
    ).toBeVisible();
    await expect(teacher).toHaveURL(/\/dashboard$/);
    await expect(teacher.getByText("Tajweed from the first letter").first()).toBeVisible();
    await expect(teacher.getByRole("heading", { name: "Your course is live" })).toBeVisible();
    const link = await teacher.getByLabel("Public link").inputValue();
    await expectAccessible(teacher);
    await expectNoOverflow(teacher);
    await teacher.getByRole("link", { name: "Print QR code" }).click();
    await expect(teacher.getByLabel("Public link")).toHaveValue(link);
    const code = teacher.getByRole("img", { name: /^QR code/ });
    await expect(code).toHaveJSProperty("complete", true);
    await expect(code).not.toHaveJSProperty("naturalWidth", 0);
    await expectAccessible(teacher);
    await expectNoOverflow(teacher);
    await teacher.goto(link);
    await teacher.getByRole("link", { name: "Share", exact: true }).click();
    await expect(teacher.getByRole("heading", { name: "Share your course" })).toBeVisible();
    await teacher.goto(`${site.url}/courses?audience=teens&category=Tajweed&language=Urdu`);
    await expect(
      teacher.getByRole("heading", { name: "Tajweed from the first letter" }),
    ).toBeVisible();
    await teacher.goto(`${site.url}/courses?audience=children`);
    await expect(teacher.getByText("No Courses Found")).toBeVisible();
  });

  await test.step("the teacher connects the meeting account and schedules a meeting", async () => {
    await teacher.goto(`${site.url}/dashboard/meetings`);
    await teacher.getByRole("button", { name: /Connect/ }).click();
    await teacher.waitForURL(/\/oauth\/authorize/);
    await teacher.getByRole("button", { name: "Allow" }).click();
    await expect(teacher).toHaveURL(/\/dashboard\/meetings$/);
    await teacher.getByLabel("Course").selectOption({ label: "Tajweed from the first letter" });
    await teacher.getByLabel("Meeting topic").fill("Points of articulation");
    await teacher.getByLabel(/Date and time/i).fill(`${daysFromNow(4)}T17:00`);
    await teacher.getByRole("button", { name: "Create Meeting" }).click();
    await expect(teacher.getByText("Meeting created successfully!")).toBeVisible();
    await expectAccessible(teacher);
  });

  await test.step("the teacher moves the meeting to one minute ago", async () => {
    const { date, time } = wallClock(new Date(Date.now() - 60_000).toISOString(), "Africa/Cairo");
    await teacher.getByRole("button", { name: "Edit: Points of articulation" }).click();
    const dialog = teacher.getByRole("dialog");
    await dialog.getByLabel("Date and time").fill(`${date}T${time}`);
    await expectAccessible(teacher);
    await dialog.getByRole("button", { name: "Save meeting" }).click();
    await expect(teacher.getByText("Meeting updated successfully!")).toBeVisible();
    await expect(teacher.getByText(new RegExp(`^${time}`))).toBeVisible();
  });

  await test.step("the student signs up and completes the profile", async () => {
    await signUp(student, "Maryam Siddiqui", "maryam@example.org");
    await student.getByRole("button", { name: /Student/ }).click();
    await expect(
      student.getByRole("heading", { name: "Complete Your Student Profile" }),
    ).toBeVisible();
    await student.getByLabel("Password", { exact: true }).fill("a calm evening by the river");
    await student.getByLabel("Country").selectOption("Pakistan");
    await student.getByLabel(/^Age/).fill("27");
    await student.getByRole("button", { name: /Complete|Register|Create/ }).click();
    await expect(student).toHaveURL(/\/dashboard$/);
  });

  await test.step("the student finds the course, pays by card and is enrolled", async () => {
    await student.goto(`${site.url}/courses?search=tajweed`);
    await student.getByText("Tajweed from the first letter").first().click();
    await expect(student).toHaveURL(/\/courses\/crs_/);
    await student.getByRole("button", { name: "Pay & Enroll" }).click();
    await student.waitForURL(/\/checkout\/cs_/);
    await student.locator("[name=card]").fill("4242424242424242");
    await student.getByRole("button", { name: /Pay/ }).click();
    await student.waitForURL((url) => url.href.startsWith(`${site.url}/courses/`));
    await expect(student.getByText("You are enrolled in this course")).toHaveCount(1);
  });

  await test.step("both meet: the student waits and is admitted, and the teacher ends the meeting", async () => {
    await student.getByRole("link", { name: "Join meeting: Points of articulation" }).click();
    await student.waitForURL(/\/j\/\d+/);
    await student.getByLabel("Your name").fill("Maryam");
    await student.getByRole("button", { name: "Join" }).click();
    await expect(student.getByText(/The host has not started this meeting yet/)).toBeVisible();

    await teacher.getByRole("link", { name: "Start Meeting: Points of articulation" }).click();
    await expect(teacher.getByText("You are hosting this meeting.")).toBeVisible();
    await expect(teacher.getByText("Maryam", { exact: true })).toBeVisible();
    await student.getByRole("link", { name: "Check again" }).click();
    await expect(student.getByText("You are in the meeting as Maryam.")).toBeVisible();
    await teacher.getByRole("button", { name: "End meeting" }).click();
    await expect(teacher.getByText("This meeting has ended.")).toBeVisible();
  });

  await test.step("the attendance is recorded, and nobody can join the past meeting", async () => {
    const lessons = student.getByText("Lessons Completed").locator("..");
    // Zoom reports the end by webhook.
    await expect(async () => {
      await student.goto(`${site.url}/dashboard`);
      await expect(lessons).toContainText("1");
    }).toPass();
    await expect(student.getByText("Points of articulation")).toHaveCount(0);
    await teacher.goto(`${site.url}/dashboard/meetings`);
    await expect(teacher.getByText("No upcoming meetings scheduled.")).toBeVisible();
  });

  await test.step("the teacher sees the payment and refunds part of it", async () => {
    await teacher.goto(`${site.url}/dashboard`);
    await teacher.getByRole("link", { name: "Earnings" }).click();
    await expect(teacher.getByText("The payment matches our records.")).toBeVisible();
    await teacher.getByRole("button", { name: /^Refund Maryam Siddiqui/ }).click();
    await teacher.getByLabel("Amount in dollars").fill("5.50");
    await teacher.getByRole("button", { name: "Refund $5.50" }).click();
    await expect(teacher.getByText("$5.50 refunded to Maryam Siddiqui.")).toBeVisible();
    await expect(teacher.getByRole("cell", { name: "-$4.95" })).toBeVisible();
  });

  await test.step("the student's receipt shows the refund, and the student keeps the seat", async () => {
    await student.goto(`${site.url}/dashboard/receipts`);
    await student.getByRole("link", { name: /Tajweed from the first letter/ }).click();
    await expect(student.getByRole("heading", { name: "Receipt", exact: true })).toBeVisible();
    await expect(student.getByRole("row", { name: /Total after refunds \$14\.50/ })).toBeVisible();
  });

  await test.step("the ledger has one charge for one enrollment", async () => {
    const ledger = await (await fetch(`${site.sandboxUrl}/ledger`)).json();
    expect(ledger.charges).toHaveLength(1);
    expect(ledger.charges[0]).toMatchObject({ amount: 2000, currency: "usd", refunded: false });
    expect(ledger.refunds).toMatchObject([{ amount: 550, reverse_transfer: true }]);
  });
});
