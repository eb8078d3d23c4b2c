/** The app in Zoom: the built page in the sandbox's clients, from the log-in to the shared verse. */
import { rm } from "node:fs/promises";
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { findLiveClients } from "../../../scripts/support/live-meeting.ts";
import { liveClassId } from "../../../src/server/demo/demo-shapes.ts";
import { copyDataDir } from "../../support/processes/ready.ts";
import { expectReadable } from "../support/checks.ts";
import { readCode, type Site, startSite } from "../support/site.ts";
import { expect, test } from "../support/watched.ts";

let site: Site;
let dataDir: string;

// Of its own, because the tests change the live class of the demo data.
test.beforeAll(async () => {
  dataDir = await copyDataDir(process.env.DEMO_DATA_DIR ?? "");
  site = await startSite({ SEED: "demo", DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "100" });
});
test.afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true });
});

/** The clients of the teacher, two students and a guest, in the meeting of the live class. */
async function openClients(page: Page): Promise<void> {
  // All clients fit, because dialogs in frames aren't scrolled into view.
  await page.setViewportSize({ width: 1440, height: 2_200 });
  const clients = await findLiveClients(site.sandboxUrl);
  await page.goto(`${clients}&as=guest&device=android&email=zaid@zoom.test`);
}

const appOf = (page: Page, name: string): FrameLocator =>
  page.frameLocator(`iframe[title="Halaqa for ${name}"]`);

/** Links the person's Zoom user with a code from the mailbox, unless an earlier test did. */
async function logIn(app: FrameLocator, email: string): Promise<void> {
  const field = app.getByLabel("Email address");
  const live = app.getByText("Live", { exact: true });
  await expect(field.or(live)).toBeVisible();
  if (await live.isVisible()) return;
  await field.fill(email);
  await app.getByRole("button", { name: "Send code" }).click();
  await expect(app.getByLabel("Code")).toBeVisible();
  await app.getByLabel("Code").fill(await readCode(site, email));
  await app.getByRole("button", { name: "Log in" }).click();
  await expect(live).toBeVisible();
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

/** Works for the page in the site and in the panel. */
type Shown = Pick<FrameLocator, "locator" | "getByRole">;

const current = (shown: Shown): Locator => shown.locator(".live-verse[aria-current]");
const word = (shown: Shown, key: string, position: number): Locator =>
  shown.locator(`[data-verse="${key}"] .verse-text [data-word="${position}"]`);

async function share(shown: Shown, typed: string): Promise<void> {
  await shown.locator(".live-dock").getByRole("button", { name: "Share a passage" }).click();
  const field = shown.getByRole("dialog").getByRole("combobox", { name: "Passage" });
  await field.fill(typed);
  await field.press("Enter");
}

test("a class reads together in Zoom after everybody has logged in once", async ({ page }) => {
  await openClients(page);
  const guest = appOf(page, "Zaid");
  await expect(guest.getByRole("heading", { name: /Zoom doesn.t say who you are/ })).toBeVisible();
  await expect(guest.getByLabel("Email address")).toHaveCount(0);
  const { teacher, student, phone } = await logInAll(page);

  await test.step("students have none of the host's controls", async () => {
    for (const app of [student, phone]) {
      await expect(app.getByText("Nothing is shared yet")).toBeVisible();
      await expect(app.getByRole("button", { name: /^Invite/ })).toHaveCount(0);
      await expect(app.getByRole("button", { name: "Share a passage" })).toHaveCount(0);
      await expect(app.getByRole("combobox", { name: "Passage" })).toHaveCount(0);
    }
    await expect(teacher.getByRole("button", { name: /^Invite everyone/ })).toBeVisible();
  });

  await test.step("they follow what the teacher shares", async () => {
    await share(teacher, "112");
    for (const app of [teacher, student, phone]) {
      await expect(current(app)).toHaveAttribute("data-verse", "112:1");
    }
    await teacher.getByRole("button", { name: "Next verse" }).click();
    await word(teacher, "112:2", 1).click();
    for (const app of [student, phone]) {
      await expect(current(app)).toHaveAttribute("data-verse", "112:2");
      await expect(word(app, "112:2", 1)).toHaveAttribute("data-pointed", "");
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
    await teacher.getByRole("button", { name: "Class", exact: true }).click();
    await teacher.getByRole("button", { name: /^Let .* recite$/ }).click();
    await teacher.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await teacher.getByRole("button", { name: "Mark mistakes" }).click();
    await word(teacher, "112:2", 2).click();
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
});

test("followers in Zoom see the verse and the word of a teacher who leads in the site", async ({
  browser,
  page,
}) => {
  await openClients(page);
  const { student, phone } = await logInAll(page);
  const context = await browser.newContext({ baseURL: site.url });
  const host = await context.newPage();
  const body = { email: "teacher@halaqa.test", password: "halaqa-demo" };
  await host.request.post("/api/auth/login", { data: body });
  await host.goto(`/classes/${liveClassId}/quran`);
  await expect(host.locator(".live-state")).toHaveText("Live");
  await share(host, "2:255-257");
  await host.getByRole("button", { name: "Next verse" }).click();
  await word(host, "2:256", 3).click();
  for (const app of [student, phone]) {
    await expect(current(app)).toHaveAttribute("data-verse", "2:256");
    await expect(current(app)).toBeInViewport();
    await expect(word(app, "2:256", 3)).toHaveAttribute("data-pointed", "");
    await expect(app.locator("[data-pointed]")).toHaveCount(1);
  }
  await context.close();
});
