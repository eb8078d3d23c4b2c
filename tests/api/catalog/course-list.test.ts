import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
  const listed: Partial<CreateCourseInput>[] = [
    { title: "Tajwīd for beginners", topics: ["TAJWEED", "Makharij"], maxStudents: 1 },
    { title: "أحكام التجويد", level: "Intermediate", topics: ["Tajweed"] },
    { title: "100% of Juz Amma", level: "Advanced", topics: ["Memorization"] },
    { title: "snake_case and back\\slash", topics: [] },
    { title: "A draft of Tajwid", status: "draft" },
  ];
  for (const [index, course] of listed.entries()) {
    const day = (["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const)[index];
    const answer = await app.call("POST", "/api/courses", {
      token: teacher.token,
      body: courseInput({
        status: "published",
        schedule: [{ day: day ?? "Monday", startTime: "09:00", endTime: "10:00" }],
        ...course,
      }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }
});
afterAll(() => app.close());

const titles = async (query: string): Promise<string[]> => {
  const { status, body } = await app.call("GET", `/api/courses?${query}`);
  expect(status).toBe(200);
  return body.data.courses.map((course: { title: string }) => course.title);
};

describe("GET /api/courses", () => {
  it("shows published courses to visitors, newest first, with totals", async () => {
    const { status, body } = await app.call("GET", "/api/courses");
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: "success" });
    expect(body.data).toMatchObject({ total: 4, page: 1, pages: 1 });
    expect(body.data.courses.map((c: { title: string }) => c.title)).toEqual([
      "snake_case and back\\slash",
      "100% of Juz Amma",
      "أحكام التجويد",
      "Tajwīd for beginners",
    ]);
  });

  it("finds titles regardless of case, accents and forms of Arabic letters", async () => {
    expect(await titles("search=TAJWĪD+Begïnners")).toEqual(["Tajwīd for beginners"]);
    expect(await titles(`search=${encodeURIComponent("احكام التَّجويد")}`)).toEqual([
      "أحكام التجويد",
    ]);
  });

  it("treats wildcards in a search as plain characters", async () => {
    expect(await titles("search=%25")).toEqual(["100% of Juz Amma"]);
    expect(await titles("search=_")).toEqual(["snake_case and back\\slash"]);
    expect(await titles(`search=${encodeURIComponent("\\")}`)).toEqual([
      "snake_case and back\\slash",
    ]);
    expect(await titles(`search=${encodeURIComponent("'; drop table courses; --")}`)).toEqual([]);
  });

  it("matches a category with the topics, however they are written", async () => {
    expect(await titles("category=Tajweed")).toEqual(["أحكام التجويد", "Tajwīd for beginners"]);
    expect(await titles("category=memorization")).toEqual(["100% of Juz Amma"]);
    expect(await titles("category=Tafsir")).toEqual([]);
  });

  it("filters by level, and shows all levels for 'all'", async () => {
    expect(await titles("level=Intermediate")).toEqual(["أحكام التجويد"]);
    expect(await titles("level=All+Levels&category=All+Categories")).toHaveLength(4);
    expect(await titles("level=&category=&search=&sort=")).toHaveLength(4);
  });

  it.each([
    "level=Expert",
    "sort=cheapest",
    "limit=0",
    "limit=101",
    "limit=ten",
    "page=0",
    "page=-1",
    "page=1e3",
    "page=99999999",
    "search=%00",
    "search=a&search=b",
    `search=${"x".repeat(201)}`,
  ])("rejects %s with 400 and names the field", async (query) => {
    const { status, body } = await app.call("GET", `/api/courses?${query}`);
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe(query.split("=")[0]);
  });

  it("is empty beyond the last page", async () => {
    const { status, body } = await app.call("GET", "/api/courses?page=1000000&limit=100");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ courses: [], total: 4, pages: 1 });
  });

  it("returns everything that course cards show", async () => {
    const { body } = await app.call("GET", "/api/courses?search=beginners");
    expect(body.data.courses[0]).toMatchObject({
      _id: expect.stringMatching(/^crs_/),
      imageUrl: [],
      level: "Beginner",
      price: 0,
      rating: 0,
      ratingCount: 0,
      status: "published",
      enrolledStudentIds: [],
      enrolledCount: 0,
      teacherId: { _id: teacher.profileId, name: "Yusuf Mansour" },
      schedule: [{ day: "Monday", startTime: "09:00", endTime: "10:00" }],
      startDate: courseInput().startDate,
      timeZone: "Africa/Cairo",
    });
  });
});

