/** What staff do with cases, what each decision causes, and appeals. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { cases } from "#server/db/tables/cases.table.ts";
import { comments } from "#server/db/tables/comments.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { appealDecision, findAppealable } from "#server/moderation/appeals.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { converse } from "../messages/converse.ts";
import { addAttendedCourse, courseReview, reviewCaller } from "../reviews/support.ts";
import { caseAbout, caseActions, casesAbout } from "./support.ts";

let app: TestApp;
let queued: QueuedMail[];
let moderator: StaffPerson;
let other: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
  queued = keepQueuedMails(app);
  moderator = await addStaffPerson(app.context, "moderator");
  other = await addStaffPerson(app.context, "moderator");
  support = await addStaffPerson(app.context, "support");
});
afterAll(() => app.close());

const { addClass, call: messageCall, open, send, textsOf } = converse(() => app);

const { report, staffCall, decide, actionsAbout, addReportedComment } = caseActions(() => app);

const mailsTo = (email: string, subject: string) =>
  queued.filter((mail) => mail.to === email && mail.subject.includes(subject));

const caseById = async (id: string) => {
  const [row] = await app.context.db.select().from(cases).where(eq(cases.id, id));
  if (!row) throw new Error("The case is missing");
  return row;
};

/** The token of the appeal link in the latest email to the person. */
function appealToken({ email }: Person): string {
  const text = mailsTo(email, "A decision about your account").at(-1)?.text ?? "";
  const url = /http\S+\/cases\/appeal\?\S+/.exec(text)?.[0];
  if (!url) throw new Error("The person got no link");
  return new URL(url).searchParams.get("token") ?? "";
}

