import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { dayNumber, days } from "#lib/time/time.ts";
import { updateCourse } from "#server/courses/courses.ts";
import { courseSchedule, courses } from "#server/db/tables/courses.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { countStatements } from "../../support/database/queries.ts";
import { addStudent, addTeacher, renewToken } from "../../support/people.ts";
import { readDates, teachIn, week } from "./taught-classes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addTaught, list, starts, rows, move } = teachIn(() => app);

describe("the classes of a course", () => {
  test("keep their local hour in the teacher's time zone across a daylight saving change", async () => {
    const { teacher, courseId } = await addTaught();
    const { body } = await list(teacher, courseId);
    expect(body.data.timeZone).toBe("America/New_York");
    expect(body.data.classes).toMatchObject([
      { number: 1, startsAt: "2027-03-10T23:00:00.000Z", endsAt: "2027-03-11T00:00:00.000Z" },
      { number: 2, startsAt: "2027-03-17T22:00:00.000Z", endsAt: "2027-03-17T23:00:00.000Z" },
      { number: 3, startsAt: "2027-03-24T22:00:00.000Z", isCancelled: false },
    ]);
  });

  test("are visible only to the teacher and enrolled students", async () => {
    const { teacher, courseId } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    expect((await list(student, courseId)).status).toBe(200);
    for (const stranger of [await addStudent(app.context), await addTeacher(app.context)]) {
      expect((await list(stranger, courseId)).status).toBe(403);
      expect((await list(stranger, "crs_missing")).status).toBe(403);
    }
    expect((await app.call("GET", `/api/classes/course/${courseId}`)).status).toBe(401);
    const { meeting } = (await list(teacher, courseId)).body.data.classes[0];
    expect(meeting).toBeUndefined();
  });

  test("are created by publishing and removed by unpublishing while the course has no students", async () => {
    const { teacher, courseId } = await addTaught({ status: "draft" });
    expect(await rows(courseId)).toEqual([]);
    await updateCourse(app.context, teacher.actor, courseId, { status: "published" });
    expect(await starts(teacher, courseId)).toHaveLength(3);
    await updateCourse(app.context, teacher.actor, courseId, { status: "draft" });
    expect(await starts(teacher, courseId)).toEqual([]);
    await updateCourse(app.context, teacher.actor, courseId, { status: "published" });
    expect(await rows(courseId)).toMatchObject(
      [1, 2, 3].map(() => ({ status: "scheduled", sequence: 2 })),
    );
  });

  test("keep their IDs when the weekly schedule changes, and students are notified once", async () => {
    const { teacher, courseId } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    const before = await rows(courseId);
    await updateCourse(app.context, teacher.actor, courseId, {
      schedule: [{ day: "Thursday", startTime: "17:00", endTime: "18:30" }],
    });
    const after = await rows(courseId);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      "2027-03-11T22:00:00.000Z",
      "2027-03-18T21:00:00.000Z",
      "2027-03-25T21:00:00.000Z",
    ]);
    await app.context.jobs.drain();
    const mails = app.mails.filter(({ to }) => to === student.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "The class times for Tajweed from the first letter have changed",
    ]);
    expect(mails[0]?.invitation?.method).toBe("PUBLISH");
    expect(readDates(mails[0]?.invitation?.text)).toEqual(
      after.map(({ id, startsAt }) => ({
        uid: `${id}@localhost`,
        sequence: 1,
        startsAt,
        status: "CONFIRMED",
      })),
    );
  });

  test("are removed from students' calendars by the same email when the course is shortened", async () => {
    const { teacher, courseId } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    await updateCourse(app.context, teacher.actor, courseId, { endDate: "2027-03-20" });
    await app.context.jobs.drain();
    const mail = app.mails.find(({ to }) => to === student.email);
    expect(readDates(mail?.invitation?.text).map(({ status }) => status)).toEqual([
      "CONFIRMED",
      "CONFIRMED",
      "CANCELLED",
    ]);
  });

  test("do not follow changes of the weekly schedule once they have started", async () => {
    const { teacher, courseId } = await addTaught();
    vi.setSystemTime(new Date("2027-03-12T12:00:00Z"));
    await updateCourse(app.context, teacher.actor, courseId, {
      schedule: [{ day: "Friday", startTime: "18:00", endTime: "19:00" }],
    });
    expect(await starts(await renewToken(app.context, teacher), courseId)).toEqual([
      "2027-03-10T23:00:00.000Z",
      "2027-03-12T23:00:00.000Z",
      "2027-03-19T22:00:00.000Z",
      "2027-03-26T22:00:00.000Z",
    ]);
  });

  test("stay moved or canceled when the weekly schedule changes", async () => {
    const { teacher, courseId } = await addTaught();
    const [first, second, third] = await rows(courseId);
    await move(teacher, first?.id ?? "", {
      date: "2027-03-09",
      startTime: "08:00",
      endTime: "09:00",
    });
    await app.call("POST", `/api/classes/${second?.id}/cancel`, { token: teacher.token, body: {} });
    await updateCourse(app.context, teacher.actor, courseId, {
      schedule: [{ day: "Wednesday", startTime: "20:00", endTime: "21:00" }],
    });
    expect(await rows(courseId)).toMatchObject([
      { id: first?.id, status: "scheduled", startsAt: new Date("2027-03-09T13:00:00Z") },
      { id: second?.id, status: "cancelled" },
      { id: third?.id, startsAt: new Date("2027-03-25T00:00:00Z") },
    ]);
  });

  test("follow the time zone of a teacher who moves to another zone", async () => {
    const { teacher, courseId } = await addTaught({}, "Asia/Karachi");
    await app.call("PATCH", `/api/teachers/${teacher.profileId}`, {
      token: teacher.token,
      body: { timeZone: "Europe/London" },
    });
    expect(await starts(teacher, courseId)).toEqual([
      "2027-03-10T18:00:00.000Z",
      "2027-03-17T18:00:00.000Z",
      "2027-03-24T18:00:00.000Z",
    ]);
  });

  test("continue for enrolled students after the course is archived", async () => {
    const { teacher, courseId } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    await app.call("DELETE", `/api/courses/${courseId}`, { token: teacher.token });
    expect(await starts(teacher, courseId)).toHaveLength(3);
    const path = `/api/enrollment/course/${courseId}/leave`;
    expect((await app.call("POST", path, { token: student.token })).status).toBe(200);
    expect(await starts(teacher, courseId)).toEqual([]);
  });
});

