/**
 * The app in Zoom: the built page in the sandbox's clients, from logging in to the shared verse.
 */
import type { FrameLocator, Page } from "@playwright/test";
import { findLiveClients } from "../../../scripts/support/live-meeting.ts";
import {
  expectAccessibleInLanguage,
  expectMirrored,
  expectNoOverflow,
  expectReadable,
} from "../support/checks.ts";
import type { Site } from "../support/site.ts";
import { expect, test } from "../support/watched.ts";
import { findCurrentVerse, findWord, logInToApp, type Shown, startLiveSite } from "./live-site.ts";

let site: Site;
test.beforeAll(async () => {
  site = await startLiveSite();
});
test.afterAll(() => site.stop());

/** The clients of the teacher, two students and a guest, in the meeting of the live class. */
async function openClients(page: Page): Promise<void> {
  // All clients fit into the window, because dialogs in frames aren't scrolled into view.
  await page.setViewportSize({ width: 1440, height: 2_200 });
  const clients = await findLiveClients(site.sandboxUrl);
  await page.goto(`${clients}&as=guest&device=android&email=zaid@zoom.test`);
}

const appOf = (page: Page, name: string): FrameLocator =>
  page.frameLocator(`iframe[title="Halaqa for ${name}"]`);

/** Logs the person in to the app, unless an earlier test has already linked their Zoom user. */
async function logIn(app: FrameLocator, email: string): Promise<void> {
  const live = app.getByText("Live", { exact: true });
  await expect(app.getByLabel("Email address").or(live)).toBeVisible();
  if (!(await live.isVisible())) await logInToApp(site, app, email);
}

async function logInAll(page: Page) {
  const [teacher, student, phone] = [
    appOf(page, "Teacher"),
    appOf(page, "Student"),
    appOf(page, "Student2"),
  ];
  await logIn(teacher, "teacher@halaqa.test");
  await logIn(student, "student@halaqa.test");
  await logIn(phone, "student2@halaqa.test");
  return { teacher, student, phone };
}

async function share(shown: Shown, typed: string): Promise<void> {
  await shown.getByRole("button", { name: /^Share (a passage|something else)$/ }).click();
  const field = shown.getByRole("dialog").getByRole("combobox", { name: "Passage" });
  await field.fill(typed);
  await field.press("Enter");
}

test("a class reads together in Zoom after everyone has logged in once", async ({ page }) => {
  await openClients(page);
  const guest = appOf(page, "Zaid");
  await expect(guest.getByRole("heading", { name: "We can't tell who you are" })).toBeVisible();
  await expect(guest.getByLabel("Email address")).toHaveCount(0);
  const { teacher, student, phone } = await logInAll(page);

  await test.step("students have none of the host's controls", async () => {
    for (const app of [student, phone]) {
      await expect(app.getByText("Nothing shared yet")).toBeVisible();
      await expect(app.getByRole("button", { name: /^Invite/ })).toHaveCount(0);
      await expect(app.getByRole("button", { name: "Share a passage" })).toHaveCount(0);
      await expect(app.getByRole("combobox", { name: "Passage" })).toHaveCount(0);
    }
    await expect(teacher.getByRole("button", { name: /^Invite everyone/ })).toBeVisible();
  });

  await test.step("they follow what the teacher shares", async () => {
    await share(teacher, "112");
    for (const app of [teacher, student, phone]) {
      await expect(findCurrentVerse(app)).toHaveAttribute("data-verse", "112:1");
    }
    await teacher.getByRole("button", { name: "Next verse" }).click();
    await findWord(teacher, "112:2", 1).click();
    for (const app of [student, phone]) {
      await expect(findCurrentVerse(app)).toHaveAttribute("data-verse", "112:2");
      await expect(findWord(app, "112:2", 1)).toHaveAttribute("data-pointed", "");
      await expect(app.getByRole("button", { name: "Next verse" })).toHaveCount(0);
    }
  });

  await test.step("private notes reach the account", async () => {
    await phone.getByRole("button", { name: "My notes on 112:2" }).first().click();
    const dialog = phone.getByRole("dialog");
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith("/api/study/sync") && answer.ok(),
    );
    await dialog.getByRole("button", { name: "Bookmark" }).click();
    await saved;
    await expect(dialog.getByText("Not saved yet")).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: "Send to a class" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  await test.step("the teacher marks the recitation of the student who raised a hand", async () => {
    await phone.getByRole("button", { name: "Raise hand" }).click();
    await teacher.getByRole("button", { name: /^Class/ }).click();
    await teacher.getByRole("button", { name: /^Start recitation: / }).click();
    await teacher.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await teacher.getByRole("button", { name: "Mark mistakes" }).click();
    await findWord(teacher, "112:2", 2).click();
    const saved = page.waitForResponse(
      (answer) => answer.url().includes("/api/recitations/") && answer.status() === 201,
    );
    await teacher.getByRole("button", { name: "Finish", exact: true }).click();
    await saved;
  });

  await test.step("nothing mentions plans or prices, in both themes", async () => {
    for (const app of [guest, teacher, student, phone]) {
      await expect(app.getByText(/premium|price|upgrade|\$/i)).toHaveCount(0);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
  });

  await test.step("the app is shown in the language of the account", async () => {
    const headers = { origin: site.url };
    const data = { email: "student2@halaqa.test", password: "halaqa-demo" };
    await page.request.post(`${site.url}/api/auth/login`, { data, headers });
    const answer = await page.request.post(`${site.url}/api/auth/refresh`, { data: {}, headers });
    const authorization = `Bearer ${(await answer.json()).data.accessToken}`;
    const saved = await page.request.patch(`${site.url}/api/users/me/language`, {
      data: { language: "ar" },
      headers: { ...headers, authorization },
    });
    expect(saved.ok()).toBe(true);
    await page.reload();
    await expect(phone.locator("html[lang=ar][dir=rtl]")).toHaveCount(1);
    await expect(findCurrentVerse(phone)).toHaveAttribute("data-verse", "112:2");
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText("الإخلاص 1–4");
    await expect(student.locator("html[lang=en]")).toHaveCount(1);
    const hasFont = () =>
      phone
        .locator("html")
        .evaluate(() =>
          [...document.fonts].some(
            ({ family, status }) => /Vazirmatn/.test(family) && status === "loaded",
          ),
        );
    await expect.poll(hasFont).toBe(true);
    const panel = await page.locator('iframe[title="Halaqa for Student2"]').elementHandle();
    const frame = await panel?.contentFrame();
    if (!frame) throw new Error("The panel has no frame");
    await expectNoOverflow(frame);
    await expectMirrored(frame);
    await expectAccessibleInLanguage(frame);
  });
});
