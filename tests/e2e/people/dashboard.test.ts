/**
 * The dashboard of both roles, from the first time slot to a trial lesson, and the course forms.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinWithProfile, password } from "../support/people.ts";
import { readMail } from "../support/site.ts";

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(/\/dashboard/);
}

const openTab = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name, exact: true })
    .click();

const screens = [
  [1280, "light"],
  [390, "dark"],
] as const;
let looks = 0;

/**
 * Checks that the page in its current state fits its viewport and is accessible. Alternates between
 * desktop and phone, because each check takes seconds.
 */
async function expectWhole(page: Page): Promise<void> {
  looks += 1;
  for (const [index, [width, colorScheme]] of screens.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoOverflow(page);
    if (looks % screens.length === index) await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("a teacher sets weekly hours, and a student in another time zone books a trial lesson", async ({
  page,
  browser,
  site,
}) => {
  const teacher = { email: "week@example.org", name: "Idris Weekly" };
  const student = { email: "guest@example.org", name: "Salma Guest" };
  const teacherId = await joinWithProfile(site, teacher.email, {
    name: teacher.name,
    role: "teacher",
    timeZone: "Africa/Cairo",
  });
  await joinWithProfile(site, student.email, {
    name: student.name,
    role: "student",
    timeZone: "Asia/Karachi",
    age: 27,
  });
  await logIn(page, teacher.email);

  await test.step("every tab has its own URL, and Back returns to the previous tab", async () => {
    await expect(page.getByRole("heading", { name: "Welcome back, Idris!" })).toBeVisible();
    await expect(page.getByText("No courses yet")).toBeVisible();
    await expectWhole(page);
    for (const [tab, words] of [
      ["Personal", "Quran Learning"],
      ["Courses", "Create Your First Course"],
      ["Students", "No Students Yet"],
      ["Settings", "Account Information"],
      ["Schedule", "No Time Slots Set Up"],
    ] as const) {
      await openTab(page, tab);
      await expect(page).toHaveURL(`/dashboard?tab=${tab.toLowerCase()}`);
      await expect(page.getByText(words)).toBeVisible();
      await expectWhole(page);
    }
    await page.goBack();
    await expect(page.getByText("Account Information")).toBeVisible();
    await page.goForward();
  });

  await test.step("slots are set, copied and shown", async () => {
    await page.getByRole("button", { name: "Configure Your Schedule" }).click();
    const dialog = page.getByRole("dialog", { name: "Manage Available Time Slots" });
    await dialog.getByRole("button", { name: "Add time slot" }).click();
    await expect(dialog.getByLabel("Start time")).toHaveValue("09:00");
    await dialog.getByText("Copy a day to other days").click();
    await dialog.getByRole("checkbox", { name: "Thursday" }).check();
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(dialog.getByText("1 slot added.")).toBeVisible();
    await expectWhole(page);
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Schedule updated successfully!")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row", { name: "Monday 09:00-10:00 All Available" })).toBeVisible();
    await expect(page.getByText("Schedule updated successfully!")).toBeHidden();
    const offer = page.getByLabel("Offer free trial lessons");
    // The box shows what the server has stored, so it is checked only after the response.
    await offer.click();
    await expect(offer).toBeChecked();
    await expect(offer).toBeEnabled();
    await expectWhole(page);
  });

  const context = await browser.newContext({
    baseURL: site.url,
    timezoneId: "Asia/Karachi",
    locale: "en-US",
  });
  const guest = await context.newPage();
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await test.step("the student chooses a time in the student's own time zone", async () => {
    await visitor.goto(`/teachers/${teacherId}`);
    await expect(visitor.getByText("Available", { exact: true })).toHaveCount(2);
    await guest.goto(`/teachers/${teacherId}`);
    await expect(guest.getByRole("link", { name: "Log in to book a free trial" })).toBeVisible();
    await logIn(guest, student.email);
    await guest.goto(`/teachers/${teacherId}`);
    const times = guest.getByRole("region", { name: "Free trial lesson" });
    await expect(times.getByRole("radio")).toHaveCount(2);
    await times.getByRole("radio").first().check();
    await expect(times.getByText(/9:00 AM .* for the teacher/)).toBeVisible();
    await times.getByLabel("What should the teacher know?").fill("Zainab knows the letters.");
    await expectWhole(guest);
    await times.getByRole("button", { name: "Book trial lesson" }).click();
    await expect(times.getByText("Your trial lesson is booked.")).toBeVisible();
    const hours = guest.getByRole("region", { name: "Weekly availability" });
    await expect(hours.getByText("Booked", { exact: true })).toHaveCount(1);
    await expect(hours.getByText("Available", { exact: true })).toHaveCount(1);
    await visitor.reload();
    await expect(visitor.getByText("Booked", { exact: true })).toHaveCount(1);
    await expectWhole(guest);
    for (const [to, other] of [
      [teacher.email, student.name],
      [student.email, teacher.name],
    ] as const) {
      const subject = `Your trial lesson with ${other} is booked`;
      const { text } = await readMail(site, to, (mail) => mail.subject === subject);
      // The student's browser has a 12-hour clock, and the teacher's a 24-hour clock.
      expect(/\d (AM|PM)\b/.test(text), to).toBe(to === student.email);
    }
  });

  await test.step("the teacher sees the slot booked and locked, until it is canceled", async () => {
    await page.reload();
    await expect(page.getByText("1 Booked / 1 Total")).toBeVisible();
    await expect(page.getByText(student.name)).toBeVisible();
    await expect(page.getByText("Zainab knows the letters.")).toBeVisible();
    await page.getByRole("button", { name: "Manage Schedule" }).click();
    await expect(page.getByText("(Booked)")).toBeVisible();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await guest.goto("/dashboard");
    await guest.getByRole("button", { name: `Cancel lesson with ${teacher.name}` }).click();
    await guest.getByRole("button", { name: "Cancel lesson", exact: true }).click();
    await expect(guest.getByText("Trial lessons")).toBeHidden();
    await expectWhole(guest);
    await page.reload();
    await expect(page.getByText("1 Booked / 1 Total")).toBeHidden();
    await expect(page.getByRole("row", { name: "Monday 09:00-10:00 All Available" })).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText("Available", { exact: true })).toHaveCount(2);
  });
  await context.close();
});

