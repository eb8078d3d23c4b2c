/**
 * A teacher who reads Arabic and a student who reads French go through a course together. Every
 * screen and every email that each of them sees is in their own language.
 */
import type { Page } from "@playwright/test";
import type { Language } from "#lib/languages.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import { expectNoOverflow } from "../support/checks.ts";
import { expectMailsIn, expectScreenIn } from "../support/own-language.ts";
import { newAddress, password } from "../support/people.ts";
import { readCode, type Site } from "../support/site.ts";
import { expect, test } from "../support/translated-site.ts";

const texts = {
  accounts: getTexts("accounts"),
  profiles: getTexts("profiles"),
  courseForm: getTexts("courseForm"),
  paymentGate: getTexts("paymentGate"),
  enrollments: getTexts("enrollments"),
  learning: getTexts("learning"),
  meetingsPage: getTexts("meetingsPage"),
};

/** Someone with a browser, who sees the site in one language. */
interface Person {
  page: Page;
  language: Language;
  email: string;
}

const read = (language: Language, look: (all: typeof texts) => string): string =>
  runWithLanguage(language, () => look(texts));

const press = ({ page, language }: Person, look: (all: typeof texts) => string): Promise<void> =>
  page
    .getByRole("main")
    .getByRole("button", { name: read(language, look), exact: true })
    .click();

/** Opens a page and waits for its scripts, because buttons and the Enter key need them. */
async function open({ page, language }: Person, path: string): Promise<void> {
  await page.goto(`/${language}${path}`);
  await expect(page.locator('astro-island[ssr][client="load"]')).toHaveCount(0);
}

/** The current screen, at the width of a phone. */
async function check({ page, language }: Person): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expectScreenIn(page, language);
  await expectNoOverflow(page);
}

