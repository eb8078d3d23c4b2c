import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { studentInput, teacherInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const lookUp = (userId: string, token?: string) =>
  app.call("GET", `/api/users/authUser/${userId}`, { token });
const hidden = ["email", "phoneNumber", "age", "parentGuardianName", "parentGuardianContact"];

describe("GET /api/teachers/{id}", () => {
  it("may be cached for all visitors, until the teacher or one of the courses changes", async () => {
    const teacher = await addTeacher(app.context);
    const course = await addCourse(app.context, teacher);
    const path = `/api/teachers/${teacher.profileId}`;
    const { headers } = await app.call("GET", path);
    expect(headers.get("CDN-Cache-Control")).toBe("max-age=15");
    expect(headers.get("Cache-Tag")?.split(",")).toEqual([
      `teacher:${teacher.profileId}`,
      `course:${course}`,
    ]);
    const student = await addStudent(app.context);
    for (const { token } of [teacher, student]) {
      const own = await app.call("GET", path, { token });
      expect(own.status).toBe(200);
      expect(own.headers.get("CDN-Cache-Control")).toBeNull();
    }
    const missing = await app.call("GET", "/api/teachers/prf_missing");
    expect(missing.headers.get("CDN-Cache-Control")).toBeNull();
  });
});

describe("GET /api/users/authUser/{userId}", () => {
  it("returns 404 for an account without a profile, and null to callers that ask for it", async () => {
    const path = "/api/users/authUser/usr_missing";
    expect((await app.call("GET", path)).status).toBe(404);
    const { status, body } = await app.call("GET", path, { headers: { "X-Missing": "null" } });
    expect([status, body.success, body.data]).toEqual([200, true, null]);
  });

  it("shows the owner the whole profile", async () => {
    const student = await addStudent(app.context, {
      phoneNumber: "+92 300 1234567",
      parentGuardianName: "Hafsa",
      parentGuardianContact: "hafsa@example.org",
    });
    const { status, body } = await lookUp(student.userId, student.token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      _id: student.profileId,
      role: "student",
      email: student.email,
      phoneNumber: "+92 300 1234567",
      age: 27,
      parentGuardianName: "Hafsa",
      parentGuardianContact: "hafsa@example.org",
      availableTimeSlots: [],
      registrationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it("shows other people only the public fields", async () => {
    const student = await addStudent(app.context, {
      phoneNumber: "1",
      parentGuardianName: "Hafsa",
    });
    const teacher = await addTeacher(app.context, { phoneNumber: "1", age: 50 });
    for (const person of [student, teacher]) {
      for (const token of [undefined, (await addTeacher(app.context)).token]) {
        const { status, body } = await lookUp(person.userId, token);
        expect(status).toBe(200);
        expect(body.data).toMatchObject({ _id: person.profileId, studentsCount: 0 });
        for (const field of hidden) expect(body.data).not.toHaveProperty(field);
      }
    }
  });

  it("returns 404 for accounts without a profile, unknown accounts and deleted accounts", async () => {
    const account = await addAccount(app.context);
    const deleted = await addStudent(app.context);
    await app.context.db
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.id, deleted.userId));
    for (const id of [account.userId, "usr_missing", deleted.userId]) {
      const { status, body } = await lookUp(id, account.token);
      expect(status).toBe(404);
      expect(body.message).toBe("User profile not found");
    }
  });

  it("derives its figures from the stored events", async () => {
    const teacher = await addTeacher(app.context);
    const future = { endDate: "2999-12-31" };
    const course = await addCourse(app.context, teacher, future);
    const second = await addCourse(app.context, teacher, future);
    const student = await addStudent(app.context);
    const absent = await addStudent(app.context);
    await addEnrollment(app.context, student, course);
    await addEnrollment(app.context, student, second);
    await addEnrollment(app.context, absent, course);
    await addPastMeeting(app.context, teacher, course, [student]);
    await addPastMeeting(app.context, teacher, course, [student]);

    const own = await lookUp(student.userId, student.token);
    expect(own.body.data).toMatchObject({ lessonsCompleted: 2, totalHours: 2, quizzesPassed: 0 });
    expect(own.body.data.enrolledCourses).toHaveLength(2);
    expect(own.body.data.enrolledCourses[0]).toMatchObject({
      courseId: expect.any(String),
      status: "active",
      enrollmentDate: expect.any(String),
    });
    expect((await lookUp(absent.userId)).body.data).toMatchObject({
      lessonsCompleted: 0,
      totalHours: 0,
    });
    const taught = await lookUp(teacher.userId, teacher.token);
    expect(taught.body.data).toMatchObject({
      studentsCount: 2,
      lessonsCompleted: 2,
      totalHours: 2,
      courses: [second, course],
    });
  });
});

describe.each(["PUT", "PATCH"])("%s for a profile", (method) => {
  const change = (path: string, body: unknown, token?: string) =>
    app.call(method, path, { body, token });

  it("updates the given fields and keeps the others", async () => {
    const student = await addStudent(app.context);
    const path = `/api/students/${student.profileId}`;
    const before = (await lookUp(student.userId, student.token)).body.data;
    const { status, body } = await change(path, { name: "Zaynab", age: 30 }, student.token);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, name: "Zaynab", age: 30 });
    const [user] = await app.context.db.select().from(users).where(eq(users.id, student.userId));
    expect(user?.name).toBe("Zaynab");
  });

  it("accepts a complete profile as the API returned it", async () => {
    const teacher = await addTeacher(app.context);
    const read = (await lookUp(teacher.userId, teacher.token)).body.data;
    const { status, body } = await change(
      `/api/teachers/${teacher.profileId}`,
      read,
      teacher.token,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toEqual(read);
  });

  it("replaces certificates and education, in their order", async () => {
    const teacher = await addTeacher(app.context);
    const path = `/api/teachers/${teacher.profileId}`;
    const certifications = [
      { name: "B", issuingAuthority: "Al-Azhar", year: 2015 },
      {
        name: "A",
        issuingAuthority: "Al-Azhar",
        year: 2010,
        verificationUrl: "https://example.org/a",
      },
    ];
    const educationBackground = [{ degree: "BA", institution: "Al-Azhar", year: 2009 }];
    const first = await change(path, { certifications, educationBackground }, teacher.token);
    expect(first.body.data).toMatchObject({ certifications, educationBackground });
    const second = await change(path, { certifications: [] }, teacher.token);
    expect(second.body.data).toMatchObject({ certifications: [], educationBackground });
  });

  it("clears fields that are set to an empty text or null", async () => {
    const teacher = await addTeacher(app.context);
    const { body } = await change(
      `/api/teachers/${teacher.profileId}`,
      { bio: "", gender: null, hourlyRate: null, specializations: [] },
      teacher.token,
    );
    expect(body.data.specializations).toEqual([]);
    for (const field of ["bio", "gender", "hourlyRate"]) {
      expect(body.data).not.toHaveProperty(field);
    }
  });

  it("ignores fields that the person may not set", async () => {
    const student = await addStudent(app.context);
    const { body } = await change(
      `/api/students/${student.profileId}`,
      `{"role":"teacher","email":"x@example.org","featured":true,"verified":true,"bio":"x",
        "lessonsCompleted":9,"userId":"usr_x","_id":"prf_x","__proto__":{"featured":true}}`,
      student.token,
    );
    expect(body.data).toMatchObject({
      _id: student.profileId,
      role: "student",
      email: student.email,
      featured: false,
      lessonsCompleted: 0,
    });
  });

  it.each([
    ["name", { name: "" }],
    ["name", { name: null }],
    ["country", { country: "" }],
    ["age", { age: 3 }],
    ["timeZone", { timeZone: "nowhere" }],
    ["spokenLanguages", { spokenLanguages: Array(21).fill("x") }],
  ])("names the invalid field %s", async (field, body) => {
    const student = await addStudent(app.context);
    const answer = await change(`/api/students/${student.profileId}`, body, student.token);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  it("is rejected for visitors and for another person's profile, whether it exists or not", async () => {
    const student = await addStudent(app.context);
    const other = await addStudent(app.context);
    const teacher = await addTeacher(app.context);
    const account = await addAccount(app.context);
    const body = { name: "Another Person" };
    for (const id of [student.profileId, "prf_missing"]) {
      expect((await change(`/api/students/${id}`, body)).status).toBe(401);
      for (const token of [other.token, teacher.token, account.token]) {
        expect((await change(`/api/students/${id}`, body, token)).status).toBe(403);
        expect((await change(`/api/teachers/${id}`, body, token)).status).toBe(403);
      }
    }
    const wrongRole = await change(`/api/teachers/${student.profileId}`, body, student.token);
    expect(wrongRole.status).toBe(404);
    const [row] = await app.context.db
      .select()
      .from(profiles)
      .where(eq(profiles.id, student.profileId));
    expect(row?.name).toBe(student.actor.name);
  });
});

describe("a stored profile", () => {
  it("matches the test factories for both roles", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    expect((await lookUp(teacher.userId, teacher.token)).body.data).toMatchObject(teacherInput());
    expect((await lookUp(student.userId, student.token)).body.data).toMatchObject(studentInput());
  });
});
