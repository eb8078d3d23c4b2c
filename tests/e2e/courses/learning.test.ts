/**
 * A course as seen by the teacher and the student: classes, quizzes, lessons, progress and
 * certificate.
 */
import type { APIRequestContext, Page } from "@playwright/test";
import { Temporal } from "temporal-polyfill";
import { days } from "#lib/time/time.ts";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinByApi, newAddress, password } from "../support/people.ts";
import { readMail, type Site } from "../support/site.ts";

/**
 * A zone in which it is about noon now, so that a class that starts soon doesn't end on the next
 * day.
 */
const noonZone = (): string => {
  const offset = 12 - new Date().getUTCHours();
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
};

async function join(
  context: APIRequestContext,
  site: Site,
  profile: Record<string, unknown>,
): Promise<{ email: string; id: string; headers: Record<string, string> }> {
  const email = await joinByApi(context, site, String(profile.role));
  const session = await context.post("/api/auth/login", { data: { email, password } });
  const headers = { authorization: `Bearer ${(await session.json()).data.accessToken}` };
  const registered = await context.post("/api/auth/register", { data: profile, headers });
  expect(registered.status(), await registered.text()).toBe(201);
  return { email, id: (await registered.json()).data._id, headers };
}

async function open(page: Page, path: string) {
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("isAuthenticated", "true"));
  await page.goto(path);
}

