/** A student sees which words the teacher marked: in the reader, and in the lesson log. */
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { addCourse, addViewer, dateIn, takeSeat, type Viewer } from "../support/course-market.ts";
import { expect, test } from "../support/empty-site.ts";

const weakWords = (page: Viewer["page"]) =>
  page
    .locator("[data-verse] [data-weak]")
    .evaluateAll((words) =>
      (words as HTMLElement[]).map(({ dataset, title, parentElement }) => [
        `${parentElement?.closest<HTMLElement>("[data-verse]")?.dataset.verse}:${dataset.word}`,
        dataset.weak,
        title.split(",")[0],
      ]),
    );

test("a student finds weak words in the reader and in the lesson log, and nobody else does", async ({
  browser,
  emptySite: site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { zone: "UTC" });
  const student = await addViewer(browser, site, "student", { zone: "UTC" });
  const other = await addViewer(browser, site, "student", { zone: "UTC" });
  const courseId = await addCourse(teacher, { price: 0 });
  for (const each of [student, other]) await takeSeat(each, site, courseId);
  const log = (clientId: string, days: number, markedWords: object[]) =>
    teacher.call("POST", `/recitations/course/${courseId}/student/${student.profileId}`, {
      ...{ kind: "sabaq", date: dateIn(-days), clientId, markedWords },
      ...{ fromSurah: 112, fromVerse: 1, toSurah: 112, toVerse: 4 },
      mistakes: markedWords.length,
    });
  const [hesitation, vowel] = [
    { verse: "112:1", word: 2, mistake: "hesitation" },
    { verse: "112:4", word: 5, mistake: "vowel" },
  ];
  await log("first-lesson", 5, [hesitation, vowel]);
  await log("second-lesson", 3, [vowel]);
  const expected = [
    ["112:1:2", "fading", "Weak word: Hesitation"],
    ["112:4:5", "weak", "Weak word: Wrong vowel"],
  ];
  const { page } = student;

  await test.step("the words are underlined in every mode, and explained below the text", async () => {
    for (const path of [
      "/quran/112",
      "/quran/112?mode=reading",
      "/quran/page/604",
      "/quran/112?tajweed=1",
    ]) {
      await page.goto(path);
      await expect.poll(() => weakWords(page)).toEqual(expected);
    }
    const legend = page.getByRole("region", { name: "Your weak words" });
    await expect(legend.getByRole("listitem")).toHaveCount(2);
    await expect(legend).toContainText("Wrong vowel, marked 2 times, last 3 days ago");
    await expect(legend).toContainText("1 correct recitation to go");
    await legend.getByRole("link", { name: "112:4" }).click();
    await expect(page).toHaveURL(/#112:4$/);
    await page.getByRole("button", { name: "Tools for verse 112:4" }).click();
    await expect(page.getByRole("dialog")).toContainText("Weak word: Wrong vowel, marked 2 times");
    await page.keyboard.press("Escape");
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoOverflow(page);
  });

  await test.step("hidden words are not revealed by their lines", async () => {
    await page.locator(".display > summary").click();
    await page.getByRole("button", { name: "Hide words" }).click();
    const word = page.locator("[data-verse='112:4'] [data-word='5']");
    await expect(word).toHaveCSS("color", "rgba(0, 0, 0, 0)");
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the lesson log shows the marked words with their mistakes", async () => {
    await page.goto(`/dashboard/progress/${courseId}`);
    const lessons = page.getByRole("list", { name: "Marked words" });
    await expect(lessons).toHaveCount(2);
    await expect(lessons.nth(1)).toContainText("Hesitation in verse 112:1");
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  await test.step("another student of the course sees nothing of it", async () => {
    await other.page.goto("/quran/112");
    await other.page.waitForLoadState("networkidle");
    expect(await weakWords(other.page)).toEqual([]);
  });
});
