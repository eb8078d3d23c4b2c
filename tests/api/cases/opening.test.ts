/** Which reports open a case, what evidence it keeps, and who is notified. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { neighborCount } from "#lib/cases/cases.rules.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { caseEvidence, caseReports } from "#server/db/tables/cases.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { comments } from "#server/db/tables/comments.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson } from "../../support/staff.ts";
import { converse } from "../messages/converse.ts";
import { addAttendedCourse, courseReview, reviewCaller } from "../reviews/support.ts";
import { caseAbout, casesAbout } from "./support.ts";

const onCall = ["oncall@example.org", "second@example.org"];

let app: TestApp;
let queued: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp({ env: { ALERT_EMAILS: onCall.join(","), RATE_LIMIT_FACTOR: "20" } });
  queued = keepQueuedMails(app);
});
afterAll(() => app.close());

const { addClass, call: messageCall, open, send } = converse(() => app);

const report = (
  { token }: Pick<Person, "token">,
  about: string,
  id: string,
  more: Record<string, unknown> = {},
) =>
  app.call("POST", "/api/reports", {
    token,
    body: { about, id, category: "harassment", details: "It is unkind.", ...more },
  });

async function addComment(person: Person, courseId: string, content = "Rude words") {
  const answer = await app.call("POST", `/api/comments/course/${courseId}`, {
    token: person.token,
    body: { content },
  });
  expect(answer.status).toBe(201);
  return answer.body.data._id as string;
}

describe("a reported message", () => {
  it("opens a case with the messages around it and nothing else from the conversation", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const ids: string[] = [];
    for (let index = 1; index <= 11; index += 1) {
      const sent = await send(index % 2 ? student : teacher, threadId, `Message ${index}`);
      ids.push(sent.body.data._id);
    }
    const reported = ids[4] ?? "";
    expect((await messageCall(teacher, "POST", `/${reported}/report`, {})).status).toBe(201);
    const { evidence, aboutUserId, kind } = await caseAbout(app, "message", reported);
    expect({ aboutUserId, kind }).toEqual({ aboutUserId: student.userId, kind: "report" });
    const nearby = [2, 3, 4, 5, 6, 7, 8];
    expect(nearby).toHaveLength(2 * neighborCount + 1);
    expect(evidence).toMatchObject(
      nearby.map((seq) => ({ seq, text: `Message ${seq}`, isReported: seq === 5 })),
    );
  });

  it("stays in its case after the author deletes it, and after the account is deleted", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(teacher, threadId, "Cruel words")).body.data;
    await messageCall(student, "POST", `/${_id}/report`, { reason: "Cruel" });
    const before = await caseAbout(app, "message", _id);
    await messageCall(teacher, "DELETE", `/${_id}`);
    expect(await caseAbout(app, "message", _id)).toEqual(before);
    expect(before.evidence).toMatchObject([
      { text: "Cruel words", authorName: expect.any(String) },
    ]);
    await expect(
      app.context.db
        .update(caseEvidence)
        .set({ position: 9 })
        .where(eq(caseEvidence.caseId, before.id)),
    ).rejects.toThrow();
  });

  it("includes the text of a message next to it that its author deleted before the report", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const first = (await send(teacher, threadId, "Meet me alone")).body.data._id;
    const second = (await send(teacher, threadId, "Tell nobody")).body.data._id;
    await messageCall(teacher, "DELETE", `/${first}`);
    await messageCall(student, "POST", `/${second}/report`, {});
    expect((await caseAbout(app, "message", second)).evidence).toMatchObject([
      { text: "Meet me alone", wasDeleted: true, isReported: false },
      { text: "Tell nobody", wasDeleted: false, isReported: true },
    ]);
  });

  it("can't be reported through its ID by someone who can't read it", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(teacher, threadId, "Private")).body.data;
    expect((await report(await addStudent(app.context), "message", _id)).status).toBe(404);
    expect(await casesAbout(app, "message", _id)).toEqual([]);
  });
});

describe("a reported review", () => {
  it("opens one case, and each report is added to the case and can be withdrawn from it", async () => {
    const { courseId, students } = await addAttendedCourse(app, 3);
    const [author, one, two] = students as [Person, Person, Person];
    const call = reviewCaller(app);
    const written = await call("POST", "/", { token: author.token, body: courseReview(courseId) });
    const id = written.body.data._id;
    await call("POST", `/${id}/report`, { token: one.token });
    await call("POST", `/${id}/report`, { token: two.token });
    const opened = await caseAbout(app, "review", id);
    expect(opened.reports.map(({ reporterId }) => reporterId)).toEqual([one.userId, two.userId]);
    expect(opened.evidence).toMatchObject([{ kind: "review", text: written.body.data.content }]);
    expect((await report(one, "review", id)).status).toBe(201);
    const described = await caseAbout(app, "review", id);
    expect(described.reports).toMatchObject([{ details: "It is unkind." }, { details: "" }]);
    await call("POST", `/${id}/report`, { token: one.token });
    expect((await caseAbout(app, "review", id)).status).toBe("open");
    await call("POST", `/${id}/report`, { token: two.token });
    expect((await caseAbout(app, "review", id)).status).toBe("closed");
  });

  it("keeps its text in the case when the author deletes the review", async () => {
    const { courseId, students } = await addAttendedCourse(app, 2);
    const [author, reader] = students as [Person, Person];
    const call = reviewCaller(app);
    const written = await call("POST", "/", { token: author.token, body: courseReview(courseId) });
    const id = written.body.data._id;
    await report(reader, "review", id);
    await app.context.db.delete(reviews).where(eq(reviews.id, id));
    expect((await caseAbout(app, "review", id)).evidence).toMatchObject([
      { text: written.body.data.content },
    ]);
  });
});

describe("a reported comment", () => {
  it("opens a case for members of the course, and is missing for everyone else", async () => {
    const { student, students, courseId, teacher } = await addClass(2);
    const other = students[1] as Person;
    const id = await addComment(student, courseId);
    expect((await report(await addStudent(app.context), "comment", id)).status).toBe(404);
    expect((await report(student, "comment", id)).status).toBe(403);
    expect((await report(other, "comment", id)).status).toBe(201);
    expect((await report(teacher, "comment", id)).status).toBe(201);
    const opened = await caseAbout(app, "comment", id);
    expect(opened.reports).toHaveLength(2);
    expect(opened.aboutUserId).toBe(student.userId);
    await app.context.db.delete(comments).where(eq(comments.id, id));
    expect((await caseAbout(app, "comment", id)).evidence).toMatchObject([{ text: "Rude words" }]);
  });
});

describe("profiles, courses and classes", () => {
  it("can be reported by everyone who sees them, except their owner", async () => {
    const teacher = await addTeacher(app.context, { bio: "I teach Quran." });
    const courseId = await addCourse(app.context, teacher);
    const student = await addStudent(app.context);
    const child = await addStudent(app.context, { age: 9 });
    expect((await report(student, "profile", teacher.profileId)).status).toBe(201);
    expect((await report(teacher, "profile", teacher.profileId)).status).toBe(403);
    expect((await report(student, "profile", child.profileId)).status).toBe(404);
    expect((await report(student, "course", courseId)).status).toBe(201);
    expect((await report(teacher, "course", courseId)).status).toBe(403);
    expect((await report(student, "course", "crs_missing")).status).toBe(404);
    expect((await report(student, "class", "cls_missing")).status).toBe(404);
    const ofTeacher = await caseAbout(app, "profile", teacher.profileId);
    expect(ofTeacher.evidence).toMatchObject([
      {
        kind: "profile",
        texts: expect.arrayContaining([{ field: "bio", text: "I teach Quran." }]),
      },
    ]);
    expect((await caseAbout(app, "course", courseId)).aboutUserId).toBe(teacher.userId);
  });

  it("keep every public text, whatever the teacher changes later", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { price: 20 });
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    const { db } = app.context;
    const own = eq(courses.id, courseId);
    const texts = { objectives: ["Insult", "Others"], requirements: ["Cash"], topics: ["Fraud"] };
    await db.update(courses).set(texts).where(own);
    const [first] = await db.select().from(classes).where(eq(classes.courseId, courseId)).limit(1);
    const classId = first?.id ?? "";
    await db.update(classes).set({ note: "Bring the money" }).where(eq(classes.id, classId));
    expect((await report(student, "course", courseId)).status).toBe(201);
    await db.update(courses).set({ objectives: [], requirements: [], topics: [] }).where(own);
    const copied = [
      { field: "objectives", text: "Insult\nOthers" },
      { field: "requirements", text: "Cash" },
      { field: "topics", text: "Fraud" },
    ];
    const ofCourse = await caseAbout(app, "course", courseId);
    expect(ofCourse.evidence).toMatchObject([{ kind: "course", texts: copied }]);
    expect((await report(student, "class", classId)).status).toBe(201);
    const ofClass = await caseAbout(app, "class", classId);
    expect(ofClass.evidence).toMatchObject([
      { kind: "class", note: "Bring the money" },
      { kind: "course", texts: [] },
    ]);
  });

  it("can be reported only with a category, a description and a session", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const { profileId } = teacher;
    const empty = await report(student, "profile", profileId, { category: "x", details: " " });
    expect(empty.status).toBe(400);
    expect(empty.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "category",
      "details",
    ]);
    expect((await report({ token: "none" }, "profile", profileId)).status).toBe(401);
    expect((await report(student, "contact", "msg_1")).status).toBe(400);
  });
});

describe("one subject", () => {
  it("has one pending case, however many people report it at once", async () => {
    const teacher = await addTeacher(app.context);
    const people = await Promise.all(Array.from({ length: 6 }, () => addStudent(app.context)));
    const answers = await Promise.all(
      people.map((person) => report(person, "profile", teacher.profileId)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect((await caseAbout(app, "profile", teacher.profileId)).reports).toHaveLength(6);
  });

  it("accepts only one report from the same person", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    for (const _again of [1, 2]) await report(student, "profile", teacher.profileId);
    const { reports, version } = await caseAbout(app, "profile", teacher.profileId);
    expect([reports.length, version]).toEqual([1, 1]);
  });
});

describe("an urgent safety concern about a child", () => {
  it("is emailed to every on-call address at once, however many there are", async () => {
    const reporter = await addStudent(app.context);
    for (let index = 0; index < 8; index += 1) {
      const teacher = await addTeacher(app.context);
      const before = queued.length;
      const urgent = { category: "child-safety", details: `Secret ${index}` };
      await report(reporter, "profile", teacher.profileId, urgent);
      const { id, urgent: isUrgent, kind } = await caseAbout(app, "profile", teacher.profileId);
      expect([isUrgent, kind]).toEqual([true, "safety"]);
      const alerts = queued.slice(before).filter(({ subject }) => subject.startsWith("Urgent"));
      expect(alerts.map(({ to }) => to)).toEqual(onCall);
      for (const { text } of alerts) expect(text).toContain(`/staff/cases/${id}`);
    }
  });

  const alertsSince = (before: number) =>
    queued.slice(before).filter(({ subject }) => subject.startsWith("Urgent"));

  it("makes an open case urgent, and each person's report alerts on-call staff once", async () => {
    const teacher = await addTeacher(app.context);
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => addStudent(app.context)));
    if (!one || !two || !three) throw new Error("People are missing");
    await report(one, "profile", teacher.profileId);
    const before = queued.length;
    for (const person of [two, three]) {
      for (const details of ["He asked to meet alone.", "He asked again."]) {
        await report(person, "profile", teacher.profileId, { category: "child-safety", details });
      }
    }
    expect(await caseAbout(app, "profile", teacher.profileId)).toMatchObject({
      urgent: true,
      kind: "safety",
    });
    expect(alertsSince(before).map(({ text }) => text)).toEqual(
      Array(2 * onCall.length).fill(expect.stringContaining("He asked to meet alone.")),
    );
  });

  it("alerts on-call staff although a visitor without an account made the case urgent before", async () => {
    const teacher = await addTeacher(app.context);
    const invented = await app.call("POST", "/api/contact", {
      body: {
        name: "Nobody",
        email: "nobody@example.org",
        subject: "Concern",
        message: "lorem ipsum dolor",
        about: "profile",
        id: teacher.profileId,
        category: "child-safety",
      },
    });
    expect(invented.status).toBe(201);
    const before = queued.length;
    const real = { category: "child-safety", details: "He asked my son to meet alone." };
    await report(await addStudent(app.context), "profile", teacher.profileId, real);
    const alerts = alertsSince(before);
    expect(alerts.map(({ to }) => to)).toEqual(onCall);
    expect(alerts[0]?.text).toContain(real.details);
  });
});

describe("the email to staff about a report", () => {
  /** A teacher whose account has the address. */
  const addTeacherWith = async (email: string) => {
    const teacher = await addTeacher(app.context);
    await app.context.db.update(users).set({ email }).where(eq(users.id, teacher.userId));
    return teacher;
  };

  /** Reports the teacher's profile. @returns who got an email that contains the report. */
  const readersOfReport = async ({ profileId }: Person, category: string) => {
    const details = `What a child said ${Math.random()}`;
    const before = queued.length;
    const reporter = await addStudent(app.context);
    expect((await report(reporter, "profile", profileId, { category, details })).status).toBe(201);
    return queued.slice(before).flatMap(({ to, text }) => (text.includes(details) ? [to] : []));
  };

  it("isn't sent to the person concerned, who is on call", async () => {
    const teacher = await addTeacherWith("oncall@example.org");
    expect(await readersOfReport(teacher, "child-safety")).toEqual([
      "second@example.org",
      getSupportAddress(),
    ]);
  });

  it("is sent to the owners if the support address is that of the person concerned", async () => {
    const logged = vi.spyOn(app.context.log, "error").mockReturnValue(undefined);
    const teacher = await addTeacherWith(getSupportAddress());
    expect(await readersOfReport(teacher, "harassment")).toEqual([]);
    expect(logged).toHaveBeenCalledOnce();
    const { email } = await addStaffPerson(app.context, "owner");
    expect(await readersOfReport(teacher, "harassment")).toEqual([email]);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});

