/**
 * The main journey from end to end, on a live site: the founder follows docs/going-live.md from an empty
 * database to the settings; a teacher signs up, publishes a course and schedules a meeting; a student
 * signs up, finds the course, pays by card and is enrolled; they meet, and the attendance is recorded.
 */
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { wallClock } from "#lib/time/format-time.ts";
import { appoint } from "../staff/staff-people.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { type Journey, phone, startJourney } from "../support/journey.ts";
import { startLiveSite } from "../support/live-site.ts";
import { password } from "../support/people.ts";
import { readCode, type Site } from "../support/site.ts";
import { expect, test } from "../support/watched.ts";

let site: Site;
test.beforeAll(async () => {
  site = await startLiveSite();
});
test.afterAll(async () => {
  expect(await site.stop()).toBe(0);
});

/** Fills in the sign-up form and the code in the email. */
async function signUp(page: Page, { tap, fill }: Journey, name: string, email: string) {
  await fill(page.getByLabel("Full Name"), name);
  await fill(page.getByLabel("Email Address", { exact: true }), email);
  await fill(page.getByLabel("Password", { exact: true }), password);
  await tap(page.getByRole("button", { name: "Sign Up" }));
  await expect(page.getByRole("heading", { name: "Verify Your Email" })).toBeVisible();
  // The form submits itself once the code is complete.
  await fill(page.getByLabel("OTP Code"), await readCode(site, email));
}

/** Adds the count to the report of the test. */
function report({ count }: Journey, goal: string): void {
  const { screens, taps, fields } = count();
  const description = `${screens} screens, ${taps} taps, ${fields} fields ${goal}`;
  test.info().annotations.push({ type: "journey", description });
}

/** A date in the format of a date input, for a course that starts soon. */
function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Adds an authenticator app, which entering the console requires. Ends on Today. */
async function addSecondFactor(page: Page): Promise<void> {
  await page.goto(`${site.url}/staff`);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const key = (await page.locator("code").textContent()) ?? "";
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, "")) });
  await page.getByLabel("6-digit code").fill(app.generate());
  await page.getByRole("button", { name: "Add app" }).click();
  await page.getByRole("button", { name: "I've saved my codes" }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}

/** Saves one form of the settings. */
async function set(page: Page, title: string, fields: Record<string, string>): Promise<void> {
  const form = page.getByRole("region", { name: title, exact: true });
  for (const [label, value] of Object.entries(fields)) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText("Saved. All servers show the change.")).toBeVisible();
}

const banner = "We open with one course. More teachers join us soon.";

