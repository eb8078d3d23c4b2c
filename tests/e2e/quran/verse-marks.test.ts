/** A student sees in the reader which verses are memorized, due or weak. */
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { addCourse, addViewer, dateIn, takeSeat, type Viewer } from "../support/course-market.ts";
import { expect, test } from "../support/empty-site.ts";

const names = (page: Viewer["page"]) =>
  page
    .locator(".verse-mark")
    .evaluateAll((marks) =>
      marks.map((mark) => [
        mark.closest<HTMLElement>("[data-verse]")?.dataset.verse,
        mark.ariaLabel?.split(",")[0],
      ]),
    );

test("a student finds recited passages in the reader, with a mark beside each memorized verse", async ({
  browser,
  emptySite: site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { zone: "UTC" });
  const student = await addViewer(browser, site, "student", { zone: "UTC" });
  const courseId = await addCourse(teacher, { price: 0 });
  await takeSeat(student, site, courseId);
  const log = (surah: number, days: number, mistakes: number, toVerse: number) =>
    teacher.call("POST", `/recitations/course/${courseId}/student/${student.profileId}`, {
      ...{ kind: "sabaq", date: dateIn(-days), mistakes },
      ...{ fromSurah: surah, fromVerse: 1, toSurah: surah, toVerse },
    });
  await log(112, 40, 0, 4);
  await log(113, 3, 0, 5);
  await log(114, 3, 4, 2);
  const { page } = student;
  const expected = [
    ...[1, 2, 3, 4].map((verse) => [`112:${verse}`, "Due for revision"]),
    ...[1, 2, 3, 4, 5].map((verse) => [`113:${verse}`, "Memorized"]),
    ["114:1", "Weak"],
    ["114:2", "Weak"],
  ];

  await test.step("a lesson leads to its first verse, whose tools explain its mark", async () => {
    await page.goto(`/dashboard/progress/${courseId}`);
    await page.getByRole("link", { name: "An-Nas 1–2", exact: true }).click();
    await expect(page).toHaveURL(/\/quran\/114#114:1$/);
    await expect.poll(() => names(page)).toEqual(expected.slice(-2));
    await page.getByRole("button", { name: "Tools for verse 114:1" }).click();
    await expect(page.getByRole("dialog")).toContainText("Weak, recited 3 days ago");
    await expect(page.locator("[data-verse='114:3'] .verse-mark")).toHaveCount(0);
  });

  await test.step("pages of the printed mushaf have the same marks in both themes, and no line moves", async () => {
    const measure = () =>
      page
        .locator("[data-verse]")
        .evaluateAll((verses) => verses.map((verse) => verse.getBoundingClientRect().toJSON()));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/recitations/marks*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/quran/page/604");
    await expect(page.locator("html")).toHaveAttribute("data-font-ready", "");
    const before = await measure();
    release();
    await expect.poll(() => names(page)).toEqual(expected);
    expect(await measure()).toEqual(before);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoOverflow(page);
    const link = page.getByRole("link", { name: "My Quran" });
    await expect(link).toBeInViewport({ ratio: 1 });
  });

  await test.step("a student sends a verse and a surah to the course group", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/quran/112");
    await page.getByRole("button", { name: "Tools for verse 112:2" }).click();
    await page.getByRole("button", { name: "Send to a course group" }).press("Enter");
    await expect(page.getByRole("combobox", { name: "Course" })).toHaveValue(courseId);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText(/^Sent to /)).toBeVisible();
    await page.getByRole("checkbox", { name: /^The whole surah/ }).check();
    const image = page.getByRole("link", { name: "Open as image" });
    await expect(image).toHaveAttribute("href", "/share/quran/112.png");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText(/^Sent to /)).toBeVisible();
    await teacher.page.goto(`/dashboard/messages/${courseId}`);
    await expect(teacher.page.getByRole("log").getByText("Surah Al-Ikhlas")).toBeVisible();
    const link = teacher.page.getByRole("link", { name: /\/quran\/112\/2$/ });
    await expect(link).toHaveAttribute("href", `${site.url}/quran/112/2`);
  });

  await test.step("nobody else sees marks", async () => {
    await teacher.page.goto("/quran/112");
    await teacher.page.waitForLoadState("networkidle");
    expect(await names(teacher.page)).toEqual([]);
  });
});
