/**
 * Islands that the server renders: the first render in the browser must be identical, or React
 * reports an error, which fails the test (support/watched.ts).
 */
import {
  acceptPayments,
  addCourse,
  addViewer,
  dateIn,
  takeSeat,
} from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";

test("a course room shows its own student the current state of the classes", async ({
  browser,
  site,
}) => {
  const teacher = await addViewer(browser, site, "teacher");
  // The earliest class is more than a day ahead in every time zone, at any time of day.
  const courseId = await addCourse(teacher, { price: 0, startDate: dateIn(3) });
  const [first, second] = [
    await addViewer(browser, site, "student", { zone: "Asia/Karachi" }),
    await addViewer(browser, site, "student", { zone: "America/New_York" }),
  ];
  for (const student of [first, second]) await takeSeat(student, site, courseId);
  const path = `/dashboard/enrolled-courses/${courseId}`;
  const heading = { name: /^Upcoming classes|^Upcoming classes/ };

  await first.page.goto(path);
  await expect(first.page.getByRole("heading", heading)).toBeVisible();
  const { classes } = await teacher.call("GET", `/classes/course/${courseId}`);
  await teacher.call("POST", `/classes/${classes[0]._id}/cancel`, { note: "Eid" });

  for (const { page } of [first, second]) {
    const answer = await page.goto(path);
    expect(await answer?.text(), "what the server rendered").toContain("Cancel");
    await expect(page.getByText("Eid").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
});

test("a browser that formats dates differently shows what the server rendered", async ({
  browser,
  site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { offersTrials: true });
  await teacher.call("PUT", `/teachers/${teacher.profileId}/timeslots`, {
    availableTimeSlots: [{ day: "Monday", startTime: "22:00", endTime: "23:00" }],
  });
  const courseId = await addCourse(teacher, { price: 0 });
  const student = await addViewer(browser, site, "student", { zone: "Asia/Kathmandu" });
  await takeSeat(student, site, courseId);
  const { page } = student;
  // Other browsers have different locale data, such as an additional comma, a narrow space or
  // another zone name.
  await page.addInitScript(() => {
    const { formatRange } = Intl.DateTimeFormat.prototype;
    const respell = (text: string) => text.replaceAll(",", "").replaceAll(":", "\u2236");
    Object.defineProperty(Intl.DateTimeFormat.prototype, "formatRange", {
      value(this: Intl.DateTimeFormat, start: Date, end: Date) {
        return respell(formatRange.call(this, start, end));
      },
    });
    const getter = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format")?.get;
    Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
      get(this: Intl.DateTimeFormat) {
        const own = getter?.call(this);
        return (date?: Date | number) => respell(own(date));
      },
    });
  });
  for (const path of [
    `/dashboard/enrolled-courses/${courseId}`,
    `/dashboard/progress/${courseId}`,
    `/courses/${courseId}`,
    `/teachers/${teacher.profileId}`,
  ]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a device with a wrong clock shows what the server rendered, then corrects the times", async ({
  browser,
  site,
}) => {
  const teacher = await addViewer(browser, site, "teacher");
  await acceptPayments(teacher, site);
  const [free, paid] = [await addCourse(teacher, { price: 0 }), await addCourse(teacher)];
  const student = await addViewer(browser, site, "student", { zone: "Asia/Karachi" });
  await takeSeat(student, site, free);
  // An open checkout holds the seat.
  const { page, profileId } = student;
  await student.call("POST", `/enrollment/course/${paid}/enroll`, { studentId: profileId });
  const { threadId } = await student.call("POST", "/messages/threads", { courseId: free });
  await student.call("POST", `/messages/threads/${threadId}/messages`, {
    clientId: crypto.randomUUID(),
    text: "Peace be upon you",
  });
  // The browser's scripts get this time, and the server keeps its own.
  await page.clock.setFixedTime(Date.now() + 20 * 60 * 60 * 1000);
  for (const [path, shown] of [
    ["/dashboard", /Tajweed in eight evenings/],
    [`/dashboard/enrolled-courses/${free}`, /^Upcoming classes/],
    [`/courses/${paid}`, /Your seat is held until/],
    ["/dashboard/messages", /Peace be upon you/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
});
