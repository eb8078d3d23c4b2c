/** The question that people are asked once if their browser and their profile disagree. */
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { addViewer, type Viewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";

const zones = { zone: "America/Toronto", timeZone: "America/Chicago" };
const text = /^You seem to be in Toronto, but your profile says Chicago\./;

/** Opens a page in a browser that has reported its time zone on an earlier page. */
async function open({ page }: Viewer, path: string) {
  await page.goto("/about");
  const answer = await page.goto(path);
  return (await answer?.text()) ?? "";
}

/** The zone in which the server renders the page's times. */
const shownZone = (html: string): string | undefined => /"zone":"([^"]+)"/.exec(html)?.[1];

test("a student whose browser and profile have different zones is asked once, and keeps the profile's zone", async ({
  browser,
  site,
}) => {
  const student = await addViewer(browser, site, "student", zones);
  const { page } = student;
  const before = await open(student, "/dashboard");
  // The question is part of the page, so nothing moves when it appears.
  expect(before).toContain("data-zone-question");
  expect(shownZone(before)).toBe("America/Toronto");
  await expect(page.getByText(text)).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectReadable(page);
  await page.getByRole("button", { name: "Keep Chicago" }).click();
  await expect(page.getByText(text)).toHaveCount(0);
  const after = await open(student, "/dashboard/receipts");
  expect(after).not.toContain("data-zone-question");
  expect(shownZone(after)).toBe("America/Chicago");
  // Lists and the page of a teacher follow, including the times of a trial lesson.
  for (const path of ["/courses", "/teachers"]) {
    const list = await open(student, path);
    expect(list).toContain("America/Chicago");
    expect(list).not.toContain("America/Toronto");
  }
  await page.goto("/teachers?trial=offered");
  await page.locator("main article a[href^='/teachers/']").first().click();
  await expect(page.getByText(/America\/Chicago/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Free trial lesson" })).toBeVisible();
  await expect(page.getByText(/America\/Toronto/)).toHaveCount(0);
});

test("a teacher who switches to the browser's zone sees what happens to the classes", async ({
  browser,
  site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", zones);
  const { page } = teacher;
  await open(teacher, "/dashboard/meetings");
  await expect(page.getByText(/your classes keep their times of day/)).toBeVisible();
  await page.getByRole("button", { name: "Use Toronto" }).click();
  const done = page.getByText(/^Your profile's time zone is now Toronto\./);
  await expect(done).toBeFocused();
  expect(await teacher.call("GET", `/teachers/${teacher.profileId}`)).toMatchObject({
    timeZone: "America/Toronto",
  });
  expect(await open(teacher, "/dashboard/meetings")).not.toContain("data-zone-question");
});

test("people are not asked when the clocks of both zones are the same", async ({
  browser,
  site,
}) => {
  const same = { zone: "America/Toronto", timeZone: "America/New_York" };
  const student = await addViewer(browser, site, "student", same);
  expect(await open(student, "/dashboard")).not.toContain("data-zone-question");
});
