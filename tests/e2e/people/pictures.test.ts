/**
 * The images of a profile and of a course: selecting, previewing, saving and removing them; and a
 * teacher's recitation.
 */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { makeRecording } from "../../support/sound.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { acceptPayments, addCourse, addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";
import { joinByApi } from "../support/people.ts";

const picture = {
  name: "picture.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 48, height: 32, channels: 3, background: "#2f6f5e" } })
    .png()
    .toBuffer(),
};

/**
 * Waits until the browser has decoded the image beside the file input. @returns its natural width.
 */
async function shownWidth(page: Page, label: string): Promise<number> {
  const image = page
    .locator("div", { has: page.getByLabel(label) })
    .locator("img")
    .last();
  await expect(image).toBeVisible();
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    return element.naturalWidth;
  });
}

for (const role of ["student", "teacher"] as const) {
  test(`the registration of a ${role} previews the chosen picture`, async ({ page, site }) => {
    await joinByApi(page.request, site, role);
    await page.addInitScript(() => localStorage.setItem("isAuthenticated", "true"));
    await page.goto(`/register-${role}`);
    const input = page.getByLabel("Profile image");
    await input.setInputFiles(picture);
    expect(await shownWidth(page, "Profile image")).toBe(48);
    await page.getByRole("button", { name: "Remove image" }).click();
    await expect(input).toBeFocused();
    await expect(input).toHaveValue("");
    await input.setInputFiles({ ...picture, mimeType: "text/plain", name: "notes.txt" });
    await expect(page.getByRole("alert")).toHaveText(/Please select a valid image file/);
    await expect(page.getByRole("button", { name: "Remove image" })).toBeHidden();
  });
}

test("a profile picture can be previewed, saved and removed", async ({ browser, site }) => {
  const { page, profileId } = await addViewer(browser, site, "teacher", { name: "Huda Karim" });
  const openModal = async () => {
    await page.goto("/dashboard?tab=settings");
    await page.getByRole("button", { name: "Edit Profile", exact: true }).first().click();
  };
  const save = async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Profile updated successfully!").first()).toBeVisible();
  };
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  const portrait = visitor.locator(`img[src*="/media/"]`);

  await openModal();
  await page.getByLabel("Profile image").setInputFiles(picture);
  expect(await shownWidth(page, "Profile image")).toBe(48);
  await save();
  await visitor.goto(`/teachers/${profileId}`);
  await expect(portrait.first()).toBeVisible();

  await openModal();
  expect(await shownWidth(page, "Profile image")).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(page.getByText("The image will be removed when you save.")).toBeVisible();
  await page.getByRole("button", { name: "Keep image" }).click();
  expect(await shownWidth(page, "Profile image")).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Remove image" }).click();
  await save();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1, name: "Huda Karim" })).toBeVisible();
  await expect(portrait).toHaveCount(0);
});

test("a course picture can be previewed, saved and removed", async ({ browser, site }) => {
  const teacher = await addViewer(browser, site, "teacher");
  await acceptPayments(teacher, site);
  const { page } = teacher;
  await page.goto("/add-course");
  await page.getByLabel("Course image").setInputFiles(picture);
  expect(await shownWidth(page, "Course image")).toBe(48);

  const courseId = await addCourse(teacher, { price: 0 });
  const save = async () => {
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText(/Course updated successfully!/)).toBeVisible();
  };
  await page.goto(`/edit-course/${courseId}`);
  await page.getByLabel("Course image").setInputFiles(picture);
  expect(await shownWidth(page, "Course image")).toBe(48);
  await save();
  await page.goto(`/courses/${courseId}`);
  await expect(page.locator(`main img[src*="/media/"]`).first()).toBeVisible();

  await page.goto(`/edit-course/${courseId}`);
  expect(await shownWidth(page, "Course image")).toBe(48);
  await page.getByRole("button", { name: "Remove image" }).click();
  await save();
  await page.goto(`/courses/${courseId}`);
  await expect(page.locator(`main img[src*="/media/"]`)).toHaveCount(0);
});

test("a teacher publishes a recitation that visitors can play", async ({ browser, site }) => {
  const { page, profileId } = await addViewer(browser, site, "teacher");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/dashboard/introduction");
  await expect(page.getByRole("button", { name: "Record", exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByLabel("Or choose an audio file").setInputFiles({
    name: "recitation.wav",
    mimeType: "audio/wav",
    buffer: makeRecording(3),
  });
  await expect(page.getByText("Your recording (3 seconds), not published yet")).toBeVisible();
  await page.getByRole("button", { name: "Publish recording" }).click();
  await expect(page.getByText("Your introduction is on your page.")).toBeVisible();

  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 800 },
  });
  const visitor = await context.newPage();
  await visitor.goto(`/teachers/${profileId}`);
  const sound = visitor.locator("audio");
  await expect(sound).toBeVisible();
  // Nothing is fetched before the visitor presses Play.
  expect(await sound.evaluate((element: HTMLAudioElement) => element.readyState)).toBe(0);
  const duration = await sound.evaluate(
    (element: HTMLAudioElement) =>
      new Promise((resolve, reject) => {
        element.addEventListener("loadedmetadata", () => resolve(element.duration));
        element.addEventListener("error", () => reject(element.error));
        element.load();
        element.preload = "auto";
      }),
  );
  expect(duration).toBeCloseTo(3, 1);
  await visitor.getByRole("button", { name: "Share" }).click();
  await expect(visitor.getByRole("link", { name: "WhatsApp" })).toBeVisible();
  await expectAccessible(visitor);
  await expectNoOverflow(visitor);
  await context.close();
});
