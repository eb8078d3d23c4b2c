/** A report, from the form to the appeal, and viewing the site as the person concerned. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { addCourse, addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";
import { joinWithProfile, newAddress, password } from "../support/people.ts";
import { readMail } from "../support/site.ts";
import { openConsole } from "./staff-people.ts";

const logIn = async (page: Page, email: string) => {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
};

test("a person is reported, suspended with a reason, appeals, and is reinstated by someone else", async ({
  browser,
  baseURL,
  page,
  site,
}) => {
  const reported = { email: newAddress("reported"), name: `Reported ${Date.now()}` };
  const reporter = newAddress("reporter");
  const profileId = await joinWithProfile(site, reported.email, {
    name: reported.name,
    role: "teacher",
  });
  await joinWithProfile(site, reporter, { name: "Careful Reporter", role: "student" });

  await test.step("a student reports a teacher", async () => {
    await logIn(page, reporter);
    await page.goto(`/teachers/${profileId}`);
    await page.getByRole("link", { name: "Report a concern" }).click();
    await expectAccessible(page);
    await page.getByLabel("What is it about?").selectOption("harassment");
    await page.getByLabel("What happened?").fill("Insulted me after a trial lesson.");
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByRole("heading", { name: "Thank you for telling us" })).toBeVisible();
  });

  const newStaff = async (account: string) => {
    const context = await browser.newContext({
      timezoneId: "Asia/Tokyo",
      ...(baseURL !== undefined && { baseURL }),
    });
    const staff = await context.newPage();
    await openConsole(staff, site, account);
    return staff;
  };
  const openCase = async (staff: Page) => {
    await staff.goto(`/staff/cases?view=all&search=${encodeURIComponent(reported.name)}`);
    await staff.getByRole("link", { name: reported.name }).first().click();
    await expect(staff.getByText("Insulted me after a trial lesson.")).toBeVisible();
  };
  const decide = async (staff: Page, outcome: string, reason: string) => {
    await staff.getByRole("radio", { name: outcome }).check();
    const until = staff.getByLabel("Suspended until");
    if (await until.isVisible()) await until.fill(`${new Date().getUTCFullYear() + 1}-12-31`);
    await staff.getByLabel("Reason", { exact: true }).fill(reason);
    await expectAccessible(staff);
    await staff.getByRole("button", { name: "Decide", exact: true }).click();
    const dialog = staff.getByRole("dialog");
    await dialog.getByRole("button", { name: "Decide", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(staff.getByText(reason).first()).toBeVisible();
  };

  const moderator = await newStaff("moderator");
  await test.step("a moderator suspends the teacher", async () => {
    await openCase(moderator);
    await decide(moderator, "Suspend the person", "Insults break our rules.");
    await moderator.setViewportSize({ width: 390, height: 800 });
    await expectNoOverflow(moderator);
    await moderator.context().close();
  });

  await test.step("the teacher reads the reason in an email and appeals", async () => {
    const mail = await readMail(site, reported.email, ({ subject }) =>
      subject.includes("is suspended"),
    );
    expect(mail.text).toContain("Insults break our rules.");
    expect(mail.text).not.toContain("Careful Reporter");
    const link = new URL(/http\S+\/cases\/appeal\?\S+/.exec(mail.text)?.[0] ?? "");
    await page.goto(link.pathname + link.search);
    await expect(page.getByText("Insults break our rules.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Your appeal").fill("We disagreed about a time, and I was polite.");
    await page.getByRole("button", { name: "Send appeal" }).click();
    await expect(page.getByRole("heading", { name: "We received your appeal" })).toBeVisible();
    const again = await page.goto(link.pathname + link.search);
    expect(again?.status()).toBe(410);
  });

  const owner = await newStaff("staff");
  await test.step("an owner grants the appeal", async () => {
    await openCase(owner);
    await expect(owner.getByText("We disagreed about a time").first()).toBeVisible();
    await decide(owner, "No action", "The messages were polite.");
    const mail = await readMail(site, reported.email, ({ subject }) => subject.includes("appeal"));
    expect(mail.text).toContain("The messages were polite.");
  });

  await test.step("the owner views the site as the person, who gets an email", async () => {
    await owner.goto(`/staff/people?search=${encodeURIComponent(reported.email)}`);
    await owner.getByRole("link", { name: reported.name }).click();
    await owner.getByRole("button", { name: "View as this person" }).click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Can't find the courses");
    await dialog.getByRole("button", { name: "Start viewing" }).click();
    const banner = owner.getByRole("complementary", { name: "View as another person" });
    await expect(banner).toContainText(`You're viewing the site as ${reported.name}`);
    // The person has another time zone than the owner, who reads when the view ends.
    await expect(banner).toContainText(/Ends at [\d:]+( [AP]M)?, Asia\/Tokyo \(GMT\+9\)/);
    await expect(owner.getByRole("heading", { name: /^Welcome back/, level: 1 })).toBeVisible();
    expect(await owner.locator("script").count()).toBe(0);
    await expectAccessible(owner);
    await owner.getByRole("link", { name: "Courses", exact: true }).last().click();
    await expect(banner).toBeVisible();
    await owner.setViewportSize({ width: 390, height: 800 });
    await expectNoOverflow(owner);
    await expect(banner).toBeInViewport();
    const settings = await owner.goto(`${new URL(owner.url()).pathname}?tab=settings`);
    expect(settings?.status()).toBe(403);
    await expect(
      owner.getByText("This page isn't shown while you view as someone else"),
    ).toBeVisible();
    await banner.getByRole("button", { name: "End view" }).click();
    await expect(owner.getByText("The view has ended")).toBeVisible();
    await owner.goto("/staff");
    await expect(banner).toBeHidden();
    const mail = await readMail(site, reported.email, ({ subject }) => subject.includes("viewed"));
    expect(mail.text).toContain("Can't find the courses");
    await owner.context().close();
  });
});

test("the link to appeal a hidden course says that nothing is left to appeal once staff show the course", async ({
  browser,
  page,
  site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { name: `Hidden ${Date.now()}` });
  const courseId = await addCourse(teacher, { price: 0 });
  await openConsole(page, site, "moderator");
  await page.goto(`/staff/courses/${courseId}`);
  const change = async (action: "Hide" | "Show", reason: string) => {
    await page.getByRole("button", { name: action, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: action, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  const reason = "The description leads to another site.";
  await change("Hide", reason);
  const mail = await readMail(site, teacher.email, ({ text }) => text.includes("/cases/appeal?"));
  const link = new URL(/http\S+\/cases\/appeal\?\S+/.exec(mail.text)?.[0] ?? "");
  const { page: appeal } = teacher;
  await appeal.goto(link.pathname + link.search);
  await expect(appeal.getByText(reason)).toBeVisible();
  await appeal.getByLabel("Your appeal").fill("I have removed the link.");
  await change("Show", "The link was removed.");

  const obsolete = appeal.getByRole("heading", { name: "This decision no longer applies" });
  await test.step("also for a form that was open before", async () => {
    await appeal.getByRole("button", { name: "Send appeal" }).click();
    await expect(obsolete).toBeVisible();
  });
  const again = await appeal.goto(link.pathname + link.search);
  expect(again?.status()).toBe(410);
  await expect(obsolete).toBeVisible();
  await expect(appeal.getByText("there is nothing to appeal")).toBeVisible();
  await expectAccessible(appeal);
  await appeal.setViewportSize({ width: 390, height: 800 });
  await expectNoOverflow(appeal);
  await appeal.context().close();
});
