/** Suspending the person whom a case is about. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { cases } from "#server/db/tables/cases.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { staffMembers } from "#server/db/tables/staff.table.ts";
import { appealDecision } from "#server/moderation/appeals.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { caseAbout, caseActions } from "./support.ts";

let app: TestApp;
let queued: QueuedMail[];
let moderator: StaffPerson;
let other: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
  queued = keepQueuedMails(app);
  moderator = await addStaffPerson(app.context, "moderator");
  other = await addStaffPerson(app.context, "moderator");
});
afterAll(() => app.close());

const { report, decide, staffCall, actionsAbout, addReportedComment } = caseActions(() => app);

const inDays = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

const suspend = (row: { id: string; version: number }, refundStudents = false, by = moderator) =>
  decide(by, row, "suspend", "Insults", { until: inDays(7), refundStudents });

const mailTo = ({ email }: Person) => queued.findLast(({ to }) => to === email);

const statusOf = async ({ token }: Person) =>
  (await app.call("GET", "/api/users/me/sessions", { token })).status;

async function addReportedTeacher() {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  const enrollmentId = await addEnrollment(app.context, student, courseId);
  await report(student, "profile", teacher.profileId);
  const row = await caseAbout(app, "profile", teacher.profileId);
  const read = async () => {
    const { db } = app.context;
    const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
    const [seat] = await db.select().from(enrollments).where(eq(enrollments.id, enrollmentId));
    return { course, seat };
  };
  return { teacher, student, row, read };
}

describe("suspending the author of a reported comment", () => {
  it("ends their sessions, removes the comment, and emails them the reason with a link to appeal", async () => {
    const { row, author, reporter, teacher, listed } = await addReportedComment();
    expect((await suspend(row)).status).toBe(200);
    expect(await statusOf(author)).toBe(401);
    expect(await listed(teacher)).toEqual([]);
    const mail = mailTo(author);
    expect(mail?.subject).toContain("is suspended");
    for (const part of ["Insults", "Rude words", "/cases/appeal?"])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain(reporter.actor.name);
    expect(mailTo(reporter)?.subject).toContain("Our decision about your report");
    expect(await actionsAbout(row.id)).toMatchObject([
      { kind: "decide-case", details: { outcome: "suspend", until: inDays(7) } },
    ]);
    expect(await actionsAbout(author.userId)).toEqual([]);
  });

  it("needs a date after today, and changes nothing without one", async () => {
    const { row, author, teacher, listed } = await addReportedComment();
    for (const until of [undefined, inDays(0), inDays(5_000)]) {
      const answer = await decide(moderator, row, "suspend", "Insults", {
        ...(until && { until }),
      });
      expect(answer.status, until).toBe(400);
      expect(answer.body.errors).toMatchObject([{ field: "until" }]);
    }
    expect(await statusOf(author)).toBe(200);
    expect(await listed(teacher)).toHaveLength(1);
    expect(await actionsAbout(row.id)).toEqual([]);
  });

  it("results in one decision when two moderators decide at the same moment", async () => {
    const { row, author } = await addReportedComment();
    const answers = await Promise.all([suspend(row), suspend(row, false, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(queued.filter(({ to }) => to === author.email)).toHaveLength(1);
  });

  it("is undone when another member of staff grants the appeal", async () => {
    const { row, author, teacher, commentId, listed } = await addReportedComment();
    await suspend(row);
    const url = /http\S+\/cases\/appeal\?\S+/.exec(mailTo(author)?.text ?? "")?.[0] ?? "";
    const token = new URL(url).searchParams.get("token") ?? "";
    await appealDecision(app.context, token, { text: "I quoted someone." });
    const appealed = await caseAbout(app, "comment", commentId);
    expect((await decide(other, appealed, "no-action")).status).toBe(200);
    const [account] = await app.context.db.select().from(users).where(eq(users.id, author.userId));
    expect(account?.suspendedUntil).toBeNull();
    expect(await listed(teacher)).toHaveLength(1);
  });

  it("can end earlier when an appeal is rejected, and the history shows both dates", async () => {
    const { row, author, commentId } = await addReportedComment();
    await suspend(row);
    const url = /http\S+\/cases\/appeal\?\S+/.exec(mailTo(author)?.text ?? "")?.[0] ?? "";
    const token = new URL(url).searchParams.get("token") ?? "";
    await appealDecision(app.context, token, { text: "I quoted someone." });
    const appealed = await caseAbout(app, "comment", commentId);
    const read = async () => (await staffCall(other, "GET", `/${row.id}`)).body.data;
    const end = (days: number) => `${inDays(days)}T00:00:00.000Z`;
    expect((await read()).decision.until).toBe(end(7));
    const upheld = await decide(other, appealed, "suspend", "It was a first.", {
      until: inDays(3),
    });
    expect(upheld.status).toBe(200);
    const [account] = await app.context.db.select().from(users).where(eq(users.id, author.userId));
    expect(account?.suspendedUntil?.toISOString()).toBe(end(3));
    expect(mailTo(author)?.text).toContain("Your suspension now ends on");
    const { notes } = await read();
    const decisions = notes.filter(({ kind }: { kind: string }) => kind === "decided");
    expect(decisions).toMatchObject([
      { text: "Insults", outcome: "suspend", until: end(7), refundsStudents: false },
      { text: "It was a first.", outcome: "suspend", until: end(3), refundsStudents: null },
    ]);
    expect(await actionsAbout(row.id)).toHaveLength(2);
  });

  it("is impossible if the author is a member of staff, or for a moderator whom the case is about", async () => {
    const { row, author } = await addReportedComment();
    await app.context.db.insert(staffMembers).values({ userId: author.userId, role: "support" });
    expect((await suspend(row)).status).toBe(409);
    const { row: second } = await addReportedComment();
    await app.context.db
      .update(cases)
      .set({ aboutUserId: moderator.userId })
      .where(eq(cases.id, second.id));
    expect((await decide(moderator, second, "no-action")).status).toBe(404);
    expect((await decide(other, second, "no-action")).status).toBe(200);
  });
});

describe("suspending a teacher", () => {
  it("hides their courses, and students keep their seats", async () => {
    const { teacher, row, read } = await addReportedTeacher();
    expect((await suspend(row)).status).toBe(200);
    expect(await statusOf(teacher)).toBe(401);
    expect(await read()).toMatchObject({
      course: { status: "published", hiddenBySuspension: true, hiddenReason: "Insults" },
      seat: { status: "enrolled" },
    });
  });

  it("cancels the courses and refunds students in the same transaction if staff choose so", async () => {
    const { row, read, student } = await addReportedTeacher();
    expect((await suspend(row, true)).status).toBe(200);
    const { course, seat } = await read();
    expect(course).toMatchObject({ status: "archived" });
    expect(course?.canceledAt).not.toBeNull();
    expect(seat?.status).toBe("refunded");
    expect(queued.some(({ to }) => to === student.email)).toBe(true);
  });

  it("changes nothing if the transaction fails", async () => {
    const { teacher, row, read } = await addReportedTeacher();
    for (const { jobs } of app.contexts) {
      const { send } = jobs;
      // The last step of the decision is to queue the email to the person concerned.
      jobs.send = async (...values) => {
        await send.apply(jobs, values);
        if (queued.at(-1)?.to === teacher.email) throw new Error("The email can't be queued");
      };
      onTestFinished(() => {
        jobs.send = send;
      });
    }
    expect((await suspend(row, true)).status).toBe(500);
    expect(await statusOf(teacher)).toBe(200);
    expect(await read()).toMatchObject({
      course: { status: "published", hiddenAt: null, canceledAt: null },
      seat: { status: "enrolled" },
    });
    expect(await actionsAbout(row.id)).toEqual([]);
  });
});
