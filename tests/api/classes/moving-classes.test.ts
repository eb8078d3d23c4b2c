import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createCourse } from "#server/courses/courses.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";
import { teachIn, week } from "./taught-classes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addTaught, list, rows, move } = teachIn(() => app);

describe("moving a class", () => {
  test("notifies the guardian of a child under 13, but not that of an older student", async () => {
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
    expect(copy?.text).toContain("Now: Tue, Mar 9");
    expect(copy?.invitation?.method).toBe("REQUEST");
    expect(app.mails.filter(({ to }) => to === "father@example.org")).toEqual([]);
  });

  test("notifies every student in the student's own language, and not in the teacher's", async () => {
    const { teacher, courseId } = await addTaught();
    const inFrench = await addStudent(app.context);
    const inEnglish = await addStudent(app.context);
    await app.context.db
      .update(users)
      .set({ language: "fr" })
      .where(eq(users.email, inFrench.email));
    for (const student of [inFrench, inEnglish]) {
      await addEnrollment(app.context, student, courseId);
    }
    const [first] = await rows(courseId);
    const time = { date: "2027-03-09", startTime: "08:00", endTime: "09:00" };
    await runWithLanguage("ar", () => move(teacher, first?.id ?? "", time));
    await app.context.jobs.drain();
    const mailTo = (person: Person) => app.mails.find(({ to }) => to === person.email);
    expect(mailTo(inFrench)?.text).toContain("Désormais\u00a0: mar. 9 mars à ");
    expect(mailTo(inFrench)?.html).toContain('<html lang="fr" dir="ltr">');
    expect(mailTo(inEnglish)?.text).toContain("Now: Tue, Mar 9, ");
    expect(mailTo(inEnglish)?.html).toContain('<html lang="en" dir="ltr">');
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
    expect(karachi?.text).toContain("Before: Thu, Mar 18, 03:00, 60 minutes");
    expect(karachi?.text).toContain("Now: Fri, Mar 19, 02:30, 45 minutes");
    expect(karachi?.text).toContain(
      "In your teacher's time zone, this is Thu, Mar 18, 17:30 GMT-4.",
    );
    expect(karachi?.text).toContain("Yusuf Mansour says: I am traveling on Wednesday.");
    expect(mailTo(inLondon)[0]?.text).toContain("Now: Thu, Mar 18, 21:30, 45 minutes");
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
      "This time overlaps with your class in “Surah Yasin” (Fri, Mar 19, 10:00 GMT-4).",
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