describe("a visitor's message to staff", () => {
  const write = (more: Record<string, unknown>) =>
    app.call("POST", "/api/contact", {
      body: {
        name: "Khadija Noor",
        email: "khadija.visitor@example.org",
        subject: "Concern about a course",
        message: `What I saw ${Math.random()}`,
        ...more,
      },
    });

  it("opens a case about the message itself", async () => {
    await write({ email: "alone@example.org", message: "When do you open?" });
    const [found] = await app.context.db
      .select()
      .from(caseReports)
      .where(eq(caseReports.email, "alone@example.org"));
    expect(found).toMatchObject({ reporter: "visitor", details: "When do you open?" });
  });

  it("is added to the case of the course that it reports, and alerts on-call staff if urgent", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    await report(await addStudent(app.context), "course", courseId);
    const before = queued.length;
    expect((await write({ about: "course", id: courseId, category: "child-safety" })).status).toBe(
      201,
    );
    const { reports, urgent } = await caseAbout(app, "course", courseId);
    expect(urgent).toBe(true);
    expect(reports).toMatchObject([
      { reporter: "member" },
      { reporter: "visitor", email: "khadija.visitor@example.org", reporterId: null },
    ]);
    const sent = queued.slice(before).map(({ to }) => to);
    expect(sent).toEqual(expect.arrayContaining([...onCall, getSupportAddress()]));
  });

  it("can't name a message or a comment, whose text visitors can't read", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(teacher, threadId, "Private")).body.data;
    expect((await write({ about: "message", id: _id })).status).toBe(400);
    expect(await casesAbout(app, "message", _id)).toEqual([]);
  });
});