/** Signs up and chooses a role. Ends on the dashboard. */
async function join(
  site: Site,
  person: Person,
  name: string,
  role: "teacher" | "student",
  country: string,
): Promise<void> {
  const { page, language, email } = person;
  await open(person, "/signup");
  await check(person);
  const main = page.getByRole("main");
  await main.locator("[name=name]").fill(name);
  await main.locator("[name=email]").fill(email);
  await main.locator("[name=password]").fill(password);
  await press(person, ({ accounts }) => accounts("server.signUp.submit"));
  await expect(page).toHaveURL(`/${language}/verify-otp`);
  await check(person);
  await main.locator("[name=code]").fill(await readCode(site, email));
  await page.waitForURL(`/${language}/role-selection`);
  await check(person);
  await press(person, ({ profiles }) => profiles(`${role}.title`));
  await page.waitForURL(`/${language}/register-${role}`);
  await main.locator("[name=password]").fill(password);
  await main.locator("[name=country]").selectOption(country);
  if (role === "student") await main.locator("[name=age]").fill("27");
  await check(person);
  await press(person, ({ profiles }) => profiles("complete"));
  await page.waitForURL(`/${language}/dashboard`);
  await check(person);
}

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a teacher in Arabic and a student in French go through a course, each in their own language", async ({
  browser,
  translatedSite: site,
}) => {
  const start = async (language: Language, locale: string, timezoneId: string) => {
    const viewport = { width: 390, height: 844 };
    const baseURL = site.url;
    const context = await browser.newContext({ baseURL, locale, timezoneId, viewport });
    return { page: await context.newPage(), language, email: newAddress(language) };
  };
  const teacher = await start("ar", "ar-EG", "Africa/Cairo");
  const student = await start("fr", "fr-FR", "Europe/Paris");
  const title = "التجويد من الحرف الأول";

  await test.step("the teacher signs up and sets up the payment account", async () => {
    await join(site, teacher, "يوسف منصور", "teacher", "Egypt");
    await open(teacher, "/add-course");
    await check(teacher);
    await press(teacher, ({ paymentGate }) => paymentGate("account.none.action"));
    await teacher.page.waitForURL(/\/onboarding\//);
    await teacher.page.getByRole("button", { name: /complete/i }).click();
    await teacher.page.waitForURL((url) => url.href.startsWith(`${site.url}/ar/`));
    await check(teacher);
  });

  await test.step("the teacher publishes a course", async () => {
    const { page } = teacher;
    await open(teacher, "/add-course");
    const main = page.getByRole("main");
    await main.locator("[name=title]").fill(title);
    await main.locator("[name=description]").fill("مقطع قصير كل أسبوع، حرفًا حرفًا.");
    await main.locator("[name=price]").fill("20");
    await main.locator("[name=duration]").fill("8");
    await main.locator("[name=level]").selectOption("Beginner");
    await main.locator("[name=maxStudents]").fill("5");
    await main.locator("[name=startDate]").fill(daysFromNow(3));
    await main.locator("[name=endDate]").fill(daysFromNow(59));
    await main.locator("[name=status]").selectOption("published");
    await check(teacher);
    await press(teacher, ({ courseForm }) => courseForm("create.submit"));
    await page.waitForURL("/ar/dashboard");
    await expect(page.getByText(title).first()).toBeVisible();
    await check(teacher);
  });

  await test.step("the teacher connects the meeting account and schedules a meeting", async () => {
    const { page } = teacher;
    await open(teacher, "/dashboard/meetings");
    await check(teacher);
    await press(teacher, ({ meetingsPage }) => meetingsPage("connect", { service: "Zoom" }));
    await page.waitForURL(/\/oauth\/authorize/);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL("/ar/dashboard/meetings");
    await page.locator("[name=courseId]").selectOption({ label: title });
    await page.locator("[name=topic]").fill("مخارج الحروف");
    await page.locator("[name=startTime]").fill(`${daysFromNow(4)}T17:00`);
    await press(teacher, ({ meetingsPage }) => meetingsPage("create"));
    const created = read("ar", ({ meetingsPage }) => meetingsPage("created"));
    await expect(page.getByText(created)).toBeVisible();
    await check(teacher);
  });

  let course = "";
  await test.step("the student signs up, finds the course and pays", async () => {
    const { page } = student;
    await join(site, student, "Léa Moreau", "student", "France");
    await open(student, "/courses");
    await check(student);
    await page.getByRole("link", { name: title }).first().click();
    await page.waitForURL(/\/fr\/courses\/crs_/);
    course = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await check(student);
    await press(student, ({ enrollments }) => enrollments("pay"));
    await page.waitForURL(/\/checkout\/cs_/);
    await page.locator("[name=card]").fill("4242424242424242");
    await page.getByRole("button", { name: /Pay/ }).click();
    await page.waitForURL((url) => url.href.startsWith(`${site.url}/fr/courses/`));
    const enrolled = read("fr", ({ enrollments }) => enrollments("enrolled"));
    await expect(page.getByText(enrolled).first()).toBeVisible();
    await check(student);
  });

  await test.step("both see the enrollment on their pages", async () => {
    for (const path of [
      "/dashboard",
      `/dashboard/enrolled-courses/${course}`,
      "/dashboard/receipts",
    ]) {
      await open(student, path);
      await check(student);
    }
    await student.page.getByRole("main").getByRole("link", { name: title }).first().click();
    await student.page.waitForURL(/\/fr\/dashboard\/receipts\/./);
    await check(student);
    const own = ["?tab=personal", "?tab=students", "?tab=schedule", "?tab=settings", "/earnings"];
    for (const path of [...own, `/classes/${course}`]) {
      await open(teacher, `/dashboard${path}`);
      await check(teacher);
    }
    const ways = read("ar", ({ learning }) => learning("server.thisCourse"));
    const links = teacher.page.getByRole("navigation", { name: ways });
    await expect(links.locator("[aria-current=page]")).toHaveAttribute(
      "href",
      `/ar/dashboard/classes/${course}`,
    );
  });

  await test.step("the student writes, and the teacher reads it", async () => {
    for (const [person, text] of [
      [student, "À bientôt, professeur !"],
      [teacher, "وعليكم السلام، أهلًا بك."],
    ] as const) {
      await open(person, `/dashboard/messages/${course}`);
      const field = person.page.getByRole("main").getByRole("textbox").last();
      await field.fill(text);
      await field.press("Enter");
      await expect(person.page.getByText(text).last()).toBeVisible();
      await check(person);
    }
  });

  await test.step("the student leaves with a refund", async () => {
    const { page } = student;
    await open(student, `/dashboard/enrolled-courses/${course}`);
    const leave = read("fr", ({ learning }) => learning("leave.open"));
    await page.getByRole("main").getByRole("button", { name: leave, exact: true }).click();
    await check(student);
    const submit = read("fr", ({ learning }) => learning("leave.submit"));
    await page.getByRole("dialog").getByRole("button", { name: submit, exact: true }).click();
    await page.waitForURL(/\/fr\/dashboard/);
    await open(student, "/dashboard/receipts");
    await check(student);
    await open(teacher, "/dashboard/earnings");
    await check(teacher);
  });

  await test.step("every email is in the language of its recipient", async () => {
    await expectMailsIn(site, teacher.email, "ar", 3);
    await expectMailsIn(site, student.email, "fr", 4);
  });
});
