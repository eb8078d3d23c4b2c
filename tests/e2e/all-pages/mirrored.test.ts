/**
 * Screens in Arabic are the mirror images of those written from left to right, accessible, and no
 * wider than a phone. Some screens are checked in the other languages as well.
 */
import type { APIRequestContext, Page } from "@playwright/test";
import { addLanguagePrefix, type Language, languageFacts } from "#lib/languages.ts";
import { expectAccessibleInLanguage, expectMirrored, expectNoOverflow } from "../support/checks.ts";
import { type DemoPerson, expect, test } from "../support/demo.ts";
import { expectHydrated } from "../support/hydrated.ts";

test.use({ viewport: { width: 390, height: 844 } });

async function open(page: Page, path: string, language: Language): Promise<void> {
  await page.goto(addLanguagePrefix(path, language));
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expectHydrated(page);
  await page.evaluate(() => document.fonts.ready);
}

async function expectGoodInArabic(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, path, "ar");
    await expectNoOverflow(page);
    await expectAccessibleInLanguage(page);
    await expectMirrored(page);
  }
}

async function listDetails(request: APIRequestContext): Promise<string[]> {
  const { courses } = (await (await request.get("/api/courses?limit=1")).json()).data;
  const [{ _id: id, teacherId }] = courses;
  return [`/courses/${id}`, `/teachers/${teacherId._id}`];
}

test("public pages are mirrored in Arabic", async ({ page, request }) => {
  const lists = ["/", "/courses", "/teachers", "/students", "/quran", "/quran/112", "/quran/plans"];
  const texts = [
    "/about",
    "/support",
    "/contact",
    "/become-a-teacher",
    "/terms-of-use",
    "/nowhere",
  ];
  const forms = ["/login", "/signup", "/newsletter", "/courses/x/y"];
  await expectGoodInArabic(page, [...lists, ...texts, ...forms, ...(await listDetails(request))]);
});

const own: Record<"teacher" | "student", string[]> = {
  teacher: [
    ...["", "?tab=courses", "?tab=students", "?tab=schedule"].map((tab) => `/dashboard${tab}`),
    ...["/dashboard/meetings", "/dashboard/earnings", "/add-course"],
  ],
  student: [
    ...["", "?tab=personal", "?tab=courses", "?tab=settings"].map((tab) => `/dashboard${tab}`),
    ...["/dashboard/messages", "/dashboard/progress", "/dashboard/receipts", "/quran/study"],
  ],
};

for (const person of ["teacher", "student"] satisfies DemoPerson[]) {
  test(`pages for a ${person} are mirrored in Arabic`, async ({ page, logIn }) => {
    await logIn(person);
    await expectGoodInArabic(page, own[person]);
  });
}

test("a line in Latin letters starts on the right of an Arabic page", async ({ page, request }) => {
  const [course = ""] = await listDetails(request);
  await open(page, course, "ar");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(/^[A-Z]/);
  const { end, right } = await title.evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const lines = [...range.getClientRects()];
    return {
      end: Math.min(...lines.map((line) => line.right)),
      right: heading.getBoundingClientRect().right,
    };
  });
  expect(right - end).toBeLessThan(2);
});

test("pages in Urdu, French and Spanish fit on a phone, and those in Urdu are accessible", async ({
  page,
  request,
  logIn,
}) => {
  await logIn("student");
  const [course = ""] = await listDetails(request);
  for (const language of ["ur", "fr", "es"] satisfies Language[]) {
    for (const path of ["/", "/courses", course, "/quran/112", "/dashboard", "/terms-of-use"]) {
      await open(page, path, language);
      await expectNoOverflow(page);
      // French and Spanish have the letters and direction of English, only longer words.
      if (languageFacts[language].direction === "rtl") await expectAccessibleInLanguage(page);
    }
  }
});
