import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
let published: string;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context, { name: "Yūsuf Manṣūr", phoneNumber: "1", age: 50 });
  await addTeacher(app.context, { name: "Hidden" }).then(({ userId }) =>
    app.context.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, userId)),
  );
  // Far enough in the future that the course never ends during a test.
  published = await addCourse(app.context, teacher, { endDate: "2999-12-31" });
  await addCourse(app.context, teacher, { status: "draft", title: "A draft" });
  for (const name of ["أحمد علي", "Zoë 50% off", "under_score", "Marwa"]) {
    await addStudent(app.context, { name, parentGuardianName: "Somebody" });
  }
  await app.context.db.update(profiles).set({ featured: true }).where(eq(profiles.name, "Marwa"));
});
afterAll(() => app.close());

const secrets = ["email", "phoneNumber", "age", "parentGuardianName", "parentGuardianContact"];
const names = async (path: string, list = "students"): Promise<string[]> => {
  const { status, body } = await app.call("GET", path);
  expect(status).toBe(200);
  return body.data[list].map((person: { name: string }) => person.name);
};

describe("GET /api/teachers", () => {
  it("shows visitors the teachers without their private data", async () => {
    const { status, body } = await app.call("GET", "/api/teachers");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total: 1, page: 1, pages: 1 });
    expect(body.data.teachers).toMatchObject([
      { _id: teacher.profileId, name: "Yūsuf Manṣūr", courses: [published], reviewCount: 0 },
    ]);
    for (const field of secrets) expect(body.data.teachers[0]).not.toHaveProperty(field);
    expect(body.data.teachers[0]).not.toHaveProperty("availableTimeSlots");
  });

  it("finds names regardless of accents", async () => {
    expect(await names("/api/teachers?search=yusuf+mansur", "teachers")).toHaveLength(1);
    expect(await names("/api/teachers?search=nobody", "teachers")).toEqual([]);
  });

  it.each(["limit=0", "limit=101", "page=x", "search=%00"])("rejects %s", async (query) => {
    expect((await app.call("GET", `/api/teachers?${query}`)).status).toBe(400);
  });
});

describe("GET /api/teachers/{id}", () => {
  it("shows published courses to others, and all of them to the teacher", async () => {
    const path = `/api/teachers/${teacher.profileId}`;
    const open = await app.call("GET", path);
    expect(open.status).toBe(200);
    expect(open.body.data.courses).toMatchObject([{ _id: published, status: "published" }]);
    for (const field of secrets) expect(open.body.data).not.toHaveProperty(field);
    const own = await app.call("GET", path, { token: teacher.token });
    expect(own.body.data.courses).toHaveLength(2);
    expect(own.body.data).toMatchObject({ email: teacher.email, phoneNumber: "1", age: 50 });
  });

  it("returns 404 for students, unknown IDs and deleted accounts", async () => {
    const student = await addStudent(app.context, { name: "Passing by" });
    for (const id of [student.profileId, "prf_missing"]) {
      const { status, body } = await app.call("GET", `/api/teachers/${id}`);
      expect(status).toBe(404);
      expect(body.message).toBe("Teacher not found");
    }
  });
});

describe("GET /api/students", () => {
  it("shows students, newest first, without their private data", async () => {
    const { body } = await app.call("GET", "/api/students");
    expect(body.data.students.length).toBe(body.data.total);
    for (const student of body.data.students) {
      for (const field of secrets) expect(student).not.toHaveProperty(field);
    }
    const dates = body.data.students.map((student: { createdAt: string }) => student.createdAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it("can be limited to featured students", async () => {
    expect(await names("/api/students/featured")).toEqual(["Marwa"]);
  });

  it("searches names regardless of accents and forms of Arabic letters", async () => {
    expect(await names("/api/students/search?query=ZOE")).toEqual(["Zoë 50% off"]);
    expect(await names(`/api/students/search?query=${encodeURIComponent("احمد")}`)).toEqual([
      "أحمد علي",
    ]);
  });

  it("treats wildcards as plain characters, and shows everyone for a blank query", async () => {
    expect(await names("/api/students/search?query=%25")).toEqual(["Zoë 50% off"]);
    expect(await names("/api/students/search?query=_")).toEqual(["under_score"]);
    const all = await names("/api/students");
    expect(await names("/api/students/search?query=%20%20")).toEqual(all);
    expect(await names("/api/students/search")).toEqual(all);
  });

  it("needs the same number of queries for a list of any length", async () => {
    const read = (path: string) => countQueries(app.database, () => app.call("GET", path));
    expect(await read("/api/students?limit=4")).toBe(await read("/api/students?limit=1"));
    expect(await read("/api/teachers?limit=4")).toBe(await read("/api/teachers?limit=1"));
  });
});

describe("GET /api/students/{id}", () => {
  it("shows the whole profile only to its owner", async () => {
    const student = await addStudent(app.context, { name: "Owner", phoneNumber: "1" });
    const path = `/api/students/${student.profileId}`;
    const own = await app.call("GET", path, { token: student.token });
    expect(own.body.data).toMatchObject({ email: student.email, phoneNumber: "1", age: 27 });
    const other = await app.call("GET", path, { token: teacher.token });
    for (const field of secrets) expect(other.body.data).not.toHaveProperty(field);
  });

  it("shows only public courses, and past ones as completed", async () => {
    const student = await addStudent(app.context, { name: "Enrolled" });
    const over = await addCourse(app.context, teacher, {
      startDate: "2020-01-06",
      endDate: "2020-02-28",
    });
    const archived = await addCourse(app.context, teacher, { status: "archived" });
    for (const course of [published, over, archived]) {
      await addEnrollment(app.context, student, course);
    }
    const { status, body } = await app.call("GET", `/api/students/${student.profileId}`);
    expect(status).toBe(200);
    const shown = Object.fromEntries(
      body.data.enrolledCourses.map((one: { courseId: string; status: string }) => [
        one.courseId,
        one.status,
      ]),
    );
    expect(shown).toEqual({ [published]: "active", [over]: "completed" });
    expect(body.data.completedCourses).toEqual([
      { courseId: over, enrollmentDate: expect.any(String) },
    ]);
  });

  it("returns 404 for teachers and unknown IDs", async () => {
    for (const id of [teacher.profileId, "prf_missing", "featured2"]) {
      const { status, body } = await app.call("GET", `/api/students/${id}`);
      expect(status).toBe(404);
      expect(body.message).toBe("Student not found");
    }
  });
});
