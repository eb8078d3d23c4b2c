import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { courses } from "#server/courses/courses.table.ts";
import { profiles } from "#server/people/people.table.ts";
import { type CallOptions, createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrolment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const call = (method: string, path: string, options: CallOptions = {}) =>
  app.call(method, `/api/reviews${path}`, {
    ...options,
    headers: { "app-id": "halaqa", ...options.headers },
  });

/** A teacher's course with students who attended it. */
async function addAttendedCourse(studentCount = 1) {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const students: Person[] = [];
  for (let index = 0; index < studentCount; index++) {
    const student = await addStudent(app.context);
    await addEnrolment(app.context, student, courseId);
    students.push(student);
  }
  await addPastMeeting(app.context, teacher, courseId, students);
  const [first] = students;
  if (!first) throw new Error("A course without students");
  return { teacher, courseId, students, student: first };
}

const courseReview = (courseId: string, rating = 5) => ({
  resourceId: courseId,
  resourceType: "course",
  rating,
  content: "Patient, clear and always on time.",
});

const ratingOf = async (courseId: string) => {
  const [row] = await app.context.db
    .select({ sum: courses.ratingSum, count: courses.ratingCount })
    .from(courses)
    .where(eq(courses.id, courseId));
  return row;
};

describe("the app-id header", () => {
  it("is needed on every call", async () => {
    const answer = await app.call("GET", "/api/reviews/resource/type/app");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, status: "error" });
  });
});

describe("writing a review", () => {
  it("of a course counts in the course's and the teacher's rating", async () => {
    const { teacher, courseId, students } = await addAttendedCourse(2);
    for (const [index, student] of students.entries()) {
      const answer = await call("POST", "/", {
        token: student.token,
        body: courseReview(courseId, 5 - index),
      });
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({ authorId: student.userId, rating: 5 - index });
    }
    expect(await ratingOf(courseId)).toEqual({ sum: 9, count: 2 });
    const [profile] = await app.context.db
      .select({ sum: profiles.ratingSum, count: profiles.ratingCount })
      .from(profiles)
      .where(eq(profiles.id, teacher.profileId));
    expect(profile).toEqual({ sum: 9, count: 2 });
    const stats = await call("GET", `/resource/${courseId}/stats`);
    expect(stats.body.data).toEqual({
      total: 2,
      average: 4.5,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
    });
  });

  it("is refused to visitors, to strangers, and to the enrolled who never attended", async () => {
    const { teacher, courseId } = await addAttendedCourse();
    const stranger = await addStudent(app.context);
    const absent = await addStudent(app.context);
    await addEnrolment(app.context, absent, courseId);
    const body = courseReview(courseId);
    expect((await call("POST", "/", { body })).status).toBe(401);
    for (const person of [stranger, absent, teacher]) {
      expect((await call("POST", "/", { body, token: person.token })).status).toBe(403);
    }
    expect(await ratingOf(courseId)).toEqual({ sum: 0, count: 0 });
  });

  it("happens once, however many calls come at once", async () => {
    const { courseId, student } = await addAttendedCourse();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call("POST", "/", { token: student.token, body: courseReview(courseId) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await ratingOf(courseId)).toEqual({ sum: 5, count: 1 });
  });

  it("keeps the rating true when many people review at once", async () => {
    const { courseId, students } = await addAttendedCourse(10);
    await Promise.all(
      students.map((student) =>
        call("POST", "/", { token: student.token, body: courseReview(courseId, 4) }),
      ),
    );
    expect(await ratingOf(courseId)).toEqual({ sum: 40, count: 10 });
  });

  it("names every wrong field", async () => {
    const { courseId, student } = await addAttendedCourse();
    const answer = await call("POST", "/", {
      token: student.token,
      body: { ...courseReview(courseId), rating: 6, content: "  " },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      "content",
      "rating",
    ]);
  });

  it("of the app is open to any registered person", async () => {
    const teacher = await addTeacher(app.context, { name: "Khadija Noor" });
    const body = { resourceId: "halaqa", rating: 5, content: "It simply works." };
    expect((await call("POST", "/", { token: teacher.token, body })).status).toBe(201);
    const list = await call("GET", "/resource/type/app");
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ authorName: "Khadija Noor", content: "It simply works." }),
    );
  });
});

describe("changing and deleting", () => {
  it("is the author's alone", async () => {
    const { courseId, student } = await addAttendedCourse();
    const other = await addStudent(app.context);
    const review = await call("POST", "/", { token: student.token, body: courseReview(courseId) });
    const path = `/${review.body.data._id}`;
    for (const method of ["PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { rating: 1 } : undefined;
      expect((await call(method, path, { token: other.token, body })).status).toBe(404);
      expect((await call(method, path, { body })).status).toBe(401);
    }
    const changed = await call("PATCH", path, { token: student.token, body: { rating: 3 } });
    expect(changed.body.data).toMatchObject({ rating: 3 });
    expect(await ratingOf(courseId)).toEqual({ sum: 3, count: 1 });
    expect((await call("DELETE", path, { token: student.token })).status).toBe(200);
    expect(await ratingOf(courseId)).toEqual({ sum: 0, count: 0 });
  });
});

describe("marks", () => {
  it("toggle", async () => {
    const { courseId, student } = await addAttendedCourse();
    const reader = await addStudent(app.context);
    const review = await call("POST", "/", { token: student.token, body: courseReview(courseId) });
    const path = `/${review.body.data._id}/helpful`;
    const first = await call("POST", path, { token: reader.token });
    expect(first.body.data).toEqual({ marked: true, count: 1 });
    const second = await call("POST", path, { token: reader.token });
    expect(second.body.data).toEqual({ marked: false, count: 0 });
    expect((await call("POST", path, { token: student.token })).status).toBe(403);
  });

  it("hide a review that three people report, and its rating no longer counts", async () => {
    const { courseId, student } = await addAttendedCourse();
    const review = await call("POST", "/", { token: student.token, body: courseReview(courseId) });
    for (let count = 1; count <= 3; count++) {
      const reader = await addStudent(app.context);
      const answer = await call("POST", `/${review.body.data._id}/report`, { token: reader.token });
      expect(answer.body.data).toEqual({ marked: true, count });
    }
    expect((await call("GET", `/resource/${courseId}`)).body.data).toEqual([]);
    expect(await ratingOf(courseId)).toEqual({ sum: 0, count: 0 });
  });
});

describe("searching", () => {
  it("takes the words as they stand", async () => {
    const teacher = await addTeacher(app.context);
    const body = { resourceId: "halaqa", rating: 5, content: "100% worth it" };
    await call("POST", "/", { token: teacher.token, body });
    const find = async (q: string) =>
      (await call("GET", `/search?q=${encodeURIComponent(q)}`)).body.data.length;
    expect(await find("100% WORTH")).toBe(1);
    expect(await find("1_0%")).toBe(0);
    expect(await find(" ")).toBe(0);
  });
});
