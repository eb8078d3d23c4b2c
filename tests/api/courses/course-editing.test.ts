import { eq } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { uploads } from "#server/db/tables/media.table.ts";
import { paymentAccounts } from "#server/db/tables/payments.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
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
const remove = (id: string, token: string | undefined = teacher.token) =>
  app.call("DELETE", `/api/courses/${id}`, { token });
const get = (id: string, token?: string) => app.call("GET", `/api/courses/${id}`, { token });

/** A course of a new teacher, so that it doesn't overlap with other courses. */
async function createOwn(overrides: Parameters<typeof courseInput>[0] = {}): Promise<string> {
  teacher = await addTeacher(app.context);
  const { status, body } = await create(courseInput(overrides));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data._id;
}

const enableCharges = (person: Person) =>
  app.context.db
    .insert(paymentAccounts)
    .values({ teacherId: person.profileId, chargesEnabled: true, detailsSubmitted: true });

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

describe("PUT /api/courses/{id}", () => {
  it("updates the given fields and keeps the others", async () => {
    const id = await createOwn({ price: 20, objectives: ["Read"], category: "Tajweed" });
    const before = (await get(id, teacher.token)).body.data;
    const { status, body } = await put(id, { title: "A new title", level: "All Levels" });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...before,
      title: "A new title",
      level: "All Levels",
      updatedAt: expect.any(String),
    });
  });

  it("accepts a whole course as it was read", async () => {
    const id = await createOwn({ price: 20, hasDiscount: true, discountPrice: 15 });
    const read = (await get(id, teacher.token)).body.data;
    const { status, body } = await put(id, read);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toEqual({ ...read, updatedAt: expect.any(String) });
  });

  it("clears fields that are set to an empty text or null", async () => {
    const id = await createOwn({ category: "Tajweed", language: "English" });
    const { body } = await put(id, { category: "", language: null, startDate: "", topics: [] });
    expect(body.data).not.toHaveProperty("category");
    expect(body.data).not.toHaveProperty("language");
    expect(body.data).not.toHaveProperty("startDate");
    expect(body.data.topics).toEqual([]);
  });

  it("makes the course searchable by its new title", async () => {
    const id = await createOwn({ title: "Old words", status: "published" });
    await put(id, { title: "Ünique Wörds" });
    const { body } = await app.call("GET", "/api/courses?search=unique+words");
    expect(body.data.courses.map((course: { _id: string }) => course._id)).toEqual([id]);
  });

  it.each([
    ["endDate", { endDate: "2026-01-01" }],
    ["discountPrice", { hasDiscount: true }],
    ["level", { level: "Expert" }],
    ["title", { title: null }],
  ])(
    "validates the whole course that would result from a partial update: %s",
    async (field, change) => {
      const id = await createOwn({ price: 20 });
      const { status, body } = await put(id, change);
      expect(status).toBe(400);
      expect(body.errors[0].field).toBe(field);
    },
  );

  it("does not allow a discounted price above a lowered price", async () => {
    const id = await createOwn({ price: 20, hasDiscount: true, discountPrice: 15 });
    expect((await put(id, { price: 10 })).status).toBe(400);
    expect((await put(id, { price: 10, discountPrice: 5 })).status).toBe(200);
  });

  it("does not allow a published course to lose required fields", async () => {
    const id = await createOwn({ status: "published" });
    expect((await put(id, { startDate: null })).status).toBe(400);
    expect((await put(id, { schedule: [] })).status).toBe(400);
  });

  it("requires a payment account when a published course gets a price, but not afterward", async () => {
    const id = await createOwn({ status: "published" });
    expect((await put(id, { price: 20 })).status).toBe(409);
    await enableCharges(teacher);
    expect((await put(id, { price: 20 })).status).toBe(200);
    await app.context.db
      .update(paymentAccounts)
      .set({ chargesEnabled: false })
      .where(eq(paymentAccounts.teacherId, teacher.profileId));
    expect((await put(id, { title: "Still editable" })).status).toBe(200);
  });

  it("does not allow fewer seats than are taken or held", async () => {
    const id = await createOwn({ status: "published", maxStudents: 3 });
    await addEnrollment(app.context, await addStudent(app.context), id);
    const waiting = await addStudent(app.context);
    await app.context.db.insert(enrollments).values({
      courseId: id,
      studentId: waiting.profileId,
      status: "held",
      amountCents: 2000,
      holdExpiresAt: new Date(Date.now() + 60_000),
    });
    const lowered = await put(id, { maxStudents: 1 });
    expect(lowered.status).toBe(409);
    expect(lowered.body.errors[0].field).toBe("maxStudents");
    expect((await put(id, { maxStudents: 2 })).status).toBe(200);
    expect((await put(id, { status: "draft" })).status).toBe(409);
    expect((await put(id, { status: "archived" })).status).toBe(200);
  });

  it("is rejected for visitors, students and other teachers, to whom drafts do not exist", async () => {
    const published = await createOwn({ status: "published" });
    const { body } = await create(courseInput());
    const draft = body.data._id;
    const student = await addStudent(app.context);
    const other = await addTeacher(app.context);
    const change = { title: "Mine now" };
    for (const id of [published, draft, "crs_missing"]) {
      expect((await app.call("PUT", `/api/courses/${id}`, { body: change })).status).toBe(401);
      expect((await put(id, change, student.token)).status).toBe(403);
    }
    expect((await put(published, change, other.token)).status).toBe(403);
    expect((await put(draft, change, other.token)).status).toBe(404);
    expect((await put("crs_missing", change, other.token)).status).toBe(404);
    expect((await get(published)).body.data.title).not.toBe("Mine now");
  });
});

