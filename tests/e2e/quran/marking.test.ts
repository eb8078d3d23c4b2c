/** A teacher marks mistakes on the live page of a class, and the student sees them in the log. */
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { addCourse, addViewer, takeSeat } from "../support/course-market.ts";
import { expect, test } from "../support/empty-site.ts";
import { press } from "../support/keyboard.ts";

test("a teacher marks a recitation in class, even offline, and only the student sees the marks", async ({
  browser,
  emptySite: site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { zone: "UTC" });
  const student = await addViewer(browser, site, "student", { zone: "UTC" });
  const courseId = await addCourse(teacher, { price: 0 });
  await takeSeat(student, site, courseId);
  const { classes } = await teacher.call("GET", `/classes/course/${courseId}`);
  const classId = classes[0]._id;
  const command = (body: object) => teacher.call("POST", `/classes/${classId}/page`, body);
  await command({ command: "share", from: "112:1", to: "112:4" });
  await command({ command: "recite", profileId: student.profileId });
  const { page } = teacher;
  const word = (verse: string, position: number) =>
    page.locator(`[data-verse="${verse}"] .verse-text [data-word="${position}"]`);

  await test.step("taps and keys mark words instead of pointing at them", async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await page.goto(`/classes/${classId}/quran`);
    await page.getByRole("button", { name: "Mark mistakes" }).click();
    const bar = page.getByRole("region", { name: /^Marking .+'s recitation$/ });
    await expect(bar).toContainText("No weak words in this passage");
    await bar.getByRole("button", { name: "Wrong vowel" }).click();
    await word("112:1", 2).click();
    await expect(word("112:1", 2)).toHaveAttribute("data-mistake", "vowel");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("4");
    await page.keyboard.press("Enter");
    await expect(bar).toContainText("2 mistakes");
    await page.keyboard.press("Control+z");
    await expect(bar).toContainText("1 mistake");
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("a recitation that is finished offline is saved later", async () => {
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await expect(page.getByText(/^1 recitation is on this device/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/^1 recitation is on this device/)).toBeHidden();
  });

  await test.step("the student finds the lesson with the marked word", async () => {
    await student.page.goto(`/dashboard/progress/${courseId}`);
    await expect(student.page.getByRole("list", { name: "Marked words" })).toContainText(
      "Wrong vowel in verse 112:1",
    );
  });

  await test.step("the word is weak the next time that the teacher opens the passage", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Mark mistakes" }).click();
    await expect(word("112:1", 2)).toHaveAttribute("data-weak", "weak");
  });
});

test("the bar for marking shows complete names and labels, on a phone and in a meeting's panel, in every language", async ({
  browser,
  emptySite: site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { zone: "UTC" });
  const student = await addViewer(browser, site, "student", { name: "Layla Osman" });
  const next = await addViewer(browser, site, "student", { name: "Muhammad Al-Kindi" });
  const courseId = await addCourse(teacher, { price: 0, maxStudents: 2 });
  for (const each of [student, next]) await takeSeat(each, site, courseId);
  const { classes } = await teacher.call("GET", `/classes/course/${courseId}`);
  const path = `/classes/${classes[0]._id}`;
  const command = (body: object) => teacher.call("POST", `${path}/page`, body);
  await command({ command: "share", from: "112:1", to: "112:4" });
  await command({ command: "recite", profileId: student.profileId });
  const { page } = teacher;
  const isCut = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 ||
    element.scrollHeight > element.clientHeight + 1;
  const open = page.locator(".live-mark");
  const buttons = page.locator(".marking-bar button:not(.marking-close):visible");
  for (const prefix of ["", "/fr", "/ur", "/ar"]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${prefix}${path}/quran`);
    await expect(page.locator(".live-state")).toHaveAttribute("data-state", "open");
    await expect(open).toBeVisible();
    expect(await open.evaluate(isCut), `${prefix} label`).toBe(false);
    await open.click();
    const name = page.locator(".marking-name strong");
    await expect(name).toHaveText("Layla Osman");
    expect(await name.evaluate(isCut), `${prefix} name`).toBe(false);
    for (const height of [844, 700]) {
      await page.setViewportSize({ width: 390, height });
      await expectNoOverflow(page);
      await expect(buttons.filter({ hasText: "Muhammad Al-Kindi" })).toHaveCount(1);
      for (const button of await buttons.all()) {
        const label = `${prefix} ${height} ${await button.textContent()}`;
        const box = await button.boundingBox();
        expect(box?.height, label).toBeGreaterThanOrEqual(44);
        const parts = [button, ...(await button.locator("span").filter({ visible: true }).all())];
        for (const part of parts) expect(await part.evaluate(isCut), label).toBe(false);
      }
    }
  }
});

test("a teacher marks a recitation with the keyboard alone, and screen readers announce each mark", async ({
  browser,
  emptySite: site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { zone: "UTC" });
  const student = await addViewer(browser, site, "student", { zone: "UTC" });
  const courseId = await addCourse(teacher, { price: 0 });
  await takeSeat(student, site, courseId);
  const { classes } = await teacher.call("GET", `/classes/course/${courseId}`);
  const path = `/classes/${classes[0]._id}`;
  const command = (body: object) => teacher.call("POST", `${path}/page`, body);
  await command({ command: "share", from: "112:1", to: "112:4" });
  await command({ command: "recite", profileId: student.profileId });
  const { page } = teacher;
  await page.goto(`${path}/quran`);
  await expect(page.locator(".live-state")).toHaveText("Live");
  await press(page, page.getByRole("button", { name: "Mark mistakes" }));
  const bar = page.getByRole("region", { name: /^Marking .+'s recitation$/ });
  const announced = bar.getByRole("status").last();
  await expect(bar).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(announced).toHaveText(/verse 112:\d: Wrong vowel$/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("2 mistakes");
  await press(page, bar.getByRole("button", { name: "Undo" }));
  await expect(bar).toContainText("1 mistake");
  await expect(announced).toHaveText(/verse 112:\d, not marked$/);
  const saved = page.waitForResponse(
    (answer) => answer.url().includes("/api/recitations/") && answer.status() === 201,
  );
  await press(page, bar.getByRole("button", { name: "Finish", exact: true }));
  await expect(bar).toContainText("1 mistake");
  await saved;
  await student.page.goto(`/dashboard/progress/${courseId}`);
  await expect(student.page.getByRole("list", { name: "Marked words" })).toContainText(
    /Wrong vowel in verse 112:\d/,
  );
});
