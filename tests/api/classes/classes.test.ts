import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { dayNumber, days } from "#lib/time/time.ts";
import { createCourse, updateCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courseSchedule, courses } from "#server/db/tables/courses.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { countStatements } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

// Clocks go forward on March 14, 2027 in New York and on March 28 in London, and never in Karachi.
const begin = new Date("2027-03-01T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: begin }));
afterEach(() => void vi.useRealTimers());

const week: Partial<CreateCourseInput> = {
  startDate: "2027-03-08",
  endDate: "2027-03-28",
  status: "published",
  schedule: [{ day: "Wednesday", startTime: "18:00", endTime: "19:00" }],
};

async function addTaught(
  overrides: Partial<CreateCourseInput> = {},
  timeZone = "America/New_York",
) {
  const teacher = await addTeacher(app.context, { timeZone });
  const course = await createCourse(
    app.context,
    teacher.actor,
    courseInput({ ...week, ...overrides }),
  );
  return { teacher, courseId: course._id };
}

/** Reads the calendar entries of an email with a third-party parser. */
const readDates = (text = "") =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const { uid, sequence, startDate } = new ICAL.Event(component);
    const status = component.getFirstPropertyValue("status");
    return { uid, sequence, startsAt: startDate.toJSDate(), status };
  });

const list = async (person: Person, courseId: string) =>
  app.call("GET", `/api/classes/course/${courseId}`, { token: person.token });

const starts = async (person: Person, courseId: string): Promise<string[]> =>
  (await list(person, courseId)).body.data.classes.map(
    (each: { startsAt: string }) => each.startsAt,
  );

const rows = (courseId: string) =>
  app.context.db
    .select()
    .from(classes)
    .where(eq(classes.courseId, courseId))
    .orderBy(classes.plannedStart);

const move = (person: Person, classId: string, body: object) =>
  app.call("PATCH", `/api/classes/${classId}`, { token: person.token, body });

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