describe("a decision about a case", () => {
  it("is on the page of the person concerned, and a warning needs that page", async () => {
    const { row, author } = await addReportedComment();
    const path = `/api/staff/people/${author.userId}`;
    const warn = (seenAction: string | null) =>
      app.call("POST", `${path}/warn`, {
        token: other.token,
        body: { reason: "It breaks our rules.", seenAction },
      });
    expect((await decide(moderator, row, "warn")).status).toBe(200);
    expect((await warn(null)).status).toBe(409);
    const { actions } = (await app.call("GET", path, { token: other.token })).body.data;
    expect(actions).toMatchObject([{ kind: "decide-case", subjectId: row.id }]);
    expect((await warn(actions[0]._id)).status).toBe(200);
  });

  it("and a warning or another decision about the same person at the same moment see each other", async () => {
    const { courseId, row, author, teacher } = await addReportedComment();
    const answer = await app.call("POST", `/api/comments/course/${courseId}`, {
      token: author.token,
      body: { content: "More rude words" },
    });
    const second: string = answer.body.data._id;
    await report(teacher, "comment", second);
    const another = await caseAbout(app, "comment", second);
    const seenAction = (await staffCall(moderator, "GET", `/${row.id}`)).body.data.latestAction;
    expect(seenAction).toBeNull();
    const decideSeen = (person: StaffPerson, { id, version }: typeof row, seen: string | null) =>
      staffCall(person, "POST", `/${id}/decision`, {
        outcome: "warn",
        reason: "It breaks our rules.",
        version,
        seenAction: seen,
      });
    const answers = await Promise.all([
      decideSeen(moderator, row, seenAction),
      decideSeen(other, another, seenAction),
      app.call("POST", `/api/staff/people/${author.userId}/warn`, {
        token: other.token,
        body: { reason: "It breaks our rules.", seenAction },
      }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toContain("Someone else has decided about this person");
    // "A decision about your account", or "A warning about your account" if the warning came first.
    expect(mailsTo(author.email, " account")).toHaveLength(1);
    const pending = answers[0]?.status === 200 ? another : row;
    const { latestAction } = (await staffCall(moderator, "GET", `/${pending.id}`)).body.data;
    expect((await decideSeen(moderator, pending, latestAction)).status).toBe(200);
  });

  it("happens once when two moderators decide at the same moment", async () => {
    const { row, reporter, commentId } = await addReportedComment();
    const answers = await Promise.all([
      decide(moderator, row, "no-action"),
      decide(other, row, "hide-content"),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const decided = await caseAbout(app, "comment", commentId);
    const winner = answers[0]?.status === 200 ? "no-action" : "hide-content";
    expect(decided).toMatchObject({ status: "decided", decision: winner });
    expect(await actionsAbout(row.id)).toMatchObject([
      { kind: "decide-case", details: { outcome: winner } },
    ]);
    expect(mailsTo(reporter.email, "Our decision about your report")).toHaveLength(1);
  });

  it("is refused for a case that has changed since it was read, and changes nothing", async () => {
    const { row, teacher, commentId, listed } = await addReportedComment();
    await report(teacher, "comment", commentId);
    expect((await decide(moderator, row, "hide-content")).status).toBe(409);
    expect(await listed(teacher)).toHaveLength(1);
    expect(await actionsAbout(row.id)).toEqual([]);
  });

  it("needs an outcome that fits the subject, a reason, and the role of a moderator", async () => {
    const { row } = await addReportedComment();
    expect((await decide(moderator, row, "refund")).status).toBe(400);
    expect((await decide(moderator, row, "warn", " ")).status).toBe(400);
    expect((await decide(support, row, "warn")).status).toBe(403);
    expect((await staffCall(moderator, "GET", "/case_missing")).status).toBe(404);
    expect(await actionsAbout(row.id)).toEqual([]);
  });

  it("hides a comment from everyone but its author, and the teacher can't show it again", async () => {
    const { row, author, teacher, reporter, commentId, listed } = await addReportedComment();
    expect((await decide(moderator, row, "hide-content")).status).toBe(200);
    expect(await listed(teacher)).toEqual([]);
    expect(await listed(reporter)).toEqual([]);
    expect(await listed(author)).toMatchObject([{ hidden: true }]);
    const shown = await app.call("PUT", `/api/comments/${commentId}/hidden`, {
      token: teacher.token,
      body: { hidden: false },
    });
    expect(shown.status).toBe(404);
    const [mail] = mailsTo(author.email, "A decision about your account");
    expect(mail?.text).toContain("Rude words");
    expect(mail?.text).toContain("It breaks our rules.");
    expect(mail?.text).not.toContain(reporter.actor.name);
  });

  it("doesn't notify the person concerned if nothing happens to them", async () => {
    const { row, author, reporter } = await addReportedComment();
    await decide(moderator, row, "no-action", "It is allowed.");
    expect(mailsTo(author.email, "")).toEqual([]);
    const [mail] = mailsTo(reporter.email, "Our decision about your report");
    expect(mail?.text).toContain("It is allowed.");
  });

  it("is emailed to each person in their language", async () => {
    const { row, author, reporter } = await addReportedComment();
    const { db } = app.context;
    await db.update(users).set({ language: "ar" }).where(eq(users.id, author.userId));
    await db.update(users).set({ language: "fr" }).where(eq(users.id, reporter.userId));
    await decide(moderator, row, "warn");
    expect(mailsTo(author.email, "قرار بشأن حسابك")).toHaveLength(1);
    expect(mailsTo(reporter.email, "Notre décision concernant votre signalement")).toHaveLength(1);
    expect(mailsTo(author.email, "قرار")[0]?.text).toContain("/ar/cases/appeal?");
  });

  it("hides a message for everyone in the conversation", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(teacher, threadId, "Cruel words")).body.data;
    await messageCall(student, "POST", `/${_id}/report`, {});
    const row = await caseAbout(app, "message", _id);
    await decide(moderator, row, "hide-content");
    expect(await textsOf(student, threadId)).toEqual([""]);
    await appealDecision(app.context, appealToken(teacher), { text: "It was a quote." });
    const appealed = await caseAbout(app, "message", _id);
    expect((await decide(other, appealed, "no-action")).status).toBe(200);
    expect(await textsOf(student, threadId)).toEqual(["Cruel words"]);
  });

  it("removes a review from its course, and the emailed link then has no effect", async () => {
    const { courseId, students } = await addAttendedCourse(app, 2);
    const [author, reader] = students as [Person, Person];
    const call = reviewCaller(app);
    const written = await call("POST", "/", { token: author.token, body: courseReview(courseId) });
    const id: string = written.body.data._id;
    await call("POST", `/${id}/report`, { token: reader.token });
    const total = async () => (await call("GET", `/resource/${courseId}/stats`)).body.data.total;
    expect(await total()).toBe(1);
    await decide(moderator, await caseAbout(app, "review", id), "hide-content");
    expect(await total()).toBe(0);
    await appealDecision(app.context, appealToken(author), { text: "Please read it again." });
    await decide(other, await caseAbout(app, "review", id), "no-action");
    expect(await total()).toBe(1);
  });

  it("hides a course with exactly one entry in the log, and an appeal shows it again", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    await report(await addStudent(app.context), "course", courseId);
    const row = await caseAbout(app, "course", courseId);
    const hiddenAt = async () => {
      const [course] = await app.context.db.select().from(courses).where(eq(courses.id, courseId));
      return course?.hiddenAt;
    };
    await decide(moderator, row, "hide-course");
    expect(await hiddenAt()).not.toBeNull();
    expect(await actionsAbout(courseId)).toEqual([]);
    expect(await actionsAbout(row.id)).toHaveLength(1);
    await appealDecision(app.context, appealToken(teacher), { text: "I changed it." });
    await decide(other, await caseAbout(app, "course", courseId), "no-action");
    expect(await hiddenAt()).toBeNull();
  });
});

describe("an appeal", () => {
  it("is possible once, with the link, and another member of staff must decide", async () => {
    const { row, author, commentId } = await addReportedComment();
    await decide(moderator, row, "hide-content");
    const token = appealToken(author);
    expect(await findAppealable(app.context, token)).toMatchObject({ id: row.id });
    expect(await findAppealable(app.context, `${token}x`)).toBeUndefined();
    await appealDecision(app.context, token, { text: "It wasn't meant like that." });
    expect(mailsTo(getSupportAddress(), "A decision was appealed").at(-1)?.text).toContain(row.id);
    const gone = expect.objectContaining({ code: "gone" });
    await expect(appealDecision(app.context, token, { text: "Again" })).rejects.toEqual(gone);
    const appealed = await caseAbout(app, "comment", commentId);
    expect(appealed).toMatchObject({ status: "open", assigneeId: null });
    expect((await decide(moderator, appealed, "no-action")).status).toBe(403);
    expect((await staffCall(other, "POST", `/${row.id}/closing`)).status).toBe(409);
    expect((await decide(other, appealed, "hide-content")).status).toBe(200);
    expect(mailsTo(author.email, "Our decision about your appeal").at(-1)?.text).toContain(
      "our decision hasn't changed",
    );
    expect(await findAppealable(app.context, token)).toBeUndefined();
  });

  it("of a hidden course no longer applies once staff show the course again or hide it for another reason", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    await report(await addStudent(app.context), "course", courseId);
    await decide(moderator, await caseAbout(app, "course", courseId), "hide-course");
    const token = appealToken(teacher);
    const applies = async () => (await findAppealable(app.context, token))?.applies;
    expect(await applies()).toBe(true);
    const change = async (action: string) => {
      const answer = await app.call("POST", `/api/staff/courses/${courseId}/${action}`, {
        token: moderator.token,
        body: { reason: "For something else." },
      });
      expect(answer.status).toBe(200);
    };
    await change("show");
    expect(await applies()).toBe(false);
    const obsolete = expect.objectContaining({
      code: "gone",
      message: expect.stringContaining("no longer hidden by this decision"),
    });
    const appeal = () => appealDecision(app.context, token, { text: "I changed it." });
    await expect(appeal()).rejects.toEqual(obsolete);
    await change("hide");
    await expect(appeal()).rejects.toEqual(obsolete);
    expect((await casesAbout(app, "course", courseId))[0]?.appealedAt).toBeNull();
  });

  it("with a forged token neither waits for a lock on the case nor prevents a real appeal", async () => {
    const { row, author } = await addReportedComment();
    await decide(moderator, row, "hide-content");
    const [header, payload, signature = ""] = appealToken(author).split(".");
    const forged = [header, payload, [...signature].reverse().join("")].join(".");
    const gone = expect.objectContaining({ code: "gone" });
    await app.context.db.transaction(async (tx) => {
      await tx.select().from(cases).where(eq(cases.id, row.id)).for("update");
      await expect(appealDecision(app.context, forged, { text: "Let me" })).rejects.toEqual(gone);
    });
    await appealDecision(app.context, appealToken(author), { text: "It wasn't meant like that." });
  });

  it("is no longer possible a month after the decision", async () => {
    const { row, author } = await addReportedComment();
    await decide(moderator, row, "warn");
    const token = appealToken(author);
    const decidedAt = new Date(Date.now() - 31 * 24 * 60 * 60_000);
    await app.context.db.update(cases).set({ decidedAt }).where(eq(cases.id, row.id));
    expect(await findAppealable(app.context, token)).toBeUndefined();
  });

  it("doesn't keep a new report of the same subject from opening another case", async () => {
    const { row, author, teacher, commentId } = await addReportedComment();
    await decide(moderator, row, "warn");
    await appealDecision(app.context, appealToken(author), { text: "Please read it again." });
    await app.context.db
      .update(comments)
      .set({ removedAt: null })
      .where(eq(comments.id, commentId));
    await report(teacher, "comment", commentId);
    const all = await app.context.db
      .select({ id: cases.id })
      .from(cases)
      .where(and(eq(cases.subjectKind, "comment"), eq(cases.subjectId, commentId)));
    expect(all).toHaveLength(2);
  });

  it("that is granted doesn't show content again that another case has hidden too", async () => {
    const { row, author, teacher, commentId, listed } = await addReportedComment();
    await decide(moderator, row, "hide-content");
    await appealDecision(app.context, appealToken(author), { text: "Please read it again." });
    await app.context.db.insert(cases).values({
      kind: "report",
      subjectKind: "comment",
      subjectId: commentId,
      title: row.title,
      aboutUserId: author.userId,
      status: "decided",
      decision: "warn",
      decidedAt: new Date(),
    });
    expect((await decide(other, await caseById(row.id), "no-action")).status).toBe(200);
    expect(await listed(teacher)).toEqual([]);
  });

  it("that is granted leaves a course hidden that staff hid again in the meantime", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    await report(await addStudent(app.context), "course", courseId);
    await decide(moderator, await caseAbout(app, "course", courseId), "hide-course");
    await appealDecision(app.context, appealToken(teacher), { text: "I changed it." });
    for (const action of ["show", "hide"]) {
      const answer = await app.call("POST", `/api/staff/courses/${courseId}/${action}`, {
        token: moderator.token,
        body: { reason: "For something else." },
      });
      expect(answer.status).toBe(200);
    }
    const [appealed] = await casesAbout(app, "course", courseId);
    if (!appealed) throw new Error("There is no case");
    expect((await decide(other, appealed, "no-action")).status).toBe(200);
    const [course] = await app.context.db.select().from(courses).where(eq(courses.id, courseId));
    expect(course?.hiddenReason).toBe("For something else.");
  });
});

describe("taking no action", () => {
  it("doesn't show a review again that staff removed earlier", async () => {
    const { courseId, students } = await addAttendedCourse(app, 2);
    const [author, reader] = students as [Person, Person];
    const call = reviewCaller(app);
    const written = await call("POST", "/", { token: author.token, body: courseReview(courseId) });
    const id: string = written.body.data._id;
    await call("POST", `/${id}/report`, { token: reader.token });
    await decide(moderator, await caseAbout(app, "review", id), "hide-content");
    // Anyone who kept the review's ID can write to staff about it.
    const email = "visitor@example.com";
    const message = {
      name: "A visitor",
      email,
      subject: "A review",
      message: "It was wrong.",
    };
    const body = { ...message, source: "contact", about: "review", id };
    expect((await app.call("POST", "/api/contact", { body })).status).toBe(201);
    const [, second] = await casesAbout(app, "review", id);
    if (!second) throw new Error("There is no second case");
    expect((await decide(other, second, "no-action")).status).toBe(200);
    expect((await call("GET", `/resource/${courseId}/stats`)).body.data.total).toBe(0);
  });
});