test("a course can last at most two years", async () => {
  const teacher = await addTeacher(app.context);
  const answer = await app.call("POST", "/api/courses", {
    token: teacher.token,
    body: courseInput({ ...week, endDate: "2029-04-01" }),
  });
  expect(answer.body.errors).toEqual([
    { field: "endDate", message: "A course can last at most two years" },
  ]);
});

test("a course created with only the required fields has all its classes", async () => {
  const teacher = await addTeacher(app.context);
  const { topics: _t, hasDiscount: _h, language: _l, imageUrl: _i, ...needed } = courseInput(week);
  const made = await app.call("POST", "/api/courses", { token: teacher.token, body: needed });
  expect(made.status).toBe(201);
  expect(await starts(teacher, made.body.data._id)).toHaveLength(3);
});

describe("a course with many classes", () => {
  const schedule = (rows: number, minute: string) =>
    days.slice(0, rows).map((day) => ({
      day,
      startTime: `10:${minute}`,
      endTime: `11:${minute}`,
    }));

  /**
   * Counts the statements for creating the course, moving all classes, changing the zone and
   * dropping half of the classes.
   */
  async function countAll(rows: number): Promise<number[]> {
    const teacher = await addTeacher(app.context, { timeZone: "Africa/Cairo" });
    const { token, profileId } = teacher;
    const input = courseInput({
      ...week,
      price: 0,
      endDate: "2027-07-31",
      schedule: schedule(rows, "00"),
    });
    const call = async (method: string, path: string, body: object) => {
      const answer = await app.call(method, path, { token, body });
      expect(answer.status).toBeLessThan(300);
      return answer.body.data;
    };
    let courseId = "";
    const counted = [
      await countStatements(async () => {
        courseId = (await call("POST", "/api/courses", input))._id;
      }),
    ];
    const path = `/api/courses/${courseId}`;
    const changes: [string, object][] = [
      [path, { schedule: schedule(rows, "15") }],
      [`/api/teachers/${profileId}`, { timeZone: "Asia/Karachi" }],
      [path, { schedule: schedule(rows, "15").slice(0, rows / 2) }],
    ];
    for (const [target, body] of changes) {
      counted.push(await countStatements(() => call("PUT", target, body)));
    }
    const dropped = (await rowsOf(courseId)).filter(({ status }) => status === "dropped");
    expect(dropped.length).toBeGreaterThan(10 * (rows / 2));
    return counted;
  }
  const rowsOf = rows;

  test("takes the same number of statements as one with few, whatever changes", async () => {
    expect(await countAll(6)).toEqual(await countAll(2));
  });

  test("is rejected beyond a thousand classes, but an older one can still be renamed", async () => {
    const { teacher, courseId } = await addTaught({ status: "draft" });
    const { token } = teacher;
    const change = (body: object) => app.call("PUT", `/api/courses/${courseId}`, { token, body });
    const thirty = [
      ...schedule(7, "00"),
      ...schedule(7, "00").map((time) => ({
        ...time,
        startTime: "15:00",
        endTime: "16:00",
      })),
    ];
    const refused = await change({ schedule: thirty, endDate: "2029-03-01" });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field: "schedule" }]);
    // A course from before the limit existed.
    await app.context.db
      .update(courses)
      .set({ endDate: "2029-03-01" })
      .where(eq(courses.id, courseId));
    const rowsBefore = thirty.map(({ day, startTime, endTime }, position) => ({
      courseId,
      teacherId: teacher.profileId,
      position: position + 1,
      day: dayNumber(day),
      startTime,
      endTime,
    }));
    await app.context.db.insert(courseSchedule).values(rowsBefore);
    expect((await change({ title: "Renamed" })).status).toBe(200);
    expect((await change({ endDate: "2029-02-01" })).status).toBe(400);
  });
});