test("a teacher and a student go through the classes, quizzes and lessons of a course", async ({
  browser,
  site,
}) => {
  const newPage = async (timezoneId: string) =>
    (await browser.newContext({ baseURL: site.url, timezoneId })).newPage();
  const zone = noonZone();
  const [teacher, student] = [await newPage(zone), await newPage("Asia/Kathmandu")];
  const leading = await join(teacher.request, site, {
    role: "teacher",
    name: "Yusuf Mansour",
    country: "Egypt",
    timeZone: zone,
  });
  const guardian = newAddress("guardian");
  const learning = await join(student.request, site, {
    role: "student",
    name: "Maryam Siddiqui",
    country: "Nepal",
    timeZone: "Asia/Kathmandu",
    age: 11,
    parentGuardianName: "Amina Siddiqui",
    parentGuardianContact: guardian,
  });
  const now = Temporal.Now.zonedDateTimeISO(zone);
  const clock = (minutes: number) => now.add({ minutes }).toPlainTime().toString().slice(0, 5);
  const made = await teacher.request.post("/api/courses", {
    headers: leading.headers,
    data: {
      title: "أحكام التجويد, step by step",
      description: "Every day a little.",
      price: 0,
      duration: 2,
      level: "Beginner",
      maxStudents: 5,
      status: "published",
      startDate: now.toPlainDate().toString(),
      endDate: now.add({ days: 6 }).toPlainDate().toString(),
      schedule: days.map((day) => ({ day, startTime: clock(8), endTime: clock(53) })),
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const courseId = (await made.json()).data._id;
  await student.request.post(`/api/enrollment/course/${courseId}/enroll`, {
    headers: learning.headers,
    data: { studentId: learning.id },
  });

  await test.step("the student sees the next class in both time zones", async () => {
    await open(student, `/dashboard/enrolled-courses/${courseId}`);
    await expect(student.getByText("Your teacher hasn't opened the room yet.")).toBeVisible();
    await expect(student.getByText(/in (\d+ h )?\d+ min$/).first()).toBeVisible();
    await expect(student.getByText(/^Teacher's time:/).first()).toBeVisible();
    await expect(student.getByText("Times are in your time zone, Asia/Kathmandu")).toBeVisible();
    await expectAccessible(student);
    await student.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(student);
    await student.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the teacher moves one class and cancels another", async () => {
    await open(teacher, `/dashboard/classes/${courseId}`);
    await teacher.getByRole("button", { name: "Move: class 3" }).click();
    await teacher.getByLabel("Start time").fill("20:00");
    await teacher.getByLabel("End time").fill("19:00");
    await teacher.getByRole("button", { name: "Move class" }).click();
    await expect(teacher.getByText("End time must be after the start time")).toBeVisible();
    await teacher.getByLabel("End time").fill("21:00");
    await expectAccessible(teacher);
    await teacher.getByRole("button", { name: "Move class" }).click();
    await expect(teacher.getByText("Class moved. We've emailed your students.")).toBeVisible();
    await teacher.getByRole("button", { name: "Cancel: class 4" }).click();
    await teacher.getByLabel(/Message to your students/).fill("Eid mubarak!");
    await teacher.getByRole("button", { name: "Cancel class" }).click();
    await expect(teacher.getByText("Canceled", { exact: true })).toBeVisible();
    await expectAccessible(teacher);
    await teacher.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(teacher);
    await teacher.setViewportSize({ width: 1280, height: 800 });
    const mail = await readMail(site, learning.email, ({ subject }) => /was moved/.test(subject));
    expect(mail.text).toMatch(/Before: .*\d, 45 minutes/);
    expect(mail.text).toMatch(/Now: .*\d, 60 minutes/);
    await student.reload();
    await expect(student.getByText("Eid mubarak!")).toBeVisible();
    await expect(student.getByText("Moved", { exact: true })).toBeVisible();
  });

  await test.step("the teacher adds a quiz", async () => {
    await teacher.goto(`/edit-course/${courseId}`);
    // The button works once it is near the window.
    await teacher.getByRole("button", { name: "Add quiz" }).scrollIntoViewIfNeeded();
    await teacher.getByRole("button", { name: "Add quiz" }).click();
    await teacher.getByLabel("Quiz title").fill("الحروف");
    await teacher.getByLabel("Question", { exact: true }).fill("Which letter is first?");
    await teacher.getByLabel("Answer 1 of question 1", { exact: true }).fill("ا");
    await teacher.getByLabel("Answer 2 of question 1", { exact: true }).fill("ب");
    await teacher.getByLabel("Answer 1 of question 1 is correct").check();
    await expectAccessible(teacher);
    await teacher.getByRole("button", { name: "Save quiz" }).click();
    await expect(teacher.getByText("1 question · pass mark 70% · not taken yet")).toBeVisible();
  });

  await test.step("the student takes the quiz, sees what was wrong, and passes", async () => {
    await student.goto(`/dashboard/progress/${courseId}`);
    await student.getByRole("button", { name: "Start quiz: الحروف" }).click();
    await student.getByRole("radio", { name: "ب" }).check();
    await expectAccessible(student);
    await student.getByRole("button", { name: "Submit" }).click();
    await expect(student.getByText("Not passed yet").first()).toBeVisible();
    await expect(student.getByText("Incorrect", { exact: true })).toBeVisible();
    await expectAccessible(student);
    await student.getByRole("button", { name: "Retake quiz" }).click();
    await student.getByLabel("ا", { exact: true }).check();
    await student.getByRole("button", { name: "Submit" }).click();
    await expect(student.getByText("Passed, masha'Allah!")).toBeVisible();
    await student.keyboard.press("Escape");
    await expect(student.getByText("Passed · best 100%")).toBeVisible();
    await expect(student.getByText("All quizzes passed (done)")).toBeVisible();
    await expectAccessible(student);
    await student.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(student);
  });

  await test.step("the teacher records what the student recites", async () => {
    await open(teacher, `/dashboard/classes/${courseId}`);
    await teacher.getByRole("link", { name: "Quran progress" }).click();
    await teacher.getByRole("button", { name: /^Maryam Siddiqui/ }).click();
    const from = teacher.getByRole("combobox", { name: "From surah" });
    await from.pressSequentially("ikhl");
    await expect(teacher.getByRole("option", { name: /Al-Ikhlas.*الإخلاص/ })).toBeVisible();
    await expectAccessible(teacher);
    await from.press("Enter");
    await teacher.getByLabel("To verse").fill("5");
    await teacher.getByRole("button", { name: "Save lesson" }).click();
    await expect(teacher.getByText("Al-Ikhlas has 4 verses")).toBeVisible();
    await expectAccessible(teacher);
    await teacher.getByRole("button", { name: "To the end of the surah" }).click();
    await teacher.getByLabel("Mistakes").fill("١");
    await teacher.getByLabel("Note").fill("Recite it before you sleep.");
    await teacher.getByRole("button", { name: "Save lesson" }).click();
    await expect(teacher.getByText("Lesson saved.")).toBeVisible();
    await expect(from).toHaveValue("113. Al-Falaq");
    await expect(teacher.getByText("Lessons logged today: 1 of 1 student")).toBeVisible();
    await teacher.getByText(/^Old revision/).click();
    await expect(teacher.getByRole("radio", { name: /^Old revision/ })).toBeChecked();
    await from.click();
    await teacher.getByRole("option", { name: /Al-Fatihah/ }).click();
    await teacher.getByRole("button", { name: "To the end of the surah" }).click();
    await teacher.getByRole("button", { name: "Save lesson" }).click();
    await expect(teacher.getByText("Al-Fatihah 1–7", { exact: true })).toBeVisible();
    await teacher.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(teacher);
    await teacher.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the student sees the lessons and the chart, in both themes", async () => {
    await student.reload();
    await expect(student.getByText("Al-Ikhlas 1–4", { exact: true })).toBeVisible();
    await expect(student.getByText("Recite it before you sleep.")).toBeVisible();
    await expect(student.getByText(/^4 of 6,236 verses memorized/)).toBeVisible();
    await student.getByRole("button", { name: "Juz 1 No new lesson yet, recited today" }).click();
    const opened = student.getByRole("dialog", { name: "Juz 1" });
    await expect(opened.getByText("Al-Fatihah 1 – Al-Baqarah 141")).toBeVisible();
    await expectAccessible(student);
    await student.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await student.emulateMedia({ colorScheme: "dark" });
    await expectReadable(student);
    await student.emulateMedia({ colorScheme: "light" });
    await expectNoOverflow(student);
  });

  await test.step("the guardian confirms with a button, and the page shows it", async () => {
    const mail = await readMail(site, guardian, ({ subject }) => /^Please confirm/.test(subject));
    const link = /https?:\/\/\S+\/guardian\/confirm\S+/.exec(mail.text)?.[0] ?? "";
    const reader = await newPage("Asia/Kathmandu");
    await reader.goto(link);
    await expect(reader.getByText("Maryam", { exact: true })).toBeVisible();
    await expect(reader.getByText("Waiting for your answer")).toBeVisible();
    await expectAccessible(reader);
    await expectNoOverflow(reader);
    await student.goto("/dashboard?tab=settings");
    await expect(student.getByText("Waiting for your guardian to confirm")).toBeVisible();
    await reader.getByRole("button", { name: /^Confirm/ }).click();
    await expect(reader.getByText("Confirmed. You get emails.")).toBeVisible();
    await expect(reader.getByRole("heading", { name: "Your answer is saved" })).toBeVisible();
    await expect(reader.getByText(/^If you confirm/)).toHaveCount(0);
    // The page may be outdated when the guardian submits the form.
    await reader
      .locator("[name=student]")
      .first()
      .evaluate((field) => {
        (field as HTMLInputElement).value = "prf_somebody";
      });
    await reader.getByRole("button", { name: /^Stop emails/ }).click();
    await expect(reader.getByRole("alert")).toContainText("This link no longer works");
    await expect(reader.getByText("Confirmed. You get emails.")).toBeVisible();
    await reader
      .locator("[name=answer]")
      .first()
      .evaluate((field) => {
        (field as HTMLInputElement).value = "maybe";
      });
    await reader.getByRole("button", { name: /^Stop emails/ }).click();
    await expect(reader.getByRole("alert")).toHaveText(
      "Your answer wasn't saved. Please try again.",
    );
    await reader.context().close();
    await student.reload();
    await expect(student.getByText("Confirmed. Your guardian gets emails")).toBeVisible();
    await student.goto(`/dashboard/progress/${courseId}`);
  });

  await test.step("the guardian reads the lessons through a link, without an account", async () => {
    await student.getByRole("button", { name: "Send a new link" }).click();
    await expect(student.getByText("We've emailed your guardian a new link.")).toBeVisible();
    const mail = await readMail(site, guardian, ({ subject }) => /Quran progress$/.test(subject));
    const link = /https?:\/\/\S+\/progress\/\S+/.exec(mail.text)?.[0] ?? "";
    const reader = await newPage("Asia/Kathmandu");
    const opened = await reader.goto(link);
    expect(opened?.headers()["referrer-policy"]).toBe("strict-origin");
    await expect(reader.getByRole("heading", { name: "Maryam Siddiqui" })).toBeVisible();
    await expect(reader.getByText("Al-Ikhlas 1–4", { exact: true })).toBeVisible();
    await expect(reader.getByRole("link", { name: "Al-Ikhlas 1–4" })).toHaveAttribute(
      "href",
      "/quran/112#112:1",
    );
    await expectAccessible(reader);
    await reader.emulateMedia({ media: "print" });
    await expect(reader.getByRole("banner").first()).toBeHidden();
    await expect(reader.getByText("Al-Ikhlas 1–4", { exact: true })).toBeVisible();
    const ended = await reader.goto(`${link}x`);
    expect(ended?.status()).toBe(404);
    await reader.context().close();
    const stop = /Unsubscribe from emails about your child: (\S+)/.exec(mail.text)?.[1] ?? "";
    const shown = await fetch(stop);
    expect(await shown.text()).toContain("Unsubscribe from emails about your child?");
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const stopped = await fetch(stop, { method: "POST", body });
    expect(await stopped.text()).toMatch(/You(?:'|&#39;)re unsubscribed/);
    expect((await fetch(link)).status).toBe(404);
  });

  await test.step("the student leaves, and is no longer a member of the course", async () => {
    await student.goto(`/dashboard/enrolled-courses/${courseId}`);
    await student.getByRole("button", { name: "Leave course" }).click();
    await expectAccessible(student);
    await student.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(student.getByText("You've left the course.")).toBeVisible();
    await expectAccessible(student);
    await student.getByRole("link", { name: "Go to your courses" }).click();
    await student.waitForURL(/\/dashboard\?tab=courses/);
    const gone = await student.goto(`/dashboard/progress/${courseId}`);
    expect(gone?.status()).toBe(404);
  });
  await Promise.all([teacher.context().close(), student.context().close()]);
});

/** The next day, at least two weeks ahead, on which the clocks of a zone change. */
function findClockChange(zone: string) {
  let change = Temporal.Now.zonedDateTimeISO(zone).add({ weeks: 2 }).getTimeZoneTransition("next");
  // Not every change of a zone's rules changes its offset.
  while (change && change.subtract({ seconds: 1 }).offset === change.offset) {
    change = change.getTimeZoneTransition("next");
  }
  if (!change) throw new Error(`The clocks of ${zone} no longer change`);
  const isForward = change.offsetNanoseconds > change.subtract({ seconds: 1 }).offsetNanoseconds;
  return { date: change.toPlainDate(), isForward };
}

test("classes keep the teacher's hour across a daylight saving change for a viewer in a zone without one", async ({
  browser,
  site,
}) => {
  const zone = "America/New_York";
  const { date, isForward } = findClockChange(zone);
  const newContext = (timezoneId: string) => browser.newContext({ baseURL: site.url, timezoneId });
  const [teaching, watching] = [await newContext(zone), await newContext("Asia/Karachi")];
  const teacher = await join(teaching.request, site, {
    role: "teacher",
    name: "Hamza Clock",
    country: "USA",
    timeZone: zone,
  });
  const student = await join(watching.request, site, {
    role: "student",
    name: "Sana Clock",
    country: "Pakistan",
    timeZone: "Asia/Karachi",
  });
  const day = days[date.dayOfWeek - 1];
  const made = await teaching.request.post("/api/courses", {
    headers: teacher.headers,
    data: {
      title: "Three mornings",
      description: "Around the change of clocks.",
      price: 0,
      duration: 3,
      level: "Beginner",
      maxStudents: 5,
      status: "published",
      startDate: date.subtract({ weeks: 1 }).toString(),
      endDate: date.add({ weeks: 1 }).toString(),
      schedule: [{ day, startTime: "09:00", endTime: "10:00" }],
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const courseId = (await made.json()).data._id;
  await watching.request.post(`/api/enrollment/course/${courseId}/enroll`, {
    headers: student.headers,
    data: { studentId: student.id },
  });

  const page = await watching.newPage();
  const second = date.toZonedDateTime({ timeZone: zone, plainTime: "09:00" });
  await page.clock.setFixedTime(second.subtract({ weeks: 2 }).epochMilliseconds);
  await open(page, `/dashboard/enrolled-courses/${courseId}`);
  const times = page.locator("ul time");
  const own = isForward ? ["19:00", "18:00", "18:00"] : ["18:00", "19:00", "19:00"];
  await expect(times).toHaveText(own.map((hour) => new RegExp(`${hour}–\\d\\d:00$`)));
  const offsets = isForward ? ["-5", "-4"] : ["-4", "-5"];
  // Repeated only where the clocks differ by another time than in the row before.
  await expect(page.locator("ul").getByText(/^Teacher's time/)).toHaveText(
    offsets.map((offset) => new RegExp(`09:00–10:00 GMT${offset}$`)),
  );

  await page.clock.setFixedTime(second.subtract({ minutes: 5 }).epochMilliseconds);
  await expect(page.getByText("in 5 min").first()).toBeVisible();
  await expect(page.getByRole("region", { name: /^Next class/ })).toContainText(`${own[1]}–`);
  await page.clock.setFixedTime(second.add({ minutes: 5 }).epochMilliseconds);
  await expect(page.getByText("In progress")).toBeVisible();
  await Promise.all([teaching.close(), watching.close()]);
});

test("anyone can verify a certificate from the demo data", async ({ browser, page, site }) => {
  const owner = await browser.newContext({ baseURL: site.url });
  const session = await owner.request.post("/api/auth/login", {
    data: { email: "yusra.khan@halaqa.test", password: "halaqa-demo" },
  });
  const headers = { authorization: `Bearer ${(await session.json()).data.accessToken}` };
  const list = await owner.request.get("/api/enrollment/student/enrollments", { headers });
  const codes: string[] = [];
  for (const { courseId } of (await list.json()).data) {
    const progress = await owner.request.get(`/api/learning/courses/${courseId}/progress`, {
      headers,
    });
    const { certificate } = (await progress.json()).data;
    if (certificate) codes.push(certificate.code);
  }
  const [code = ""] = codes;
  expect(code).not.toBe("");
  await owner.close();

  await page.goto("/certificates");
  await page.getByLabel("Code").fill("abcd");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("A code has 16 letters and digits")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Code").fill(code.toLowerCase().replaceAll("-", ""));
  await page.getByRole("button", { name: "Check" }).click();
  await page.waitForURL(`**/certificates/${code}`);
  await expect(page.getByText("This certificate is valid.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Certificate of Completion" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("This certificate is valid.")).toBeHidden();
  await expect(page.getByRole("banner").first()).toBeHidden();
  await expect(page.getByText(code)).toBeVisible();
  const missing = await page.goto("/certificates/AAAA-AAAA-AAAA-AAAA");
  expect(missing?.status()).toBe(404);
});
