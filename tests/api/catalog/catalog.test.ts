import { and, count, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CourseListQuery } from "#lib/catalog/course-filters.ts";
import { readGroups, sumUpCounts } from "#server/catalog/facet-counts.ts";
import { browseCourses, type CourseOptions } from "#server/courses/courses.ts";
import { courseKindCounts, courseListings } from "#server/db/tables/course-listings.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

let app: TestApp;
const ids: Record<string, string> = {};
let woman: Person;
beforeAll(async () => {
  app = await createTestApp();
  woman = await addTeacher(app.context, { gender: "female" });
  const man = await addTeacher(app.context, { gender: "male" });
  const quiet = await addTeacher(app.context, { gender: "prefer_not_to_say" });
  const listed = [
    [woman, { title: "Free", price: 0, topics: ["Tajweed"], maxStudents: 1 }],
    [woman, { title: "Cheap", level: "Advanced", topics: ["tajweed", "Tafsir"], price: 39 }],
    [man, { title: "Reduced", price: 90, hasDiscount: true, discountPrice: 40, language: "urdu" }],
    [man, { title: "Dear", price: 80, topics: ["Makharij"], language: "Urdu" }],
    [quiet, { title: "Half", price: 0.5, topics: ["Memorization"], language: null }],
    [woman, { title: "Draft", status: "draft", price: 0 }],
  ] as const;
  for (const [index, [teacher, course]] of listed.entries()) {
    const [day = "Sunday"] = days.slice(index);
    // Prices are set in the database, because selling requires a payment account.
    const free = { ...course, price: 0, hasDiscount: false, discountPrice: null };
    const { status, body } = await app.call("POST", "/api/courses", {
      token: teacher.token,
      body: courseInput({
        status: "published",
        schedule: [{ day, startTime: "09:00", endTime: "10:00" }],
        ...free,
        topics: [...("topics" in course ? course.topics : ["Tajweed"])],
      }),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    ids[course.title] = body.data._id;
    await app.context.db
      .update(courses)
      .set({
        priceCents: course.price * 100,
        hasDiscount: "hasDiscount" in course,
        discountPriceCents: "discountPrice" in course ? course.discountPrice * 100 : null,
      })
      .where(eq(courses.id, body.data._id));
  }
});
afterAll(() => app.close());

const browse = (query: CourseListQuery = {}) => browseCourses(app.context, undefined, query);
const titles = async (query: string): Promise<string[]> => {
  const { status, body } = await app.call("GET", `/api/courses?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.total).toBe(body.data.courses.length);
  return body.data.courses.map((course: { title: string }) => course.title).reverse();
};
const counts = (options: CourseOptions, facet: keyof CourseOptions) =>
  Object.fromEntries(options[facet].options.map(({ value, count }) => [value, count]));

describe("the course list", () => {
  it.each([
    ["price=free", ["Free"]],
    ["price=under-40", ["Cheap", "Half"]],
    ["price=40-to-79", ["Reduced"]],
    ["price=from-80", ["Dear"]],
    ["gender=female", ["Free", "Cheap"]],
    ["gender=male", ["Reduced", "Dear"]],
    ["language=URDU", ["Reduced", "Dear"]],
    ["language=Klingon", []],
    ["seats=free", ["Free", "Cheap", "Reduced", "Dear", "Half"]],
    ["category=Makharij", ["Dear"]],
    ["category=TAFSIR&gender=female&price=under-40&level=Advanced&language=english", ["Cheap"]],
    ["search=e&gender=female&seats=free", ["Free", "Cheap"]],
    ["price=&gender=&language=&seats=", ["Free", "Cheap", "Reduced", "Dear", "Half"]],
  ])("filtered by %s shows %j", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each(["price=cheap", "gender=other", "seats=2", `language=${"x".repeat(61)}`])(
    "filtered by %s is rejected with 400, and the error names the field",
    async (query) => {
      const { status, body } = await app.call("GET", `/api/courses?${query}`);
      expect(status).toBe(400);
      expect(body.errors[0].field).toBe(query.split("=")[0]);
    },
  );
});

describe("the order by price", () => {
  it.each([
    ["sort=price-asc", ["Free", "Half", "Cheap", "Reduced", "Dear"]],
    ["sort=price-desc", ["Dear", "Reduced", "Cheap", "Half", "Free"]],
    ["sort=price-desc&gender=male", ["Dear", "Reduced"]],
  ])("uses the discounted price: %s", async (query, expected) => {
    expect((await titles(query)).reverse()).toEqual(expected);
  });
});

describe("courses in the reader's language", () => {
  const page = async (number: string, limit: string) => {
    const query = { page: number, limit };
    const { courses: found } = await browseCourses(app.context, undefined, query, "ur");
    return found.map(({ title }) => title);
  };

  it("come first, and both parts keep their order", async () => {
    expect(await page("1", "50")).toEqual(["Dear", "Reduced", "Half", "Cheap", "Free"]);
  });

  it("continue with the others on the same page, and nothing is missing or repeated", async () => {
    expect(await page("1", "3")).toEqual(["Dear", "Reduced", "Half"]);
    expect(await page("2", "3")).toEqual(["Cheap", "Free"]);
    expect(await page("3", "1")).toEqual(["Half"]);
  });

  it("are found by any name of the language, and have its code", async () => {
    expect(await titles("language=اردو")).toEqual(["Reduced", "Dear"]);
    const { body } = await app.call("GET", `/api/courses/${ids.Reduced}`);
    expect(body.data).toMatchObject({ language: "urdu", languageCode: "ur" });
  });
});

describe("the facet counts", () => {
  it("show the number of courses for each option", async () => {
    const { options, total } = await browse();
    expect(total).toBe(5);
    expect(counts(options, "level")).toEqual({ Beginner: 4, Intermediate: 0, Advanced: 1 });
    expect(counts(options, "category")).toMatchObject({ Tajweed: 3, Memorization: 1, Tafsir: 1 });
    expect(counts(options, "price")).toEqual({
      free: 1,
      "under-40": 2,
      "40-to-79": 1,
      "from-80": 1,
    });
    expect(counts(options, "gender")).toEqual({ female: 2, male: 2 });
    expect(counts(options, "seats")).toEqual({ free: 5 });
    const languages = counts(options, "language");
    expect(Object.values(languages)).toEqual([2, 2]);
    expect(Object.keys(languages)[0]).toBe("English");
  });

  it("apply the other filters but not their own", async () => {
    const { options, total } = await browse({ gender: "female", price: "free" });
    expect(total).toBe(1);
    expect(counts(options, "gender")).toEqual({ female: 1, male: 0 });
    expect(counts(options, "price")).toMatchObject({ free: 1, "under-40": 1, "from-80": 0 });
    expect(options.price.any).toBe(2);
  });

  it("count search results, and include a requested language that has none", async () => {
    const { options, total } = await browse({ search: "DEAR", language: "French" });
    expect(total).toBe(0);
    expect(Object.keys(counts(options, "language"))).toEqual(["French", "Urdu"]);
    expect(counts(options, "price")).toMatchObject({ "from-80": 0 });
  });

  it("take two queries, one when nothing is found, and one more for a new search", async () => {
    const asked = (query: CourseListQuery) => countQueries(app.database, () => browse(query));
    expect(await asked({})).toBe(2);
    expect(await asked({ search: "re", level: "Beginner", sort: "popularity" })).toBe(3);
    expect(await asked({ search: "RE", gender: "female" })).toBe(2);
    expect(await asked({ gender: "male", price: "free" })).toBe(1);
  });

  it("are shown with the last page when a later page is requested", async () => {
    const { page, pages, courses: shown } = await browse({ limit: "2", page: "40" });
    expect({ page, pages }).toEqual({ page: 3, pages: 3 });
    expect(shown).toHaveLength(1);
  });
});

describe("the stored course listings", () => {
  /** Compares the stored counts with the actual number of courses. */
  async function expectExact() {
    const { db } = app.context;
    const kept = await readGroups(db, undefined);
    const counted = await readGroups(db, sql`true`);
    const inOrder = (kinds: typeof kept) =>
      kinds.map(({ kind, count }) => `${kind}: ${count}`).sort();
    expect(inOrder(kept)).toEqual(inOrder(counted));
    const [listed] = await db.select({ listed: count() }).from(courseListings);
    const [published] = await db
      .select({ published: count() })
      .from(courses)
      .where(and(eq(courses.status, "published"), eq(courses.isOver, false)));
    expect(listed?.listed).toBe(published?.published);
  }
  const change = async (title: string, body: object) => {
    const path = `/api/courses/${ids[title]}`;
    const answer = await app.call("PUT", path, { token: woman.token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  it("are updated when a course is changed, archived and published again", async () => {
    await change("Free", { level: "Intermediate", title: "Renamed" });
    expect(await titles("level=Intermediate&search=renamed")).toEqual(["Renamed"]);
    await expectExact();
    await change("Free", { status: "archived" });
    expect(await titles("level=Intermediate")).toEqual([]);
    await expectExact();
    await change("Free", { status: "published", level: "Beginner", title: "Free" });
    expect(await titles("level=Beginner&price=free")).toEqual(["Free"]);
    await expectExact();
  });

  it("are counted again for a search as soon as a title or topic changes", async () => {
    const { db } = app.context;
    const found = async (query: CourseListQuery) => (await browse(query)).total;
    expect(await found({ search: "seldom" })).toBe(0);
    await change("Cheap", { title: "Seldom" });
    expect(await found({ search: "seldom" })).toBe(1);
    await change("Cheap", { title: "Cheap" });
    expect(await found({ search: "seldom" })).toBe(0);
    expect(await found({ category: "Poetry" })).toBe(0);
    const own = eq(courses.id, ids.Cheap ?? "");
    await db
      .update(courses)
      .set({ searchTopics: ["tajweed", "tafsir", "poetry"] })
      .where(own);
    expect(await found({ category: "Poetry" })).toBe(1);
    await db
      .update(courses)
      .set({ searchTopics: ["tajweed", "tafsir"] })
      .where(own);
    expect(await found({ category: "Poetry" })).toBe(0);
    await sumUpCounts(app.context);
    expect(await found({ category: "Poetry" })).toBe(0);
    await expectExact();
  });

  it("accept the longest title that the forms allow", async () => {
    const title = "\u{fdfa}\u{fdfb}\u{1f54c}\u{337f}".repeat(30);
    await change("Cheap", { title, language: "\u{1f54c}".repeat(60) });
    expect(await titles(`search=${encodeURIComponent("صلى الله عليه وسلم")}`)).toEqual([title]);
    await change("Cheap", { title: "Cheap", language: "English" });
    await expectExact();
  });

  it("count held and taken seats, but not freed ones", async () => {
    const { db } = app.context;
    const id = ids.Free ?? "";
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, id);
    const seat = and(eq(enrollments.courseId, id), eq(enrollments.studentId, student.profileId));
    expect(await titles("seats=free&price=free")).toEqual([]);
    await expectExact();
    await db.update(enrollments).set({ status: "held", holdExpiresAt: new Date() }).where(seat);
    expect(await titles("seats=free&price=free")).toEqual([]);
    const read = async () => (await app.call("GET", `/api/courses/${id}`)).body.data;
    expect(await read()).toMatchObject({ enrolledCount: 0, isFull: true });
    await db.update(enrollments).set({ status: "expired" }).where(seat);
    expect(await titles("seats=free&price=free")).toEqual(["Free"]);
    expect(await read()).toMatchObject({ enrolledCount: 0, isFull: false });
    await expectExact();
  });

  it("are updated when the teacher's gender changes", async () => {
    const { db } = app.context;
    const own = eq(profiles.id, woman.profileId);
    await db.update(profiles).set({ gender: "other" }).where(own);
    expect(await titles("gender=female")).toEqual([]);
    await expectExact();
    await db.update(profiles).set({ gender: "female" }).where(own);
    expect(await titles("gender=female")).toEqual(["Free", "Cheap"]);
  });

  it("stay exact when changes from two processes are summed up and courses are deleted", async () => {
    const { db } = app.context;
    await Promise.all([sumUpCounts(app.context), sumUpCounts(app.context)]);
    await expectExact();
    const rows = await db.select().from(courseKindCounts);
    expect(rows).toHaveLength((await readGroups(db, undefined)).length);
    const id = ids.Free ?? "";
    await db.delete(enrollments).where(eq(enrollments.courseId, id));
    await db.delete(courses).where(eq(courses.id, id));
    expect(await titles("price=free")).toEqual([]);
    await expectExact();
  });
});
