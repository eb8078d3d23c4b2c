/** The images of a profile and of a course: selecting, previewing, saving and removing them. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
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