describe("pages of the list", () => {
  let paged: TestApp;
  beforeAll(async () => {
    paged = await createTestApp();
    const other = await addTeacher(paged.context);
    const { startDate, endDate } = courseInput();
    // All courses have the same time, price and rating, so that only the tie-breaker orders them.
    await paged.context.db.insert(courses).values(
      Array.from({ length: 25 }, (_, index) => ({
        teacherId: other.profileId,
        title: `Course ${index}`,
        searchTitle: `course ${index}`,
        searchTopics: [],
        description: "Equal",
        level: "Beginner" as const,
        priceCents: 0,
        duration: 1,
        startDate,
        endDate,
        maxStudents: 1,
        status: "published" as const,
        createdAt: new Date("2026-01-01T00:00:00Z"),
      })),
    );
  });
  afterAll(() => paged.close());

  it.each(["newest", "price-asc", "price-desc", "popularity"])(
    "show every course exactly once, sorted by %s",
    async (sort) => {
      const seen: string[] = [];
      for (const page of [1, 2, 3]) {
        const { body } = await paged.call("GET", `/api/courses?limit=9&page=${page}&sort=${sort}`);
        expect(body.data).toMatchObject({ total: 25, pages: 3, page });
        seen.push(...body.data.courses.map((course: { _id: string }) => course._id));
      }
      expect(new Set(seen).size).toBe(25);
      expect(seen).toHaveLength(25);
    },
  );

  it("need the same number of queries for a list of any length", async () => {
    const read = (limit: number) =>
      countQueries(paged.database, () => paged.call("GET", `/api/courses?limit=${limit}`));
    expect(await read(25)).toBe(await read(1));
  });
});

describe("lists of one person's courses", () => {
  it("show a teacher's own courses in all states", async () => {
    const { status, body } = await app.call("GET", "/api/courses/teacher", {
      token: teacher.token,
    });
    expect(status).toBe(200);
    expect(body.data).toHaveLength(5);
  });

  it("show other people only a teacher's published courses", async () => {
    const student = await addStudent(app.context);
    const path = `/api/courses/teacher/${teacher.profileId}`;
    const { status, body } = await app.call("GET", path, { token: student.token });
    expect(status).toBe(200);
    expect(body.data.map((course: { status: string }) => course.status)).toEqual(
      Array(4).fill("published"),
    );
    expect((await app.call("GET", path)).status).toBe(401);
  });

  it("return an error to visitors and students and for missing teachers", async () => {
    const student = await addStudent(app.context);
    expect((await app.call("GET", "/api/courses/teacher")).status).toBe(401);
    expect((await app.call("GET", "/api/courses/teacher", { token: student.token })).status).toBe(
      403,
    );
    const missing = await app.call("GET", "/api/courses/teacher/prf_missing", {
      token: student.token,
    });
    expect(missing.status).toBe(404);
  });

  it("show a student's courses to nobody else", async () => {
    const student = await addStudent(app.context);
    const other = await addStudent(app.context);
    const path = `/api/courses/student/${student.profileId}`;
    expect((await app.call("GET", path, { token: student.token })).body.data).toEqual([]);
    expect((await app.call("GET", path, { token: other.token })).status).toBe(403);
    expect((await app.call("GET", path, { token: teacher.token })).status).toBe(403);
    expect((await app.call("GET", path)).status).toBe(401);
  });
});
