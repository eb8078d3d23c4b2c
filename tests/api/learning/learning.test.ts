import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { insertPastMeetings } from "#server/demo/rows.ts";
import { findEnrolledCourse } from "#server/learning/enrolled-course.ts";
import { listProgress } from "#server/learning/list-progress.ts";
import { findProgress } from "#server/learning/progress.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

const begin = new Date("2027-03-01T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: begin }));
afterEach(() => void vi.useRealTimers());

/** A course of five classes, on Mondays at 17:00 in Cairo from March 8, with one student. */
async function addTaught(student?: Person) {
  const teacher = await addTeacher(app.context);
  const { _id: courseId } = await createCourse(
    app.context,
    teacher.actor,
    courseInput({ startDate: "2027-03-08", endDate: "2027-04-05", status: "published" }),
  );
  const enrolled = student ?? (await addStudent(app.context));
  await addEnrollment(app.context, enrolled, courseId);
  const dated = await app.context.db
    .select()
    .from(classes)
    .where(eq(classes.courseId, courseId))
    .orderBy(classes.startsAt);
  return { teacher, courseId, student: enrolled, dated };
}

type Taught = Awaited<ReturnType<typeof addTaught>>;

/** Records the class at this position as held, with these people. */
async function hold({ teacher, courseId, dated }: Taught, place: number, attending: Person[]) {
  const { startsAt } = dated[place] ?? { startsAt: new Date() };
  await insertPastMeetings(app.context.db, [
    {
      teacherId: teacher.profileId,
      courseId,
      topic: "Class",
      startTime: startsAt,
      duration: 60,
      timeZone: "Africa/Cairo",
      attending: attending.map(({ profileId }) => ({ studentId: profileId, joinedAt: startsAt })),
    },
  ]);
}

const afterAllClasses = new Date("2027-04-10T12:00:00Z");

async function progressOf(person: Person, courseId: string) {
  const { token } = await renewToken(app.context, person);
  return app.call("GET", `/api/learning/courses/${courseId}/progress`, { token });
}

async function claim(person: Person, courseId: string) {
  const { token } = await renewToken(app.context, person);
  return app.call("POST", `/api/learning/courses/${courseId}/certificate`, { token });
}

describe("a student's progress", () => {
  test("counts attended classes, and profile figures and cards agree", async () => {
    const taught = await addTaught();
    const { student, courseId, dated } = taught;
    await hold(taught, 0, [student]);
    await hold(taught, 1, []);
    vi.setSystemTime(new Date(dated[2]?.startsAt ?? begin));
    const { body } = await progressOf(student, courseId);
    expect(body.data.summary).toEqual({
      total: 5,
      attended: 1,
      missed: 1,
      toCome: 3,
      beforeEnrollment: 0,
      minutes: 60,
    });
    expect(body.data.classes.map(({ attended }: { attended?: boolean }) => attended)).toEqual([
      true,
      false,
      false,
      undefined,
      undefined,
    ]);
    const profile = await app.call("GET", `/api/students/${student.profileId}`);
    expect(profile.body.data).toMatchObject({ lessonsCompleted: 1, totalHours: 1 });
  });

  test("prefers the teacher's attendance record to the join link", async () => {
    const taught = await addTaught();
    const { teacher, student, courseId, dated } = taught;
    await hold(taught, 0, [student]);
    vi.setSystemTime(afterAllClasses);
    const { token } = await renewToken(app.context, teacher);
    const correct = (place: number, present: boolean | null) =>
      app.call("PUT", `/api/classes/${dated[place]?.id}/attendance`, {
        token,
        body: { studentId: student.profileId, present },
      });
    expect((await correct(0, false)).status).toBe(200);
    expect((await correct(1, true)).status).toBe(200);
    expect((await correct(2, true)).status).toBe(200);
    const figures = async () =>
      (await app.call("GET", `/api/students/${student.profileId}`)).body.data;
    expect(await figures()).toMatchObject({ lessonsCompleted: 2, totalHours: 2 });
    expect((await progressOf(student, courseId)).body.data.summary).toMatchObject({ attended: 2 });
    await correct(0, null);
    expect(await figures()).toMatchObject({ lessonsCompleted: 3 });
    const list = await app.call("GET", `/api/classes/${dated[0]?.id}/attendance`, { token });
    expect(list.body.data).toMatchObject([{ present: true, isCorrected: false }]);
    const other = await addStudent(app.context);
    const refused = await app.call("PUT", `/api/classes/${dated[0]?.id}/attendance`, {
      token,
      body: { studentId: other.profileId, present: true },
    });
    expect(refused.status).toBe(409);
  });

  test("does not count a link opened days before the class, but counts joining the class", async () => {
    const taught = await addTaught();
    const { student, courseId, dated } = taught;
    const [first] = dated;
    await hold(taught, 0, []);
    const listed = await app.call("GET", `/api/classes/course/${courseId}`, {
      token: student.token,
    });
    const meetingId = listed.body.data.classes[0].meeting._id;
    const { joinMeeting } = await import("#server/meetings/meetings.ts");
    await joinMeeting(app.context, student.actor, meetingId);
    vi.setSystemTime(afterAllClasses);
    expect((await progressOf(student, courseId)).body.data.summary.attended).toBe(0);
    vi.setSystemTime(new Date(first?.startsAt ?? begin));
    await joinMeeting(app.context, student.actor, meetingId);
    vi.setSystemTime(afterAllClasses);
    expect((await progressOf(student, courseId)).body.data.summary.attended).toBe(1);
  });

  test("does not count links that are opened once the classes have ended", async () => {
    const taught = await addTaught();
    const { student, courseId } = taught;
    for (const place of [0, 1, 2, 3, 4]) await hold(taught, place, []);
    vi.setSystemTime(afterAllClasses);
    const { token } = await renewToken(app.context, student);
    const listed = await app.call("GET", `/api/classes/course/${courseId}`, { token });
    const { joinMeeting } = await import("#server/meetings/meetings.ts");
    for (const { meeting } of listed.body.data.classes) {
      await joinMeeting(app.context, student.actor, meeting._id);
    }
    expect((await progressOf(student, courseId)).body.data.summary.attended).toBe(0);
    expect((await claim(student, courseId)).status).toBe(409);
    const profile = await app.call("GET", `/api/students/${student.profileId}`);
    expect(profile.body.data).toMatchObject({ lessonsCompleted: 0, totalHours: 0 });
  });

  test("counts joining a class that began late as attendance until the class ends", async () => {
    const taught = await addTaught();
    const { student, courseId, dated } = taught;
    await hold(taught, 0, []);
    const [first] = dated;
    const start = (first?.startsAt ?? begin).getTime();
    await app.context.db
      .update(meetings)
      .set({ startedAt: new Date(start + 40 * 60_000), endedAt: new Date(start + 100 * 60_000) })
      .where(eq(meetings.courseId, courseId));
    const listed = await app.call("GET", `/api/classes/course/${courseId}`, {
      token: student.token,
    });
    const { joinMeeting } = await import("#server/meetings/meetings.ts");
    vi.setSystemTime(start + 70 * 60_000);
    await joinMeeting(app.context, student.actor, listed.body.data.classes[0].meeting._id);
    expect((await progressOf(student, courseId)).body.data.summary.attended).toBe(1);
  });

  test("cannot be corrected for classes that ended before the student enrolled", async () => {
    const taught = await addTaught();
    const { teacher, courseId, dated } = taught;
    vi.setSystemTime(new Date("2027-03-20T12:00:00Z"));
    const late = await addStudent(app.context);
    await addEnrollment(app.context, late, courseId);
    const { token } = await renewToken(app.context, teacher);
    const refused = await app.call("PUT", `/api/classes/${dated[0]?.id}/attendance`, {
      token,
      body: { studentId: late.profileId, present: true },
    });
    expect(refused.status).toBe(409);
    expect((await progressOf(late, courseId)).body.data.summary.attended).toBe(0);
  });

  test("counts only the classes that end after the student enrolled", async () => {
    const taught = await addTaught();
    const { teacher, courseId } = taught;
    vi.setSystemTime(new Date("2027-03-20T12:00:00Z"));
    const late = await addStudent(app.context);
    await addEnrollment(app.context, late, courseId);
    await hold(taught, 2, [late]);
    vi.setSystemTime(new Date("2027-03-23T12:00:00Z"));
    expect((await progressOf(late, courseId)).body.data.summary).toMatchObject({
      total: 3,
      attended: 1,
      missed: 0,
      beforeEnrollment: 2,
      toCome: 2,
    });
    const { token } = await renewToken(app.context, teacher);
    const sorted = "/api/enrollment/teacher/students?sort=progress&order=desc";
    const { students } = (await app.call("GET", sorted, { token })).body.data;
    expect(students.map(({ progress }: { progress: unknown }) => progress)).toEqual([
      { done: 1, total: 3 },
      { done: 0, total: 5 },
    ]);
  });

  test("is visible only to the student", async () => {
    const { teacher, courseId } = await addTaught();
    for (const person of [teacher, await addStudent(app.context)]) {
      expect((await progressOf(person, courseId)).status).toBe(403);
    }
  });

  test("is listed for all of the student's courses, the newest first, and for nobody else", async () => {
    const first = await addTaught();
    vi.setSystemTime(new Date(begin.getTime() + 60_000));
    const second = await addTaught(first.student);
    await hold(second, 0, [first.student]);
    vi.setSystemTime(afterAllClasses);
    const listed = await listProgress(app.context, first.student.actor);
    expect(listed.map(({ course, summary }) => [course._id, summary.attended])).toEqual([
      [second.courseId, 1],
      [first.courseId, 0],
    ]);
    expect(await listProgress(app.context, (await addStudent(app.context)).actor)).toEqual([]);
    await expect(listProgress(app.context, first.teacher.actor)).rejects.toThrow();
  });

  test("takes the same number of queries for many classes as for few", async () => {
    const few = await addTaught();
    const { _id: many } = await createCourse(
      app.context,
      few.teacher.actor,
      courseInput({
        startDate: "2027-03-08",
        endDate: "2028-03-05",
        status: "published",
        schedule: [{ day: "Tuesday", startTime: "08:00", endTime: "09:00" }],
      }),
    );
    await addEnrollment(app.context, few.student, many);
    const count = (courseId: string) => [
      countQueries(app.database, () => findProgress(app.context, few.student.actor, courseId)),
    ];
    const [a] = await Promise.all(count(few.courseId));
    const [b] = await Promise.all(count(many));
    expect([a, b]).toEqual([4, 4]);
    const page = await countQueries(app.database, () =>
      findEnrolledCourse(app.context, few.student.actor, many),
    );
    expect(page).toBe(5);
  });
});

describe("a certificate", () => {
  test("requires four of five classes, states what was completed, and is issued once", async () => {
    const taught = await addTaught();
    const { student, courseId } = taught;
    for (const place of [0, 1, 2]) await hold(taught, place, [student]);
    vi.setSystemTime(afterAllClasses);
    const refused = await claim(student, courseId);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "To earn a certificate, attend at least 80% of the classes and pass every quiz.",
    ]);
    await hold(taught, 3, [student]);
    const answers = await Promise.all([1, 2, 3].map(() => claim(student, courseId)));
    expect(new Set(answers.map(({ body }) => body.data.code)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const { code } = answers[0]?.body.data ?? {};
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
    const { findCertificate } = await import("#server/learning/certificates.ts");
    const typed = code.toLowerCase().replaceAll("-", " ");
    expect(await findCertificate(app.context, undefined, typed)).toMatchObject({
      studentName: "Maryam Siddiqui",
      teacherName: "Yusuf Mansour",
      courseTitle: "Tajweed from the first letter",
      classesAttended: 4,
      classesHeld: 5,
      minutes: 240,
      isNameHidden: false,
    });
    await expect(findCertificate(app.context, undefined, "ABCD")).rejects.toThrow("not found");
  });

  test("is earned by a student who joins when two classes are left, and states all classes", async () => {
    const taught = await addTaught();
    const { courseId, dated } = taught;
    vi.setSystemTime(new Date(dated[2]?.endsAt ?? begin));
    const late = await addStudent(app.context);
    await addEnrollment(app.context, late, courseId);
    await hold(taught, 3, [late]);
    vi.setSystemTime(afterAllClasses);
    expect((await claim(late, courseId)).status).toBe(409);
    await hold(taught, 4, [late]);
    const claimed = await claim(late, courseId);
    expect(claimed.status).toBe(201);
    const { findCertificate } = await import("#server/learning/certificates.ts");
    expect(await findCertificate(app.context, undefined, claimed.body.data.code)).toMatchObject({
      classesAttended: 2,
      classesHeld: 5,
    });
  });

  test("can't be earned by a student who joins after the last class", async () => {
    const { courseId } = await addTaught();
    vi.setSystemTime(afterAllClasses);
    const late = await addStudent(app.context);
    await addEnrollment(app.context, late, courseId);
    expect((await progressOf(late, courseId)).body.data.summary).toMatchObject({
      total: 0,
      beforeEnrollment: 5,
    });
    expect((await claim(late, courseId)).status).toBe(409);
  });

  test("requires every quiz to be passed", async () => {
    const taught = await addTaught();
    const { teacher, student, courseId } = taught;
    await app.call("POST", `/api/quizzes/course/${courseId}`, {
      token: teacher.token,
      body: {
        title: "Letters",
        passMark: 50,
        questions: [
          {
            kind: "single",
            text: "First letter?",
            options: [
              { text: "ا", right: true },
              { text: "ب", right: false },
            ],
          },
        ],
      },
    });
    for (const place of [0, 1, 2, 3, 4]) await hold(taught, place, [student]);
    vi.setSystemTime(afterAllClasses);
    expect((await claim(student, courseId)).status).toBe(409);
  });

  test("shortens a minor's name for visitors, and is revoked by a refund or by the teacher", async () => {
    const child = await addStudent(app.context, { name: "Hamza Iqbal Khan", age: 12 });
    const taught = await addTaught(child);
    for (const place of [0, 1, 2, 3]) await hold(taught, place, [child]);
    vi.setSystemTime(afterAllClasses);
    const { code } = (await claim(child, taught.courseId)).body.data;
    const { findCertificate } = await import("#server/learning/certificates.ts");
    const seenBy = (person?: Person) => findCertificate(app.context, person?.actor, code);
    expect(await seenBy()).toMatchObject({ studentName: "A student", isNameHidden: true });
    expect(await seenBy(child)).toMatchObject({ studentName: "Hamza Iqbal Khan" });
    expect(await seenBy(taught.teacher)).toMatchObject({ isRevocable: true });

    const mine = eq(enrollments.studentId, child.profileId);
    await app.context.db.update(enrollments).set({ status: "refunded" }).where(mine);
    expect(await seenBy()).toMatchObject({ voided: "refunded" });
    await app.context.db.update(enrollments).set({ status: "enrolled" }).where(mine);

    const revoke = async (person: Person) => {
      const { token } = await renewToken(app.context, person);
      return app.call("POST", `/api/learning/certificates/${code}/revoke`, { token });
    };
    expect((await revoke(await addTeacher(app.context))).status).toBe(404);
    expect((await revoke(child)).status).toBe(403);
    expect((await revoke(taught.teacher)).status).toBe(200);
    expect(await seenBy()).toMatchObject({ voided: "revoked", isRevocable: false });
    expect((await claim(child, taught.courseId)).status).toBe(409);
  });
});

describe("the stored learning data of a student", () => {
  test("is in the export, and is deleted with the account", async () => {
    const taught = await addTaught();
    const { student, courseId } = taught;
    for (const place of [0, 1, 2, 3]) await hold(taught, place, [student]);
    vi.setSystemTime(afterAllClasses);
    const { code } = (await claim(student, courseId)).body.data;
    const { token } = await renewToken(app.context, student);
    const { data } = (await app.call("GET", "/api/users/me/export", { token })).body;
    expect(data.certificates).toMatchObject([{ code, courseTitle: expect.any(String) }]);
    expect(data).toMatchObject({ quizAttempts: [], attendanceCorrections: [] });
    const { erasePerson } = await import("#server/account-settings/erasure/erase.ts");
    await app.context.db.transaction((tx) =>
      erasePerson(tx, { id: student.userId, email: student.email }),
    );
    const { findCertificate } = await import("#server/learning/certificates.ts");
    await expect(findCertificate(app.context, undefined, code)).rejects.toThrow("not found");
  });
});
