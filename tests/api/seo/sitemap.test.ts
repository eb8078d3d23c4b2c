import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { courseInput } from "#server/demo/factories.ts";
import { writeRobots } from "#server/seo/robots.ts";
import { writeSitemap, writeSitemapPart } from "#server/seo/sitemap.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

const origin = "https://halaqa.example";
let app: TestApp;
let teacher: Person;
let published: string[];
let hidden: string[];
let student: Person;
beforeAll(async () => {
  app = await createTestApp({ env: { APP_URL: origin } });
  teacher = await addTeacher(app.context);
  student = await addStudent(app.context);
  published = [await addCourse(app.context, teacher), await addCourse(app.context, teacher)];
  hidden = [
    await addCourse(app.context, teacher, { status: "draft" }),
    await addCourse(app.context, teacher, { status: "archived" }),
  ];
});
afterAll(() => app.close());

const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);

describe("the sitemap", () => {
  it("lists pages, published courses and teachers under the public address", async () => {
    const found = addresses(await writeSitemap(app.context));
    expect(found).toContain(`${origin}/`);
    expect(found).toContain(`${origin}/about`);
    expect(found).toContain(`${origin}/teachers/${teacher.profileId}`);
    for (const id of published) expect(found).toContain(`${origin}/courses/${id}`);
    expect(new Set(found).size).toBe(found.length);
    expect(found.every((address) => address?.startsWith(`${origin}/`))).toBe(true);
  });

  it("leaves out drafts, archived courses, students, private pages and aliases", async () => {
    const xml = await writeSitemap(app.context);
    for (const id of [...hidden, student.profileId]) expect(xml).not.toContain(id);
    const paths = addresses(xml).map((address) => new URL(address ?? "").pathname);
    for (const path of ["/dashboard", "/aboutus", "/tutors", "/login"]) {
      expect(paths).not.toContain(path);
    }
  });

  it("lists every surah, verse, juz and page of the Quran, and the plans", async () => {
    const found = addresses(await writeSitemap(app.context)).filter((address) =>
      address?.startsWith(`${origin}/quran/`),
    );
    const plans = 1;
    expect(found).toHaveLength(114 + 6_236 + 30 + 604 + plans);
    for (const path of ["114", "2/286", "juz/30", "page/604", "plans"]) {
      expect(found).toContain(`${origin}/quran/${path}`);
    }
  });

  it("contains the time of each course's last change", async () => {
    const { token } = teacher;
    const body = courseInput({ status: "published" });
    const created = await app.call("POST", "/api/courses", { token, body });
    const path = `/courses/${created.body.data._id}`;
    const line = async () => (await writeSitemap(app.context)).split(`${path}</loc>`)[1];
    expect(await line()).toMatch(`<lastmod>${created.body.data.createdAt}</lastmod>`);
    const title = { title: "Renamed for the map" };
    const changed = await app.call("PUT", `/api${path}`, { token, body: title });
    expect(await line()).toMatch(`<lastmod>${changed.body.data.updatedAt}</lastmod>`);
    await app.call("DELETE", `/api${path}`, { token });
    expect(await line()).toBeUndefined();
  });

  it("becomes an index of files with the same entries once it is too large", async () => {
    const whole = addresses(await writeSitemap(app.context));
    const index = await writeSitemap(app.context, 1);
    expect(index).toContain("<sitemapindex");
    const names = addresses(index).map((address) => /\/([\w-]+)\.xml$/.exec(address ?? "")?.[1]);
    expect(names).toEqual(["pages", "quran", "courses-1", "courses-2", "teachers-1"]);
    const parts = await Promise.all(
      names.map((name = "") => writeSitemapPart(app.context, name, 1)),
    );
    expect(parts.flatMap((part = "") => addresses(part)).sort()).toEqual(whole.sort());
  });

  it.each(["courses-3", "courses-0", "students-1", "courses-", "courses-99999"])(
    "has no file %s",
    async (name) => {
      expect(await writeSitemapPart(app.context, name, 1)).toBeUndefined();
    },
  );
});

it("robots.txt names the sitemap by its absolute address and disallows everything but pages", () => {
  const lines = writeRobots(app.context).split("\n");
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(lines).toContain("Disallow: /api/");
  expect(lines).not.toContain("Disallow: /");
});
