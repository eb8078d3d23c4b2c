import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { attendanceCorrections, classes } from "#server/db/tables/classes.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { attendances, meetings } from "#server/db/tables/meetings.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import {
  addAttendedCourse,
  addAttendees,
  courseReview,
  markAsAbsent,
  reviewCaller,
} from "./support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const call: ReturnType<typeof reviewCaller> = (...args) => reviewCaller(app)(...args);
const addCourseOf = (studentCount = 1) => addAttendedCourse(app, studentCount);

const ratingOf = async (courseId: string) => {
  const [row] = await app.context.db
    .select({ sum: courses.ratingSum, count: courses.ratingCount })
    .from(courses)
    .where(eq(courses.id, courseId));
  return row;
};

describe("the app-id header", () => {
  it("is required on every call", async () => {
    const answer = await app.call("GET", "/api/reviews/resource/type/app");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, status: "error" });
  });
});

describe("writing a review", () => {
  it("of a course counts toward the ratings of the course and the teacher", async () => {
    const { teacher, courseId, students } = await addCourseOf(2);
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

  it("is rejected for visitors, people without a seat, and students who never attended", async () => {
    const { teacher, courseId } = await addCourseOf();
    const stranger = await addStudent(app.context);
    const absent = await addStudent(app.context);
    await addEnrollment(app.context, absent, courseId);
    const body = courseReview(courseId);
    expect((await call("POST", "/", { body })).status).toBe(401);
    for (const person of [stranger, absent, teacher]) {
      expect((await call("POST", "/", { body, token: person.token })).status).toBe(403);
    }
    expect(await ratingOf(courseId)).toEqual({ sum: 0, count: 0 });
  });

  it("is rejected for students who opened the join link too early or too late", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    const early = await addStudent(app.context);
    const late = await addStudent(app.context);
    const present = await addStudent(app.context);
    for (const student of [early, late, present]) {
      await addEnrollment(app.context, student, courseId);
    }
    const hour = 60 * 60 * 1000;
    const begin = Date.now() - 3 * hour;
    const [classId = ""] = (
      await app.context.db
        .insert(classes)
        .values({
          courseId,
          teacherId: teacher.profileId,
          plannedStart: new Date(begin),
          startsAt: new Date(begin),
          endsAt: new Date(begin + hour),
        })
        .returning({ id: classes.id })
    ).map(({ id }) => id);
    const held = await addPastMeeting(app.context, teacher, courseId);
    const startTime = new Date(begin);
    await app.context.db
      .update(meetings)
      .set({ classId, startTime, startedAt: startTime, endedAt: new Date(begin + hour) })
      .where(eq(meetings.id, held));
    // The link of a class next week, opened today, and the link of a past class.
    const coming = await addPastMeeting(app.context, teacher, courseId, [early]);
    const nextWeek = new Date(Date.now() + 7 * 24 * hour);
    await app.context.db
      .update(meetings)
      .set({ startTime: nextWeek, status: "scheduled", startedAt: null, endedAt: null })
      .where(eq(meetings.id, coming));
    await app.context.db
      .insert(attendances)
      .values({ meetingId: held, studentId: late.profileId, joinedAt: new Date() });
    await app.context.db
      .insert(attendanceCorrections)
      .values({ classId, studentId: present.profileId, present: true, correctedAt: new Date() });
    const review = async ({ token }: Person) => {
      const answers = [
        await call("POST", "/", { token, body: courseReview(courseId) }),
        await call("POST", "/", {
          token,
          body: { ...courseReview(teacher.profileId), resourceType: "teacher" },
        }),
      ];
      return answers.map(({ status }) => status);
    };
    for (const student of [early, late]) expect(await review(student)).toEqual([403, 403]);
    expect(await review(present)).toEqual([201, 201]);
  });

  it("is possible for a student who joined, although the teacher marked the student as absent", async () => {
    const { teacher, courseId, student } = await addCourseOf();
    await markAsAbsent(app, { teacher, courseId }, [student]);
    for (const body of [
      courseReview(courseId),
      { ...courseReview(teacher.profileId), resourceType: "teacher" },
    ]) {
      expect((await call("POST", "/", { token: student.token, body })).status).toBe(201);
    }
  });

  it.each(["left", "refunded"] as const)(
    "of an attended course is possible for a student whose seat is %s",
    async (status) => {
      const { courseId, student } = await addCourseOf();
      await app.context.db
        .update(enrollments)
        .set({ status, endedAt: new Date() })
        .where(eq(enrollments.courseId, courseId));
      const answer = await call("POST", "/", {
        token: student.token,
        body: courseReview(courseId),
      });
      expect(answer.status).toBe(201);
    },
  );

  it("happens once, however many calls arrive at once", async () => {
    const { courseId, student } = await addCourseOf();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call("POST", "/", { token: student.token, body: courseReview(courseId) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await ratingOf(courseId)).toEqual({ sum: 5, count: 1 });
  });

  it("keeps the rating correct when many people write at once", async () => {
    const { courseId, students } = await addCourseOf(10);
    await Promise.all(
      students.map((student) =>
        call("POST", "/", { token: student.token, body: courseReview(courseId, 4) }),
      ),
    );
    expect(await ratingOf(courseId)).toEqual({ sum: 40, count: 10 });
  });

  it("names every invalid field", async () => {
    const { courseId, student } = await addCourseOf();
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

  it("of the app is possible for every registered person", async () => {
    const teacher = await addTeacher(app.context, { name: "Khadija Noor" });
    const body = { resourceId: "halaqa", rating: 5, content: "It simply works." };
    expect((await call("POST", "/", { token: teacher.token, body })).status).toBe(201);
    const list = await call("GET", "/resource/type/app");
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ authorName: "Khadija Noor", content: "It simply works." }),
    );
  });
});

describe("changing and deleting a review", () => {
  it("is possible only for its author", async () => {
    const { courseId, student } = await addCourseOf();
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

describe("marking reviews", () => {
  it("as helpful for a second time removes the mark", async () => {
    const { courseId, student, teacher } = await addCourseOf();
    const [reader = teacher] = await addAttendees(app, { teacher, courseId }, 1);
    const review = await call("POST", "/", { token: student.token, body: courseReview(courseId) });
    const path = `/${review.body.data._id}/helpful`;
    const first = await call("POST", path, { token: reader.token });
    expect(first.body.data).toEqual({ marked: true, count: 1 });
    const second = await call("POST", path, { token: reader.token });
    expect(second.body.data).toEqual({ marked: false, count: 0 });
    expect((await call("POST", path, { token: student.token })).status).toBe(403);
  });

  it("as helpful requires an attended class or an account that is a week old", async () => {
    const { courseId, student } = await addCourseOf();
    const review = await call("POST", "/", { token: student.token, body: courseReview(courseId) });
    const path = `/${review.body.data._id}/helpful`;
    const newcomer = await addStudent(app.context);
    const refused = await call("POST", path, { token: newcomer.token });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: "You can mark reviews as helpful once you have attended a class." },
    });
    const lastWeek = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000);
    await app.context.db
      .update(users)
      .set({ createdAt: lastWeek })
      .where(eq(users.id, newcomer.userId));
    const marked = await call("POST", path, { token: newcomer.token });
    expect(marked.body.data).toEqual({ marked: true, count: 1 });
  });

  it("as helpful is possible for a newcomer who joined a class but was marked as absent", async () => {
    const { teacher, courseId, student } = await addCourseOf();
    const [reader = teacher] = await addAttendees(app, { teacher, courseId }, 1);
    const review = await call("POST", "/", { token: student.token, body: courseReview(courseId) });
    await markAsAbsent(app, { teacher, courseId }, [reader]);
    const path = `/${review.body.data._id}/helpful`;
    const marked = await call("POST", path, { token: reader.token });
    expect(marked.body.data).toEqual({ marked: true, count: 1 });
  });

  it("as reported by three attendees hides them and subtracts their rating", async () => {
    const { courseId, student, teacher } = await addCourseOf();
    const review = await call("POST", "/", { token: student.token, body: courseReview(courseId) });
    const readers = await addAttendees(app, { teacher, courseId }, 3);
    for (const [index, { token }] of readers.entries()) {
      const answer = await call("POST", `/${review.body.data._id}/report`, { token });
      expect(answer.body.data).toEqual({ marked: true, count: index + 1 });
    }
    expect((await call("GET", `/resource/${courseId}`)).body.data).toEqual([]);
    expect(await ratingOf(courseId)).toEqual({ sum: 0, count: 0 });
  });
});
