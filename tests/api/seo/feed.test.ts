import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, it } from "vitest";
import { languages } from "#lib/languages.ts";
import { writeFeed } from "#server/seo/feed.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addTeacher, type Person } from "../../support/people.ts";

const origin = "https://halaqa.example";
let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp({ env: { APP_URL: origin } });
  teacher = await addTeacher(app.context);
});
afterAll(() => app.close());

/** Parses the feed as a feed reader does. Invalid XML throws. */
async function readItems() {
  const { window } = new JSDOM("");
  const document = new window.DOMParser().parseFromString(
    await writeFeed(app.context),
    "application/xml",
  );
  expect(document.querySelector("parsererror")?.textContent).toBeUndefined();
  return [...document.querySelectorAll("item")].map((item) => ({
    title: item.querySelector("title")?.textContent,
    link: item.querySelector("link")?.textContent,
    guid: item.querySelector("guid")?.textContent,
    description: item.querySelector("description")?.textContent,
    date: new Date(item.querySelector("pubDate")?.textContent ?? ""),
  }));
}

it("the feed lists new published courses, with all user content as plain text", async () => {
  const title = `Reading & reciting <b>slowly</b> ]]> \u0007"again"`;
  const id = await addCourse(app.context, teacher, { title });
  await addCourse(app.context, teacher, { title: "Not yet", status: "draft" });
  const items = await readItems();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    title: title.replace("\u0007", ""),
    link: `${origin}/courses/${id}`,
    guid: `${origin}/courses/${id}`,
    description: expect.stringContaining("With Yusuf Mansour. We begin"),
  });
  expect(items[0]?.date.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

it("the feed starts with the newest course", async () => {
  const newest = await addCourse(app.context, teacher, { title: "The newest" });
  expect((await readItems())[0]?.link).toBe(`${origin}/courses/${newest}`);
});

it.each(languages)(
  "the feed in %s names its language and leads to pages in it",
  async (language) => {
    const { window } = new JSDOM("");
    const document = new window.DOMParser().parseFromString(
      await runWithLanguage(language, () => writeFeed(app.context)),
      "application/xml",
    );
    expect(document.querySelector("channel > language")?.textContent).toBe(language);
    const prefix = language === "en" ? "" : `/${language}`;
    for (const link of document.querySelectorAll("item > link")) {
      expect(link.textContent).toMatch(new RegExp(`^${origin}${prefix}/courses/crs_`));
    }
    const [title, description] = ["title", "description"].map(
      (name) => document.querySelector(`channel > ${name}`)?.textContent ?? "",
    );
    const isEnglish = language === "en";
    expect(title === "New courses on Halaqa").toBe(isEnglish);
    expect(description?.startsWith("Learn Quran online")).toBe(isEnglish);
  },
);