describe("moving a class", () => {
  test("notifies the guardian of a child under 13, but not of an older student", async () => {
    const { teacher, courseId } = await addTaught();
    const guardian = { parentGuardianName: "Maryam", parentGuardianContact: "maryam@example.org" };
    const child = await addStudent(app.context, { name: "Bilal Aziz", age: 9, ...guardian });
    const older = { ...guardian, parentGuardianContact: "father@example.org" };
    const youth = await addStudent(app.context, { age: 15, ...older });
    for (const student of [child, youth]) await addEnrollment(app.context, student, courseId);
    const [first] = await rows(courseId);
    const time = { date: "2027-03-09", startTime: "08:00", endTime: "09:00" };
    await move(teacher, first?.id ?? "", time);
    await app.context.jobs.drain();
    const [copy, ...more] = app.mails.filter(({ to }) => to === "maryam@example.org");
    expect(more).toEqual([]);
    expect(copy?.subject).toBe("Bilal Aziz: Your class in Tajweed from the first letter was moved");
    expect(copy?.text).toContain("Assalamu alaikum Maryam,");
    expect(copy?.text).toContain("you are Bilal Aziz's guardian");
    expect(copy?.text).toContain("Now: Tue, Mar 9, 2027");
    expect(copy?.invitation?.method).toBe("REQUEST");
    expect(app.mails.filter(({ to }) => to === "father@example.org")).toEqual([]);
  });

  test("notifies every student of the old and the new time in the student's own time zone", async () => {
    const { teacher, courseId } = await addTaught();
    const inKarachi = await addStudent(app.context, { timeZone: "Asia/Karachi" });
    const inLondon = await addStudent(app.context, { timeZone: "Europe/London" });
    const left = await addStudent(app.context);
    for (const student of [inKarachi, inLondon])
      await addEnrollment(app.context, student, courseId);
    const [, second] = await rows(courseId);
    const answer = await move(teacher, second?.id ?? "", {
      date: "2027-03-18",
      startTime: "17:30",
      endTime: "18:15",
      note: "I am traveling on Wednesday.",
    });
    expect(answer.status).toBe(200);
    await app.context.jobs.drain();
    const mailTo = (person: Person) => app.mails.filter(({ to }) => to === person.email);
    expect(mailTo(left)).toEqual([]);
    const [karachi] = mailTo(inKarachi);
    expect(karachi?.text).toContain("Before: Thu, Mar 18, 2027, 03:00 GMT+5, 60 minutes");
    expect(karachi?.text).toContain("Now: Fri, Mar 19, 2027, 02:30 GMT+5, 45 minutes");
    expect(karachi?.text).toContain(
      "In your teacher's time zone, this is Thu, Mar 18, 2027, 17:30 GMT-4.",
    );
    expect(karachi?.text).toContain("Yusuf Mansour says: I am traveling on Wednesday.");
    expect(mailTo(inLondon)[0]?.text).toContain("Now: Thu, Mar 18, 2027, 21:30 GMT, 45 minutes");
    const calendar = karachi?.invitation?.text ?? "";
    expect(karachi?.invitation?.method).toBe("REQUEST");
    expect(calendar).toContain(`UID:${second?.id}@`);
    expect(calendar).toContain("SEQUENCE:1");
    expect(calendar).toContain("DTSTART:20270318T213000Z");
    const moved = (await list(inKarachi, courseId)).body.data.classes[1];
    expect(moved).toMatchObject({
      startsAt: "2027-03-18T21:30:00.000Z",
      movedFrom: "2027-03-17T22:00:00.000Z",
      note: "I am traveling on Wednesday.",
    });
  });

  test("is rejected when it overlaps another class of the teacher, and the error names that class", async () => {
    const { teacher, courseId } = await addTaught();
    const other = await createCourse(
      app.context,
      teacher.actor,
      courseInput({
        ...week,
        title: "Surah Yasin",
        schedule: [{ day: "Friday", startTime: "10:00", endTime: "11:00" }],
      }),
    );
    const [first] = await rows(courseId);
    const body = { date: "2027-03-19", startTime: "10:30", endTime: "11:30" };
    const answer = await move(teacher, first?.id ?? "", body);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe(
      "This time overlaps with your class in “Surah Yasin” (Fri, Mar 19, 2027, 10:00 GMT-4).",
    );
    // The time of a canceled class is available.
    const [, friday] = await rows(other._id);
    await app.call("POST", `/api/classes/${friday?.id}/cancel`, { token: teacher.token, body: {} });
    expect((await move(teacher, first?.id ?? "", body)).status).toBe(200);
    // A week that overlaps a moved class can't be published.
    const over = await app.call("POST", "/api/courses", {
      token: teacher.token,
      body: courseInput({
        ...week,
        schedule: [{ day: "Friday", startTime: "11:15", endTime: "11:45" }],
      }),
    });
    expect(over.status).toBe(409);
    expect(over.body.errors).toEqual([
      {
        field: "schedule",
        message: "The schedule overlaps with your course “Tajweed from the first letter”.",
      },
    ]);
  });

  test("succeeds for one of two classes that are moved to the same time simultaneously", async () => {
    const { teacher, courseId } = await addTaught();
    const [first, second] = await rows(courseId);
    const body = { date: "2027-03-20", startTime: "10:00", endTime: "11:00" };
    const answers = await Promise.all(
      [first, second].map((row) => move(teacher, row?.id ?? "", body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("is rejected for a class that has started, for past times and for times too far ahead", async () => {
    const taught = await addTaught();
    const [first, second] = await rows(taught.courseId);
    vi.setSystemTime(new Date("2027-03-10T23:00:00Z"));
    const teacher = await renewToken(app.context, taught.teacher);
    const later = { date: "2027-03-20", startTime: "10:00", endTime: "11:00" };
    const begun = await move(teacher, first?.id ?? "", later);
    expect([begun.status, begun.body.message]).toEqual([
      409,
      "A class that has started can't be moved or canceled.",
    ]);
    for (const date of ["2027-03-09", "2028-04-01"]) {
      expect((await move(teacher, second?.id ?? "", { ...later, date })).status).toBe(400);
    }
    const backwards = { ...later, endTime: "09:00" };
    expect((await move(teacher, second?.id ?? "", backwards)).body.errors).toEqual([
      { field: "endTime", message: "End time must be after the start time" },
    ]);
  });

  test("is possible only for the teacher", async () => {
    const { teacher, courseId } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    const [first] = await rows(courseId);
    const body = { date: "2027-03-20", startTime: "10:00", endTime: "11:00" };
    expect((await move(student, first?.id ?? "", body)).status).toBe(403);
    const otherTeacher = await addTeacher(app.context);
    expect((await move(otherTeacher, first?.id ?? "", body)).status).toBe(404);
    expect((await move(teacher, "cls_missing", body)).status).toBe(404);
  });
});

describe("canceling a class", () => {
  test("removes it from the students' calendars, once", async () => {
    const { teacher, courseId } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    const [first] = await rows(courseId);
    for (let times = 0; times < 2; times += 1) {
      const answer = await app.call("POST", `/api/classes/${first?.id}/cancel`, {
        token: teacher.token,
        body: { note: "Eid" },
      });
      expect(answer.status).toBe(200);
    }
    await app.context.jobs.drain();
    const mails = app.mails.filter(({ to }) => to === student.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.invitation?.method).toBe("CANCEL");
    expect(mails[0]?.invitation?.text).toContain("STATUS:CANCELLED");
    expect((await list(student, courseId)).body.data.classes[0]).toMatchObject({
      isCancelled: true,
      note: "Eid",
    });
    const again = await move(teacher, first?.id ?? "", {
      date: "2027-03-13",
      startTime: "10:00",
      endTime: "11:00",
    });
    expect(again.status).toBe(200);
    expect((await rows(courseId))[0]).toMatchObject({ status: "scheduled", sequence: 2 });
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