describe("GET /api/courses/{id}", () => {
  it("shows a published course to everyone, with all enrolled students", async () => {
    const id = await createOwn({ status: "published", maxStudents: 10 });
    const students: Person[] = [];
    for (let index = 0; index < 7; index += 1) {
      const student = await addStudent(app.context, { name: `Student ${index}` });
      await addEnrollment(app.context, student, id);
      students.push(student);
    }
    const { status, body } = await get(id);
    expect(status).toBe(200);
    expect(body.data.enrolledStudentIds.map((one: { _id: string }) => one._id)).toEqual(
      expect.arrayContaining(students.map(({ profileId }) => profileId)),
    );
    expect(body.data.enrolledStudentIds[0]).toEqual({
      _id: expect.any(String),
      name: expect.any(String),
    });
    const list = await app.call("GET", `/api/courses/teacher/${teacher.profileId}`, {
      token: teacher.token,
    });
    expect(list.body.data[0].enrolledStudentIds).toHaveLength(5);
    expect(list.body.data[0].enrolledCount).toBe(7);
  });

  it("shows a draft only to its teacher", async () => {
    const id = await createOwn();
    const other = await addTeacher(app.context);
    expect((await get(id, teacher.token)).status).toBe(200);
    for (const token of [undefined, other.token, (await addStudent(app.context)).token]) {
      const { status, body } = await get(id, token);
      expect(status).toBe(404);
      expect(body.message).toBe("Course not found");
    }
  });

  it("shows an archived course only to its teacher and its students", async () => {
    const id = await createOwn({ status: "published" });
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, id);
    await put(id, { status: "archived" });
    expect((await get(id, teacher.token)).status).toBe(200);
    expect((await get(id, student.token)).status).toBe(200);
    expect((await get(id)).status).toBe(404);
    expect((await get(id, (await addStudent(app.context)).token)).status).toBe(404);
    const own = await app.call("GET", `/api/courses/student/${student.profileId}`, {
      token: student.token,
    });
    expect(own.body.data).toMatchObject([{ _id: id, status: "archived" }]);
  });

  it.each(["crs_missing", "x".repeat(2000), "%F0%9F%93%96", "..%2f..", "' or 1=1"])(
    "returns 404 for %s",
    async (id) => {
      expect((await get(encodeURI(id))).status).toBe(404);
    },
  );
});

describe("DELETE /api/courses/{id}", () => {
  it("deletes a course without enrollments once", async () => {
    const id = await createOwn({ status: "published" });
    const { status, body } = await remove(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: "Course deleted successfully" });
    expect((await get(id, teacher.token)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it("archives a course that has had enrollments, and says so", async () => {
    const id = await createOwn({ status: "published" });
    await addEnrollment(app.context, await addStudent(app.context), id);
    for (const _time of ["once", "twice"]) {
      const { status, body } = await remove(id);
      expect(status).toBe(200);
      expect(body.message).toContain("archived");
    }
    expect((await get(id, teacher.token)).body.data).toMatchObject({
      status: "archived",
      enrolledCount: 1,
    });
  });

  it("is rejected for visitors, students and other teachers", async () => {
    const published = await createOwn({ status: "published" });
    const { body } = await create(courseInput());
    const student = await addStudent(app.context);
    const other = await addTeacher(app.context);
    expect((await app.call("DELETE", `/api/courses/${published}`)).status).toBe(401);
    expect((await remove(published, student.token)).status).toBe(403);
    expect((await remove("crs_missing", student.token)).status).toBe(403);
    const refused = await remove(published, other.token);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe("You don't have permission to delete this course");
    expect((await remove(body.data._id, other.token)).status).toBe(404);
    expect((await get(published)).status).toBe(200);
  });
});
