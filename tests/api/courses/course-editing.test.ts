import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { paymentAccounts } from "#server/db/tables/payments.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

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

  it("accepts a complete course as the API returned it", async () => {
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
