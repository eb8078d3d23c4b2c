/** Searching courses by teacher, topic and common spellings, and courses for all levels. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFeaturedCourses } from "#server/courses/courses.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;

let app: TestApp;
let maryam: Person;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await createTestApp();
  maryam = await addTeacher(app.context, { name: "Maryam Siddiqui" });
  const listed = [
    { title: "Correct recitation", topics: ["Tajwid"] },
    { title: "Juz Amma by heart", topics: ["Hifdh"] },
    { title: "Reading the Qur'an", topics: ["Qaidah"] },
    { title: "Stories for kids", topics: ["Seerah"], level: "Advanced" },
    { title: "Evening circle", topics: ["Revision"], maxStudents: 1 },
  ] as const;
  for (const [index, { topics, ...course }] of listed.entries()) {
    const [day = "Sunday"] = days.slice(index);
    const { status, body } = await app.call("POST", "/api/courses", {
      token: maryam.token,
      body: courseInput({
        status: "published",
        schedule: [{ day, startTime: "09:00", endTime: "10:00" }],
        ...course,
        topics: [...topics],
      }),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    ids[course.title] = body.data._id;
  }
});
afterAll(() => app.close());

const titles = async (query: Record<string, string>): Promise<string[]> => {
  const { status, body } = await app.call("GET", `/api/courses?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.total).toBe(body.data.courses.length);
  return body.data.courses.map((course: { title: string }) => course.title);
};

describe("the search for courses", () => {
  it.each([
    ["tajweed", "Correct recitation"],
    ["التجويد", "Correct recitation"],
    ["hifz", "Juz Amma by heart"],
    ["Mémorisation", "Juz Amma by heart"],
    ["Koran", "Reading the Qur'an"],
    ["Corán", "Reading the Qur'an"],
    ["القُرآن", "Reading the Qur'an"],
    ["qaida", "Reading the Qur'an"],
    ["children", "Stories for kids"],
    ["sirah", "Stories for kids"],
    ["maryam evening", "Evening circle"],
    ["circle revision siddiqui", "Evening circle"],
  ])("for %s finds %s", async (search, title) => {
    expect(await titles({ search })).toEqual([title]);
  });

  it("finds all courses of a teacher by name, and under a new name at once", async () => {
    expect(await titles({ search: "maryam" })).toHaveLength(5);
    const own = eq(profiles.id, maryam.profileId);
    await app.context.db.update(profiles).set({ searchName: "hafsa omar" }).where(own);
    expect(await titles({ search: "maryam" })).toEqual([]);
    expect(await titles({ search: "hafsa" })).toHaveLength(5);
    await app.context.db.update(profiles).set({ searchName: "maryam siddiqui" }).where(own);
    expect(await titles({ search: "maryam" })).toHaveLength(5);
  });

  it("finds only courses that contain every word", async () => {
    expect(await titles({ search: "maryam nothing" })).toEqual([]);
  });
});

describe("categories", () => {
  it("contain courses whose topic has another spelling", async () => {
    expect(await titles({ category: "Tajweed" })).toEqual(["Correct recitation"]);
    expect(await titles({ category: "tajwid" })).toEqual(["Correct recitation"]);
    expect(await titles({ category: "Memorization" })).toEqual(["Juz Amma by heart"]);
    expect(await titles({ category: "sira" })).toEqual([]);
    expect(await titles({ category: "sirah" })).toEqual(["Stories for kids"]);
  });
});

describe("courses for all levels", () => {
  it("are found under every level, and are counted there", async () => {
    const { db } = app.context;
    const own = eq(courses.id, ids["Evening circle"] ?? "");
    await db.update(courses).set({ level: "All Levels" }).where(own);
    expect(await titles({ level: "Advanced" })).toEqual(["Evening circle", "Stories for kids"]);
    expect(await titles({ level: "Intermediate" })).toEqual(["Evening circle"]);
    await db.update(courses).set({ level: "Beginner" }).where(own);
    expect(await titles({ level: "Intermediate" })).toEqual([]);
  });
});

describe("featured courses", () => {
  const featured = async () =>
    (await listFeaturedCourses(app.context, 3)).map(({ title }) => title);
  const change = (title: string, values: Partial<typeof courses.$inferInsert>) =>
    app.context.db
      .update(courses)
      .set(values)
      .where(eq(courses.id, ids[title] ?? ""));

  it("are the highest rated ones, not the newest, and those that start soonest come before others", async () => {
    for (const title of Object.keys(ids)) {
      await change(title, { startDate: "2000-01-03", endDate: "2999-01-01" });
    }
    await change("Stories for kids", { ratingSum: 5, ratingCount: 5 });
    await change("Juz Amma by heart", { ratingSum: 48, ratingCount: 10 });
    await change("Correct recitation", { ratingSum: 5, ratingCount: 1 });
    expect(await featured()).toEqual(["Juz Amma by heart", "Correct recitation", "Evening circle"]);
    await change("Reading the Qur'an", { startDate: "2998-01-01" });
    expect(await featured()).toEqual([
      "Juz Amma by heart",
      "Correct recitation",
      "Reading the Qur'an",
    ]);
    await change("Correct recitation", { startDate: "2998-01-02", ratingSum: 45, ratingCount: 10 });
    expect((await featured())[0]).toBe("Correct recitation");
  });

  it("have seats left", async () => {
    await change("Evening circle", { ratingSum: 50, ratingCount: 10 });
    expect(await featured()).toContain("Evening circle");
    await addEnrollment(app.context, await addStudent(app.context), ids["Evening circle"] ?? "");
    expect(await featured()).not.toContain("Evening circle");
  });
});

describe("text typed on other keyboards", () => {
  const arabic = "دورة مكثفة في حفظ جزء عمّ ٣٠";
  const urdu = "بچوں کی ابتدائی کلاس";
  beforeAll(async () => {
    const teacher = await addTeacher(app.context);
    await addCourse(app.context, teacher, { title: arabic });
    await addCourse(app.context, teacher, { title: urdu, topics: ["ہجے"] });
  });

  it.each([
    ["an Arabic title with an Urdu keyboard", "دورہ مکثفہ فی", arabic],
    ["an Arabic title with Urdu digits", "عم ۳۰", arabic],
    ["an Arabic title with Latin digits", "جزء 30", arabic],
    ["an Urdu title with an Arabic keyboard", "كي ابتدائي كلاس", urdu],
    ["an Urdu topic with an Arabic keyboard", "هجي", urdu],
  ])("is found: %s", async (_, search, title) => {
    expect(await titles({ search })).toEqual([title]);
  });
});