test("a founder opens a site, and a teacher and a student go through a course from sign-up to refund", async ({
  browser,
}) => {
  const founder = await (await browser.newContext({ timezoneId: "UTC" })).newPage();
  const newPage = async (timezoneId: string) =>
    (await browser.newContext({ ...phone, timezoneId })).newPage();
  const [teacher, student] = [await newPage("Africa/Cairo"), await newPage("Asia/Karachi")];
  await teacher.goto(site.url);
  const teaching = startJourney(teacher);

  await test.step("the founder becomes the owner and enters the settings", async () => {
    await founder.goto(`${site.url}/signup`);
    await signUp(founder, startJourney(founder), "Maryam Osman", "maryam.osman@example.org");
    await founder.waitForURL(/\/role-selection/);
    await appoint(site, "maryam.osman@example.org", "owner");
    await addSecondFactor(founder);
    await founder.getByRole("link", { name: "Settings", exact: true }).click();
    await set(founder, "Support address", { "Email address": "help@halaqa.example" });
    await set(founder, "Legal entity", {
      Name: "Halaqa Learning Ltd",
      "Postal address": "1 Canal Street\nBristol",
    });
    const fees = founder.getByRole("region", { name: "Platform fee", exact: true });
    await fees.getByRole("button", { name: "Add a fee" }).click();
    const minuteAgo = new Date(Date.now() - 60_000).toISOString().slice(0, 16);
    await set(founder, "Platform fee", { Percent: "12", From: minuteAgo });
    await set(founder, "Announcement", {
      Text: banner,
      "Shown from": minuteAgo,
      "Shown until": `${daysFromNow(9)}T12:00`,
    });
    await expectAccessible(founder);
  });

  await test.step("an empty site shows its empty states, and what the founder has entered", async () => {
    await student.goto(site.url);
    await expect(student.getByRole("complementary", { name: "Announcement" })).toContainText(
      banner,
    );
    await expect(student.getByText("© Halaqa Learning Ltd")).toBeVisible();
    await expect(student.getByText("No testimonials available yet")).toBeVisible();
    await expect(student.getByText("No courses yet")).toBeVisible();
    await expect(student.getByText("Loading testimonials...")).toBeHidden();
  });

  await test.step("the teacher signs up without being asked for the role, and completes the profile", async () => {
    const { tap, fill, choose } = teaching;
    await tap(teacher.getByRole("main").getByRole("link", { name: "Become a Teacher" }));
    await tap(teacher.getByRole("link", { name: "Sign up as a teacher" }).first());
    await signUp(teacher, teaching, "Yusuf Mansour", "yusuf@example.org");
    await expect(
      teacher.getByRole("heading", { name: "Complete Your Teacher Profile" }),
    ).toBeVisible();
    await expectAccessible(teacher);
    await fill(teacher.getByLabel("Password", { exact: true }), password);
    await choose(teacher.getByLabel("Country"), "Egypt");
    await fill(teacher.getByLabel("Bio"), "Nine years of tajweed with children and adults.");
    await tap(teacher.getByRole("button", { name: "Complete profile" }));
    await expect(teacher).toHaveURL(/\/dashboard$/);
    await expect(teacher.getByRole("heading", { name: /Yusuf/ })).toBeVisible();
  });

  await test.step("the checklist leads the teacher to the payment account and to the first course", async () => {
    const { tap } = teaching;
    const checklist = teacher.getByRole("region", { name: "Get ready to teach" });
    await expect(checklist.getByText("0 of 7 done")).toBeVisible();
    await expectAccessible(teacher);
    await expectNoOverflow(teacher);
    await tap(checklist.getByRole("link", { name: "Set up your payment account" }));
    await tap(teacher.getByRole("button", { name: "Set up payment account" }));
    await teacher.waitForURL(/\/onboarding\//);
    await tap(teacher.getByRole("button", { name: /complete/i }));
    await teacher.waitForURL((url) => url.href.startsWith(site.url));
    await teacher.goto(`${site.url}/dashboard`);
    await expect(checklist.getByText("1 of 7 done")).toBeVisible();
    await tap(checklist.getByRole("link", { name: "Create your first course" }));
    await expect(teacher.getByRole("heading", { name: "Create New Course" })).toBeVisible();
  });

  await test.step("the teacher creates and publishes a course", async () => {
    const { tap, fill, choose } = teaching;
    const label = (name: string | RegExp) => teacher.getByLabel(name).first();
    await fill(label("Title"), "Tajweed from the first letter");
    await fill(label("Description"), "One short passage every week, letter by letter.");
    await fill(label(/^Price/), "20");
    await fill(label(/^Duration/), "8");
    await choose(label("Level"), "Beginner");
    await fill(label(/Max/), "5");
    await tap(label("Teens (13 to 17)"));
    await choose(label(/^Category/), "Tajweed");
    await choose(teacher.getByRole("combobox", { name: "Language" }), "Urdu");
    await fill(label("Start date"), daysFromNow(3));
    await fill(label("End date"), daysFromNow(59));
    await choose(label("Status"), "published");
    await tap(teacher.getByRole("button", { name: "Create course" }));
    await expect(
      teacher.getByText("Course created successfully! Redirecting to dashboard..."),
    ).toBeVisible();
    await expect(teacher).toHaveURL(/\/dashboard$/);
    await expect(teacher.getByText("Tajweed from the first letter").first()).toBeVisible();
    await expect(teacher.getByRole("heading", { name: "Your course is live" })).toBeVisible();
    report(teaching, "to a published course");
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

  await teacher.setViewportSize({ width: 1280, height: 800 });
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

  const learning =
    await test.step("the student finds the course, signs up, pays by card and is enrolled", async () => {
      await student.goto(site.url);
      const journey = startJourney(student);
      const { tap, fill } = journey;
      await tap(student.getByRole("main").getByRole("link", { name: "Browse Courses" }));
      await tap(student.getByRole("link", { name: "Tajweed from the first letter" }).first());
      await expect(student).toHaveURL(/\/courses\/crs_/);
      const course = student.url();
      await tap(student.getByRole("link", { name: "Login to Enroll" }).first());
      await tap(student.getByRole("dialog").getByRole("link", { name: "Sign up" }));
      await signUp(student, journey, "Maryam Siddiqui", "maryam@example.org");
      await tap(student.getByRole("main").getByRole("button", { name: "Student", exact: true }));
      await expect(
        student.getByRole("heading", { name: "Complete Your Student Profile" }),
      ).toBeVisible();
      await fill(student.getByLabel("Password", { exact: true }), password);
      await fill(student.getByLabel(/^Age/), "27");
      await tap(student.getByRole("button", { name: "Complete profile" }));
      await expect(student).toHaveURL(course);
      await tap(student.getByRole("button", { name: "Pay & Enroll" }).first());
      await student.waitForURL(/\/checkout\/cs_/);
      await fill(student.locator("[name=card]"), "4242424242424242");
      await tap(student.getByRole("button", { name: /Pay/ }));
      await student.waitForURL((url) => url.href.startsWith(`${site.url}/courses/`));
      await expect(student.getByText("You are enrolled in this course")).toHaveCount(1);
      report(journey, "to a paid enrollment");
      expect(journey.count().taps).toBeLessThanOrEqual(9);
      return journey;
    });

  await test.step("both meet: the student waits and is admitted, and the teacher ends the meeting", async () => {
    const opened = student.waitForEvent("popup");
    await learning.tap(student.getByRole("link", { name: "Join meeting: Points of articulation" }));
    report(learning, "to a joined class");
    const room = await opened;
    await room.waitForURL(/\/j\/\d+/);
    await room.getByLabel("Your name").fill("Maryam");
    await room.getByRole("button", { name: "Join" }).click();
    await expect(room.getByText(/The host has not started this meeting yet/)).toBeVisible();

    await teacher.getByRole("link", { name: "Start Meeting: Points of articulation" }).click();
    await expect(teacher.getByText("You are hosting this meeting.")).toBeVisible();
    await expect(teacher.getByText("Maryam", { exact: true })).toBeVisible();
    await room.getByRole("link", { name: "Check again" }).click();
    await expect(room.getByText("You are in the meeting as Maryam.")).toBeVisible();
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
    await expect(teacher.getByRole("cell", { name: "-$4.84" })).toBeVisible();
  });

  await test.step("the student's receipt shows the refund, and the student keeps the seat", async () => {
    await student.goto(`${site.url}/dashboard/receipts`);
    await student.getByRole("link", { name: /Tajweed from the first letter/ }).click();
    await expect(student.getByRole("heading", { name: "Receipt", exact: true })).toBeVisible();
    await expect(student.getByRole("row", { name: /Total after refunds \$14\.50/ })).toBeVisible();
  });

  await test.step("the founder sees the payment with the fee", async () => {
    await founder.goto(`${site.url}/staff/payments`);
    await founder
      .getByRole("row")
      .filter({ hasText: "Tajweed from the first letter" })
      .getByRole("link")
      .first()
      .click();
    await expect(founder.getByText("$5.50 refunded")).toBeVisible();
    // 12 percent of $14.50, the amount that wasn't refunded.
    await expect(founder.getByText("$1.74", { exact: true })).toBeVisible();
  });

  await test.step("the ledger has one charge for one enrollment", async () => {
    const ledger = await (await fetch(`${site.sandboxUrl}/ledger`)).json();
    expect(ledger.charges).toHaveLength(1);
    expect(ledger.charges[0]).toMatchObject({ amount: 2000, currency: "usd", refunded: false });
    expect(ledger.refunds).toMatchObject([{ amount: 550, reverse_transfer: true }]);
  });
});
