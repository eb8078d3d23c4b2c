import { eq } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { courses } from "#server/db/tables/courses.table.ts";
import { uploads } from "#server/db/tables/media.table.ts";
import { paymentAccounts } from "#server/db/tables/payments.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const create = (body: unknown, token: string | undefined = teacher.token) =>
  app.call("POST", "/api/courses", { token, body });
const put = (id: string, body: unknown, token: string | undefined = teacher.token) =>
  app.call("PUT", `/api/courses/${id}`, { token, body });
const get = (id: string, token?: string) => app.call("GET", `/api/courses/${id}`, { token });

/** A course of a new teacher, so that it doesn't overlap with other courses. */
async function createOwn(overrides: Parameters<typeof courseInput>[0] = {}): Promise<string> {
  teacher = await addTeacher(app.context);
  const { status, body } = await create(courseInput(overrides));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data._id;
}

describe("POST /api/courses", () => {
  beforeAll(async () => {
    teacher = await addTeacher(app.context);
  });

  it("creates a draft that may lack its dates", async () => {
    const { status, body } = await create(
      courseInput({ startDate: "", endDate: undefined, schedule: [], price: 19.99 }),
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: "draft", price: 19.99, rating: 0, verified: false });
    expect(body.data).not.toHaveProperty("startDate");
  });

  it("stores money in exact cents", async () => {
    for (const price of [0.5, 0.57, 1.15, 8.2, 19.99, 1234.56, 9999]) {
      const { body } = await create(courseInput({ price }));
      expect(body.data.price).toBe(price);
      const [row] = await app.context.db
        .select()
        .from(courses)
        .where(eq(courses.id, body.data._id));
      expect(row?.priceCents).toBe(Math.round(price * 100));
    }
  });

  it("accepts text in every script unchanged", async () => {
    const title = "أحكام التجويد 📖 <script>alert(1)</script> Ü";
    const { body } = await create(courseInput({ title, topics: ["تجويد", "<b>"] }));
    expect((await get(body.data._id, teacher.token)).body.data).toMatchObject({
      title,
      topics: ["تجويد", "<b>"],
    });
  });

  it("ignores fields that only the server may set", async () => {
    const { body } = await create({
      ...courseInput(),
      teacherId: "prf_other",
      verified: true,
      rating: 5,
      ratingCount: 9,
      ratingSum: 45,
      enrolledStudentIds: ["prf_x"],
      _id: "crs_x",
      createdAt: "2000-01-01",
    });
    expect(body.data).toMatchObject({
      verified: false,
      rating: 0,
      ratingCount: 0,
      enrolledStudentIds: [],
      teacherId: { _id: teacher.profileId },
    });
    expect(body.data._id).not.toBe("crs_x");
  });

  it("rejects everyone except teachers before it reads the body", async () => {
    const student = await addStudent(app.context);
    const account = await addAccount(app.context);
    expect((await app.call("POST", "/api/courses", { body: {} })).status).toBe(401);
    expect((await create({}, student.token)).status).toBe(403);
    expect((await create({}, account.token)).status).toBe(403);
  });

  it("names every missing field", async () => {
    const { status, body } = await create({});
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual([
      "description",
      "duration",
      "level",
      "maxStudents",
      "price",
      "status",
      "title",
    ]);
  });

  it.each([
    ["title", { title: "" }],
    ["title", { title: "x".repeat(121) }],
    ["title", { title: "a\u0000" }],
    ["title", { title: ["x"] }],
    ["title", { title: "\ud800" }],
    ["description", { description: "x".repeat(5001) }],
    ["price", { price: -1 }],
    ["price", { price: 0.49 }],
    ["price", { price: 1.005 }],
    ["price", { price: 1e308 }],
    ["price", { price: "10" }],
    ["duration", { duration: 0 }],
    ["duration", { duration: 1.5 }],
    ["level", { level: "All Levels" }],
    ["status", { status: "deleted" }],
    ["maxStudents", { maxStudents: 0 }],
    ["maxStudents", { maxStudents: 1e9 }],
    ["startDate", { startDate: "2027-02-30" }],
    ["startDate", { startDate: "04/01/2027" }],
    ["endDate", { startDate: "2027-02-02", endDate: "2027-02-01" }],
    ["topics", { topics: "Tajweed" }],
    ["topics.0", { topics: [" "] }],
    ["schedule.0.day", { schedule: [{ day: "monday", startTime: "09:00", endTime: "10:00" }] }],
    ["schedule.0.startTime", { schedule: [{ day: "Monday", startTime: "9", endTime: "10:00" }] }],
    ["schedule.0.endTime", { schedule: [{ day: "Monday", startTime: "10:00", endTime: "10:00" }] }],
    [
      "schedule",
      {
        schedule: [
          { day: "Monday", startTime: "09:00", endTime: "10:00" },
          { day: "Monday", startTime: "09:30", endTime: "10:30" },
        ],
      },
    ],
    ["discountPrice", { price: 10, hasDiscount: true }],
    ["discountPrice", { price: 10, hasDiscount: true, discountPrice: 11 }],
    ["imageUrl", { imageUrl: "https://evil.example/x.png" }],
    ["imageUrl", { imageUrl: "/media/upl_missing.webp" }],
  ])("rejects an invalid %s: %o", async (field, change) => {
    const { status, body } = await create({ ...courseInput(), ...change });
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it("accepts only pictures that the teacher has uploaded", async () => {
    const other = await addTeacher(app.context);
    await app.context.db.insert(uploads).values([
      { userId: teacher.userId, key: "upl_mine.webp", bytes: 1, width: 1, height: 1 },
      { userId: other.userId, key: "upl_other.webp", bytes: 1, width: 1, height: 1 },
    ]);
    const own = await create(courseInput({ imageUrl: "/media/upl_mine.webp" }));
    expect(own.body.data.imageUrl).toEqual(["/media/upl_mine.webp"]);
    const list = ["/media/upl_mine.webp", "/media/upl_other.webp"];
    expect((await create(courseInput({ imageUrl: list }))).status).toBe(400);
  });

  it("publishes only complete courses, and names what is missing", async () => {
    const { status, body } = await create({
      ...courseInput({ status: "published" }),
      startDate: "",
      endDate: "",
      schedule: [],
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([
      "startDate",
      "endDate",
      "schedule",
    ]);
  });

  it("publishes a paid course only when the teacher's account can charge", async () => {
    const seller = await addTeacher(app.context);
    const priced = courseInput({ price: 20, status: "published" });
    const refused = await create(priced, seller.token);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("payment account");
    await app.context.db.insert(paymentAccounts).values({ teacherId: seller.profileId });
    expect((await create(priced, seller.token)).status).toBe(409);
    await app.context.db
      .update(paymentAccounts)
      .set({ chargesEnabled: true })
      .where(eq(paymentAccounts.teacherId, seller.profileId));
    expect((await create(priced, seller.token)).status).toBe(201);
  });
});

describe("overlapping schedules of one teacher", () => {
  const monday = { day: "Monday", startTime: "09:00", endTime: "10:00" } as const;

  /** A month that starts the given number of days after the last day of `courseInput`. */
  function fromTheLastDay(days: number) {
    const startDate = Temporal.PlainDate.from(String(courseInput().endDate)).add({ days });
    return { startDate: startDate.toString(), endDate: startDate.add({ months: 1 }).toString() };
  }

  it("are rejected with 409, and the error names the other course", async () => {
    await createOwn({ title: "The first course", status: "published", schedule: [monday] });
    const clash = await create(
      courseInput({
        status: "published",
        ...fromTheLastDay(0),
        schedule: [{ day: "Monday", startTime: "09:59", endTime: "11:00" }],
      }),
    );
    expect(clash.status).toBe(409);
    expect(clash.body.message).toContain("“The first course”");
    expect(clash.body.errors[0].field).toBe("schedule");
  });

  it.each([
    ["other days", { schedule: [{ ...monday, day: "Tuesday" as const }] }],
    ["times that only touch", { schedule: [{ ...monday, startTime: "10:00", endTime: "11:00" }] }],
    ["later dates", { ...fromTheLastDay(1), schedule: [monday] }],
    ["drafts", { status: "draft" as const, schedule: [monday] }],
  ])("do not include %s", async (_what, change) => {
    await createOwn({ status: "published", schedule: [monday] });
    const { status } = await create(courseInput({ status: "published", ...change }));
    expect(status).toBe(201);
  });

  it("do not include courses of other teachers", async () => {
    await createOwn({ status: "published", schedule: [monday] });
    const other = await addTeacher(app.context);
    const same = courseInput({ status: "published", schedule: [monday] });
    expect((await create(same, other.token)).status).toBe(201);
  });

  it("are detected when a draft is published, when dates change and when the week changes", async () => {
    await createOwn({ title: "In the way", status: "published", schedule: [monday] });
    const { body } = await create(courseInput({ schedule: [monday] }));
    const id = body.data._id;
    expect((await put(id, { status: "published" })).status).toBe(409);
    expect((await get(id, teacher.token)).body.data.status).toBe("draft");
    expect((await put(id, { ...fromTheLastDay(1), status: "published" })).status).toBe(200);
    const { startDate } = courseInput();
    const moved = await put(id, { startDate });
    expect(moved.status).toBe(409);
    expect(moved.body.message).toContain("“In the way”");
    const free = [{ ...monday, day: "Friday" }];
    expect((await put(id, { startDate, schedule: free })).status).toBe(200);
    expect((await put(id, { schedule: [monday] })).status).toBe(409);
    expect((await get(id)).body.data.schedule).toEqual(free);
  });

  it("do not include the course's own previous classes", async () => {
    const id = await createOwn({ status: "published", schedule: [monday] });
    const longer = [{ ...monday, endTime: "11:00" }];
    expect((await put(id, { schedule: longer })).status).toBe(200);
    expect((await put(id, { schedule: longer })).body.data.schedule).toEqual(longer);
  });

  it("let exactly one of twenty simultaneous courses through and reject the others with 409", async () => {
    teacher = await addTeacher(app.context);
    const week = ["Monday", "Tuesday", "Wednesday", "Thursday"] as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const turned = [...week.slice(index % 4), ...week.slice(0, index % 4)];
        const schedule = turned.map((day) => ({ ...monday, day }));
        return create(courseInput({ status: "published", schedule }));
      }),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });

  it("are rejected by the database itself", async () => {
    const id = await createOwn({ status: "published", schedule: [monday] });
    const { body } = await create(courseInput({ schedule: [monday] }));
    const write = app.context.db
      .update(courses)
      .set({ status: "published" })
      .where(eq(courses.id, body.data._id));
    await expect(write).rejects.toThrow();
    expect((await get(id)).status).toBe(200);
  });
});
