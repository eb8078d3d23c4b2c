/** Names and titles of maximum length without a space fit the smallest phone on every screen. */
import { expectControlsInWindow, expectNoOverflow } from "../support/checks.ts";
import {
  acceptPayments,
  addCourse,
  addViewer,
  takeSeat,
  type Viewer,
} from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";

const word = (length: number) => "Abdurrahmanibnuyusuf".repeat(8).slice(0, length);
const entries = ["Q".repeat(60), "Tajweed"];

/** Opens the page, waits until everything has loaded, and measures it. */
async function expectFit({ page }: Pick<Viewer, "page">, path: string): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBeLessThan(500);
  await page.waitForLoadState("networkidle");
  await expectNoOverflow(page);
  await expectControlsInWindow(page);
}

test("no screen is wider than a phone of 320 pixels, however long people's names are", async ({
  browser,
  site,
}) => {
  test.slow();
  const teacher = await addViewer(browser, site, "teacher", {
    name: word(100),
    bio: word(300),
    specializations: entries,
    spokenLanguages: entries,
    nativeLanguage: word(60),
    offersTrials: true,
    certifications: [{ name: word(120), issuingAuthority: word(120), year: 2015 }],
    educationBackground: [
      { degree: word(120), major: word(120), institution: word(160), year: 2010 },
    ],
  });
  const student = await addViewer(browser, site, "student", {
    name: word(99),
    age: 27,
    learningGoals: entries,
    preferredTeachingMethods: entries,
    spokenLanguages: entries,
    phoneNumber: "1".repeat(30),
  });
  await acceptPayments(teacher, site);
  const slots = [
    { day: "Monday", startTime: "22:00", endTime: "23:00" },
    { day: "Friday", startTime: "22:00", endTime: "23:00" },
  ];
  const week = await teacher.call("PUT", `/teachers/${teacher.profileId}/timeslots`, {
    availableTimeSlots: slots,
  });
  const courseId = await addCourse(teacher, {
    title: word(120),
    description: word(600),
    topics: entries,
  });
  await teacher.call("PUT", `/courses/${courseId}`, {
    category: word(80),
    language: word(60),
    objectives: entries,
    requirements: entries,
  });
  await takeSeat(student, site, courseId);
  await student.call("POST", "/trials", { slotId: week.availableTimeSlots[0]._id });
  await student.call("POST", `/comments/course/${courseId}`, { content: word(200) });
  await teacher.call("POST", `/quizzes/course/${courseId}`, {
    title: word(80),
    passMark: 70,
    questions: [
      {
        kind: "single",
        text: word(120),
        explanation: "",
        options: [
          { text: word(60), right: true },
          { text: "No", right: false },
        ],
      },
    ],
  });
  await expect
    .poll(async () => (await student.call("GET", "/enrollment/student/enrollments")).length)
    .toBe(1);

  const ofPublic = [
    "/",
    "/courses",
    `/courses/${courseId}`,
    "/teachers",
    `/teachers/${teacher.profileId}`,
    "/students",
    `/students/${student.profileId}`,
    `/students?query=${word(40)}`,
    `/courses?search=${word(40)}`,
    "/about",
    "/contact",
    "/login",
    "/signup",
  ];
  const tabs = ["", "?tab=personal", "?tab=courses", "?tab=settings"].map(
    (tab) => `/dashboard${tab}`,
  );
  const visitor = { page: await (await browser.newContext({ baseURL: site.url })).newPage() };
  const screens = [
    [visitor, ofPublic],
    [
      student,
      [
        ...tabs,
        `/courses/${courseId}`,
        `/teachers/${teacher.profileId}`,
        `/students/${student.profileId}`,
        `/dashboard/enrolled-courses/${courseId}`,
        `/dashboard/progress/${courseId}`,
        `/dashboard/messages/${courseId}`,
        `/dashboard/messages?to=${teacher.profileId}`,
        "/dashboard/messages",
        "/dashboard/receipts",
        "/dashboard/feedback",
      ],
    ],
    [
      teacher,
      [
        ...tabs,
        "/dashboard?tab=students",
        "/dashboard?tab=schedule",
        `/courses/${courseId}`,
        `/teachers/${teacher.profileId}`,
        `/dashboard/classes/${courseId}`,
        `/dashboard/recitations/${courseId}`,
        `/dashboard/recitations/${courseId}?student=${student.profileId}`,
        `/dashboard/messages/${courseId}`,
        "/dashboard/messages",
        "/dashboard/meetings",
        "/dashboard/earnings",
        "/add-course",
        `/edit-course/${courseId}`,
      ],
    ],
  ] as const;
  const wide: string[] = [];
  for (const [viewer, paths] of screens) {
    await viewer.page.setViewportSize({ width: 320, height: 800 });
    for (const path of paths) {
      await expectFit(viewer, path).catch((error: Error) => wide.push(error.message));
    }
  }
  expect.soft(wide.join("\n\n")).toBe("");
});

test("the actions for a student do not overlap the name on a phone", async ({ browser, site }) => {
  // The teacher's name is short, so that the page, and therefore the row, is no wider than the
  // phone.
  const teacher = await addViewer(browser, site, "teacher", { name: "Idris Weekly" });
  await acceptPayments(teacher, site);
  const courseId = await addCourse(teacher, { title: "Tajweed", maxStudents: 3 });
  const names = ["Abdurrahmanibnuyusu", "Abdurrahman Muhammad al-Farouqi ibn Yusuf", word(99)];
  for (const name of names) {
    const student = await addViewer(browser, site, "student", { name, age: 27 });
    await takeSeat(student, site, courseId);
  }
  const { page } = teacher;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/dashboard?tab=students");
  for (const name of names) {
    const row = page.getByRole("row").filter({ hasText: name });
    const text = await row.getByText(name, { exact: true }).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, top, bottom };
    });
    const buttons = await row.getByRole("cell").last().locator("a, button").all();
    expect(buttons.length).toBeGreaterThan(0);
    for (const button of buttons) {
      const box = await button.boundingBox();
      const overlaps =
        box !== null &&
        box.x < text.right &&
        text.left < box.x + box.width &&
        box.y < text.bottom &&
        text.top < box.y + box.height;
      const label = await button.getAttribute("aria-label");
      expect(overlaps, `${label} lies on ${name}`).toBe(false);
    }
  }
});