test("a teacher can search and export students, and loses no typed text", async ({
  page,
  logIn,
}) => {
  await logIn("teacher");

  await test.step("students are sorted, searched and exported", async () => {
    await page.goto("/dashboard?tab=students");
    const rows = page.getByRole("row");
    await expect(rows.nth(1)).toBeVisible();
    await expectWhole(page);
    await page.getByRole("button", { name: "Student" }).click();
    await expect(page).toHaveURL(/sort=student&order=asc/);
    await page.getByLabel("Search students").fill("layla");
    await expect(rows).toHaveCount(2);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(csv).toMatch(
      /^\uFEFF"Student","Course","Classes","Progress","Joined"\r\n"Layla Osman",/,
    );
    expect(csv.trim().split("\r\n")).toHaveLength(2);
  });

  await test.step("a half-written course survives a reload", async () => {
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto("/add-course");
    await page.getByLabel("Title").fill("Letters and their places");
    await expectWhole(page);
    await page.reload();
    await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Letters and their places");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("");
  });

  await test.step("a course with students is not deleted by a single click", async () => {
    await page.goto("/dashboard?tab=courses");
    await page.getByRole("link", { name: /^Edit Course: The rules of noon/ }).click();
    await expect(page.getByLabel("Title")).toHaveValue(/noon sakinah/);
    await expectWhole(page);
    await page.getByRole("button", { name: "Delete course" }).click();
    await expect(page.getByRole("button", { name: "Cancel and refund" })).toBeVisible();
    await expectWhole(page);
    await page.getByRole("button", { name: "Keep course" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("button", { name: "Delete course" })).toBeFocused();
  });
});

test("the dashboard leads a teacher to a dispute that needs a response", async ({
  page,
  logIn,
}) => {
  await logIn("izzati.hassan");
  await page.goto("/dashboard");
  const dispute = page.getByRole("region", { name: "A payment is being disputed" });
  await expect(dispute).toContainText(/'s bank is disputing the \$\d+\.\d\d payment for /);
  await expect(dispute).toContainText("Respond by: ");
  await expectWhole(page);
  await dispute.getByRole("link", { name: "Submit evidence" }).click();
  await expect(page.getByRole("heading", { name: "Respond to a dispute" })).toBeVisible();
});
