/** Two people message each other: live, after a disconnection, on the page and in the panel. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";

const say = async (page: Page, text: string) => {
  await page.getByRole("textbox", { name: /^Message to/ }).fill(text);
  await page.keyboard.press("Enter");
};

test("a teacher and a student can write to each other", async ({ browser, logIn, site }) => {
  const newPage = async () => (await browser.newContext({ baseURL: site.url })).newPage();
  const [student, teacher] = [await newPage(), await newPage()];
  await logIn("student", student);
  await logIn("teacher", teacher);

  await test.step("the student opens the messages page", async () => {
    await student.goto("/dashboard/messages");
    await expect(student.getByRole("searchbox")).toBeVisible();
    await expect(student.getByRole("button", { name: /^Test chat/ })).toHaveCount(0);
    await expectAccessible(student);
    await student.setViewportSize({ width: 390, height: 800 });
    await expectNoOverflow(student);
    await student.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("both open the conversation, and messages arrive live", async () => {
    const greeting = teacher.getByText(/Welcome back/);
    await expect(greeting).toBeVisible();
    const name = /Welcome back, (\S+)!/.exec((await greeting.textContent()) ?? "")?.[1];
    expect(name).toBeTruthy();
    await student
      .getByRole("button", { name: new RegExp(`${name}.*Teacher`) })
      .first()
      .click();
    await say(student, "As-salamu alaykum, which page is for tomorrow?");
    await expect(student.getByText("Sent", { exact: true })).toBeVisible();
    await teacher.goto("/dashboard/messages");
    await teacher.getByRole("link", { name: /which page is for tomorrow/ }).click();
    await expect(student.getByText("Read", { exact: true })).toBeVisible();
    await say(teacher, "Wa alaykumu s-salam. Page 604, from the top.");
    await expect(student.getByRole("log").getByText("Page 604, from the top.")).toBeVisible();
    await expectAccessible(student);
  });

  await test.step("the newest message of a long conversation is in view", async () => {
    const log = student.getByRole("log");
    const homework = Array.from({ length: 40 }, (_, index) => `Line ${index + 1}`);
    await say(student, homework.join("\n"));
    await say(student, "That is my homework");
    await expect(log.getByText("That is my homework")).toBeInViewport();
    await student.reload();
    await expect(log.getByText("That is my homework")).toBeInViewport();
    await log.getByText(/which page is for tomorrow/).scrollIntoViewIfNeeded();
    await expect(log.getByText("That is my homework")).not.toBeInViewport();
    await student.getByRole("button", { name: /newest|latest/i }).click();
    await expect(log.getByText("That is my homework")).toBeInViewport();
  });

  await test.step("messages sent during a disconnection appear once afterward", async () => {
    const log = student.getByRole("log");
    const place = await log.boundingBox();
    await student.context().setOffline(true);
    await say(student, "I am offline for a moment");
    await expect(student.getByText("You're offline. New messages will appear")).toBeVisible();
    expect(await log.boundingBox(), "the note moves nothing").toEqual(place);
    await say(teacher, "First during the break");
    await say(teacher, "Second during the break");
    await student.context().setOffline(false);
    await expect(log.getByText("Second during the break")).toHaveCount(1, { timeout: 40_000 });
    await expect(log.getByText("First during the break")).toHaveCount(1);
    await expect(teacher.getByRole("log").getByText("I am offline for a moment")).toHaveCount(1);
  });

  await test.step("the panel opens over any page on the first click and loads no script before that", async () => {
    const scripts: string[] = [];
    student.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await student.goto("/about");
    await student.waitForLoadState("networkidle");
    expect(scripts).toEqual([]);
    const link = student.getByRole("banner").getByRole("link", { name: "Messages" });
    await link.click();
    const panel = student.getByRole("region", { name: "Messages" });
    await panel.getByRole("button", { name: /Second during the break|I am offline/ }).click();
    await expect(panel.getByText("Page 604, from the top.")).toBeVisible();
    await expectAccessible(student);
    await panel.getByRole("button", { name: "Back" }).click();
    await expect(panel.getByRole("searchbox")).toBeVisible();
    await student.setViewportSize({ width: 390, height: 800 });
    await expectNoOverflow(student);
    await student.setViewportSize({ width: 1280, height: 800 });
    await student.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(link).toBeFocused();
    await link.click();
  });

  await test.step("the test chat replies after a second", async () => {
    await student.goto("/dashboard/messages?conversation=practice");
    await expect(student.getByText("Test chat. No one reads these messages.")).toBeVisible();
    await say(student, "   ");
    await say(student, "Bismillah");
    const log = student.getByRole("log");
    await expect(log.getByText(/This is a test chat/)).toBeVisible();
  });

  await student.context().close();
  await teacher.context().close();
});
