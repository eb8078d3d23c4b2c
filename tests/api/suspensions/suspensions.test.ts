import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withHasher } from "#server/accounts/password-hash.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { calendarFeeds } from "#server/db/tables/calendar-feeds.table.ts";
import { cases } from "#server/db/tables/cases.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { appealDecision } from "#server/moderation/appeals.ts";
import { endDueSuspensions } from "#server/suspensions/end-suspensions.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";

let app: TestApp;
let moderator: StaffPerson;
let queued: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp();
  queued = keepQueuedMails(app);
  moderator = await addStaffPerson(app.context, "moderator");
});
afterAll(() => app.close());

const mailsTo = (address: string) => queued.filter(({ to }) => to === address);

const reason = "Repeated insults in messages.";
const inDays = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

const change = (
  userId: string,
  what: "suspend" | "reinstate" | "warn",
  body: object = { reason },
  { token } = moderator,
) => app.call("POST", `/api/staff/people/${userId}/${what}`, { token, body });

/** The start of the suspension that the person's page in the console shows. */
async function readSince(userId: string): Promise<string | null> {
  const [row] = await app.context.db
    .select({ since: users.suspendedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row?.since?.toISOString() ?? null;
}

const suspend = async (userId: string, body: object = {}) =>
  change(userId, "suspend", {
    reason,
    until: inDays(7),
    seenSince: await readSince(userId),
    ...body,
  });

/** The token of the appeal link in the latest email to the person. */
function appealToken({ email }: Pick<Person, "email">): string {
  const url = /http\S+\/cases\/appeal\?\S+/.exec(mailsTo(email).at(-1)?.text ?? "")?.[0];
  if (!url) throw new Error("The person got no link");
  return new URL(url).searchParams.get("token") ?? "";
}

/** Another moderator decides about the appeal of the person's only case. */
async function decideAppeal(person: Person, outcome: string) {
  await appealDecision(app.context, appealToken(person), { text: "It was a misunderstanding." });
  const [row] = await app.context.db
    .select()
    .from(cases)
    .where(eq(cases.aboutUserId, person.userId));
  if (!row) throw new Error("There is no case");
  const body = { outcome, reason: "We looked at it again.", version: row.version };
  const path = `/api/staff/cases/${row.id}/decision`;
  const { token } = await addStaffPerson(app.context, "moderator");
  const own = await app.call("POST", path, { token: moderator.token, body });
  expect(own.status).toBe(403);
  expect((await app.call("POST", path, { token, body })).status).toBe(200);
}

const statusOf = async ({ token }: Pick<Person, "token">) =>
  (await app.call("GET", "/api/users/me/sessions", { token })).status;

const listActions = (subjectId: string) =>
  app.context.db
    .select({ kind: staffActions.kind, staffId: staffActions.staffId, reason: staffActions.reason })
    .from(staffActions)
    .where(eq(staffActions.subjectId, subjectId));

const setPassword = async (userId: string) => {
  const passwordHash = await withHasher("test", (hasher) => hasher.hash("correct horse"));
  await app.context.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
};

const logIn = (email: string, password = "correct horse") =>
  app.call("POST", "/api/auth/login", { body: { email, password } });

describe("a suspended person", () => {
  it("can make no call with the token that they have", async () => {
    const student = await addStudent(app.context);
    expect(await statusOf(student)).toBe(200);
    expect((await suspend(student.userId)).status).toBe(200);
    expect(await statusOf(student)).toBe(401);
  });

  it("sees the reason and the end at log-in, but only with the correct password", async () => {
    const student = await addStudent(app.context);
    await setPassword(student.userId);
    await suspend(student.userId);
    const { status, body } = await logIn(student.email);
    expect(status).toBe(403);
    expect(body.message).toContain(reason);
    const wrong = await logIn(student.email, "a wrong guess");
    expect(wrong.body.message).not.toContain(reason);
  });

  it("is notified by email in their language, with the reason and how to appeal", async () => {
    const student = await addStudent(app.context);
    await app.context.db.update(users).set({ language: "fr" }).where(eq(users.id, student.userId));
    await suspend(student.userId);
    const mails = mailsTo(student.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("est suspendu");
    expect(mails[0]?.text).toContain(reason);
    expect(mails[0]?.text).toContain("/fr/cases/appeal?");
  });

  it("has no calendar feed anymore", async () => {
    const student = await addStudent(app.context);
    const { token } = student;
    const made = await app.call("POST", "/api/calendar/feed", { token, body: {} });
    const url = made.body.data?.url as string;
    expect(url).toContain("/calendar/");
    const path = new URL(url).pathname;
    expect((await app.call("GET", path)).status).toBe(200);
    await suspend(student.userId);
    expect((await app.call("GET", path)).status).toBe(404);
    expect(
      await app.context.db.$count(calendarFeeds, eq(calendarFeeds.profileId, student.profileId)),
    ).toBe(1);
  });

  it("can log in again once the date has come, even before a job has run", async () => {
    const student = await addStudent(app.context);
    await setPassword(student.userId);
    await suspend(student.userId);
    const suspendedUntil = new Date(Date.now() - 1_000);
    await app.context.db.update(users).set({ suspendedUntil }).where(eq(users.id, student.userId));
    expect((await logIn(student.email)).status).toBe(200);
  });
});

describe("a suspended teacher's courses", () => {
  const isListed = async (courseId: string) => {
    const { body } = await app.call("GET", "/api/courses?limit=100");
    return (body.data.courses as { _id: string }[]).some(({ _id }) => _id === courseId);
  };

  it("leave the lists and take no students until the suspension ends", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher, { price: 0 });
    expect(await isListed(courseId)).toBe(true);
    await suspend(teacher.userId);
    expect(await isListed(courseId)).toBe(false);
    const path = `/api/enrollment/course/${courseId}/enroll`;
    const { token, profileId: studentId } = student;
    expect((await app.call("POST", path, { token, body: { studentId } })).status).toBe(404);
    await app.context.db
      .update(users)
      .set({ suspendedUntil: new Date(Date.now() - 1_000) })
      .where(eq(users.id, teacher.userId));
    await endDueSuspensions(app.context);
    expect(await isListed(courseId)).toBe(true);
  });

  it("that staff hid separately stay hidden after reinstatement", async () => {
    const teacher = await addTeacher(app.context);
    const hidden = await addCourse(app.context, teacher);
    const { token } = moderator;
    await app.call("POST", `/api/staff/courses/${hidden}/hide`, { token, body: { reason } });
    await suspend(teacher.userId);
    expect((await change(teacher.userId, "reinstate")).status).toBe(200);
    expect(await isListed(hidden)).toBe(false);
  });

  it("are canceled and their students lose the seat only if staff choose so", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher);
    await addEnrollment(app.context, student, courseId);
    await suspend(teacher.userId);
    const read = async () =>
      (await app.context.db.select().from(courses).where(eq(courses.id, courseId)))[0];
    expect(await read()).toMatchObject({ status: "published", hiddenBySuspension: true });
    await suspend(teacher.userId, { refundStudents: true });
    expect(await read()).toMatchObject({ status: "archived" });
    expect((await read())?.canceledAt).not.toBeNull();
  });
});

describe("a decision without a report", () => {
  it("can be appealed, and someone else can end the suspension", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    await suspend(teacher.userId);
    await decideAppeal(teacher, "no-action");
    expect(await readSince(teacher.userId)).toBeNull();
    const [course] = await app.context.db.select().from(courses).where(eq(courses.id, courseId));
    expect(course).toMatchObject({ hiddenAt: null, hiddenBySuspension: false });
    expect(mailsTo(teacher.email).at(-1)?.subject).toContain("Our decision about your appeal");
  });

  it("doesn't end a later suspension when an appeal succeeds", async () => {
    const student = await addStudent(app.context);
    await suspend(student.userId);
    const token = appealToken(student);
    await suspend(student.userId, { reason: "It happened again." });
    await appealDecision(app.context, token, { text: "It was a misunderstanding." });
    const [appealed] = await app.context.db
      .select()
      .from(cases)
      .where(and(eq(cases.aboutUserId, student.userId), isNotNull(cases.appealedAt)));
    const other = await addStaffPerson(app.context, "moderator");
    const { status } = await app.call("POST", `/api/staff/cases/${appealed?.id}/decision`, {
      token: other.token,
      body: { outcome: "no-action", reason: "Fine.", version: appealed?.version },
    });
    expect(status).toBe(200);
    expect(await readSince(student.userId)).not.toBeNull();
  });

  describe("that is appealed after its suspension was lifted", () => {
    /** Another moderator decides about the appeal of a suspension that has been lifted. */
    async function decideLate(outcome: string, before: (student: Person) => Promise<unknown>) {
      const student = await addStudent(app.context);
      await suspend(student.userId);
      const token = appealToken(student);
      await before(student);
      await appealDecision(app.context, token, { text: "It was a misunderstanding." });
      const [row] = await app.context.db
        .select()
        .from(cases)
        .where(and(eq(cases.aboutUserId, student.userId), isNotNull(cases.appealedAt)));
      const other = await addStaffPerson(app.context, "moderator");
      const answer = await app.call("POST", `/api/staff/cases/${row?.id}/decision`, {
        token: other.token,
        body: { outcome, reason: "We looked at it again.", version: row?.version },
      });
      const actions = await app.context.db
        .select({ kind: staffActions.kind, details: staffActions.details })
        .from(staffActions)
        .where(eq(staffActions.subjectId, row?.id ?? ""));
      return { row, answer, actions, mail: mailsTo(student.email).at(-1)?.text };
    }

    const lift = ({ userId }: Person) => change(userId, "reinstate");

    it("is reversed in the history, the log and the email, which doesn't claim to lift it", async () => {
      const { answer, actions, mail } = await decideLate("no-action", lift);
      expect(answer.status).toBe(200);
      expect(answer.body.data.notes).toMatchObject([
        { kind: "decided", outcome: "suspend", appeal: null },
        { kind: "sent" },
        { kind: "reinstated", text: reason, author: moderator.staff.name },
        { kind: "appealed" },
        { kind: "decided", outcome: "no-action", appeal: "overturned" },
        { kind: "sent" },
      ]);
      expect(actions).toMatchObject([
        {
          kind: "decide-case",
          details: { before: "suspend", appeal: "overturned", suspension: "ended" },
        },
      ]);
      expect(mail).toContain("reversed our decision");
      expect(mail).toContain("Your suspension had already ended, and our records show");
    });

    it("is upheld without suspending the person again, and the email says so", async () => {
      const { answer, actions, mail } = await decideLate("suspend", lift);
      expect(answer.body.data).toMatchObject({ decision: { outcome: "suspend", until: null } });
      expect(actions).toMatchObject([{ details: { appeal: "upheld", suspension: "ended" } }]);
      expect(mail).toContain("our decision hasn't changed");
      expect(mail).toContain("this decision doesn't suspend you again");
    });

    it("isn't decided with a new end that an old page offered", async () => {
      const { row, answer } = await decideLate("suspend", lift);
      expect(answer.status).toBe(200);
      await app.context.db
        .update(cases)
        .set({ status: "open", appealDecidedAt: null })
        .where(eq(cases.id, row?.id ?? ""));
      const other = await addStaffPerson(app.context, "moderator");
      const late = await app.call("POST", `/api/staff/cases/${row?.id}/decision`, {
        token: other.token,
        body: { outcome: "suspend", reason, version: (row?.version ?? 0) + 1, until: inDays(3) },
      });
      expect([late.status, late.body.message]).toEqual([
        409,
        "The suspension has ended or been replaced since you opened the case. Reload the page before you decide.",
      ]);
      expect(await readSince(row?.aboutUserId ?? "")).toBeNull();
    });

    it("leaves a later suspension in effect, and the email names its end", async () => {
      const { answer, actions, mail } = await decideLate("no-action", async (student) => {
        await suspend(student.userId, { reason: "Again.", until: inDays(9) });
      });
      expect(answer.status).toBe(200);
      expect(actions).toMatchObject([{ details: { suspension: "replaced" } }]);
      expect(mail).toContain("A later decision suspends your account until");
      expect(mail).not.toContain("any restrictions have been lifted");
    });
  });

  it("is a case with its own evidence, in addition to a pending one about the same profile", async () => {
    const student = await addStudent(app.context);
    await change(student.userId, "warn");
    const found = await app.context.db
      .select()
      .from(cases)
      .where(eq(cases.aboutUserId, student.userId));
    expect(found).toMatchObject([
      { kind: "staff", subjectKind: "person", status: "decided", decision: "warn" },
    ]);
    const { token } = moderator;
    const { body } = await app.call("GET", `/api/staff/cases/${found[0]?.id}`, { token });
    expect(body.data.evidence).toMatchObject([{ kind: "profile", id: student.profileId }]);
    expect(mailsTo(student.email).at(-1)?.text).toContain(reason);
    expect(appealToken(student)).not.toBe("");
  });

  it("to hide a course emails its teacher the reason and the link to appeal", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    const { token } = moderator;
    const path = `/api/staff/courses/${courseId}/hide`;
    expect((await app.call("POST", path, { token, body: { reason } })).status).toBe(200);
    expect(mailsTo(teacher.email).at(-1)?.text).toContain(reason);
    expect(await listActions(courseId)).toMatchObject([{ kind: "hide-course", reason }]);
    expect((await app.call("POST", path, { token, body: { reason: "Mine." } })).status).toBe(409);
    expect(mailsTo(teacher.email)).toHaveLength(1);
    await decideAppeal(teacher, "no-action");
    const [course] = await app.context.db.select().from(courses).where(eq(courses.id, courseId));
    expect(course?.hiddenAt).toBeNull();
  });

  it("reaches people without a profile too", async () => {
    const newcomer = await addAccount(app.context);
    await suspend(newcomer.userId);
    expect(mailsTo(newcomer.email)).toHaveLength(1);
    expect(appealToken(newcomer)).not.toBe("");
  });
});

describe("decisions about a person", () => {
  it("made at once warn the person once, and a warning needs a current page", async () => {
    const student = await addStudent(app.context);
    const answers = await Promise.all([1, 2, 3].map(() => change(student.userId, "warn")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(mailsTo(student.email)).toHaveLength(1);
    const path = `/api/staff/people/${student.userId}`;
    const { body } = await app.call("GET", path, { token: moderator.token });
    const seenAction = body.data.actions[0]._id;
    expect((await change(student.userId, "warn", { reason, seenAction })).status).toBe(200);
  });

  it("to move the end of a suspension emails the person, and its appeal still ends it", async () => {
    const student = await addStudent(app.context);
    await suspend(student.userId);
    const token = appealToken(student);
    const seenUntil = `${inDays(7)}T00:00:00.000Z`;
    const move = (body: object) =>
      app.call("PUT", `/api/staff/people/${student.userId}/suspension-end`, {
        token: moderator.token,
        body: { reason, seenUntil, ...body },
      });
    expect((await move({ until: inDays(0) })).status).toBe(400);
    expect((await move({ until: inDays(7) })).status).toBe(409);
    const answers = await Promise.all([2, 3].map((days) => move({ until: inDays(days) })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await listActions(student.userId)).map(({ kind }) => kind).toSorted()).toEqual([
      "change-suspension",
      "suspend-person",
    ]);
    const mails = mailsTo(student.email);
    expect(mails).toHaveLength(2);
    expect(mails.at(-1)?.text).toContain("We've changed the end of your suspension.");
    expect(mails.at(-1)?.text).toContain(reason);
    await appealDecision(app.context, token, { text: "It was a misunderstanding." });
    const [row] = await app.context.db
      .select()
      .from(cases)
      .where(eq(cases.aboutUserId, student.userId));
    const { token: otherToken } = await addStaffPerson(app.context, "moderator");
    const granted = await app.call("POST", `/api/staff/cases/${row?.id}/decision`, {
      token: otherToken,
      body: { outcome: "no-action", reason: "Fine.", version: row?.version },
    });
    expect(granted.body.data.notes).toMatchObject([
      { kind: "decided" },
      { kind: "sent" },
      { kind: "decided", outcome: "suspend", text: reason },
      { kind: "appealed" },
      { kind: "decided", outcome: "no-action" },
      { kind: "sent" },
    ]);
    expect(await readSince(student.userId)).toBeNull();
    expect((await move({ until: inDays(5) })).status).toBe(409);
  });

  it("are in the audit log exactly once each", async () => {
    const student = await addStudent(app.context);
    await change(student.userId, "warn");
    await suspend(student.userId);
    await change(student.userId, "reinstate");
    const actions = await listActions(student.userId);
    expect(actions.map(({ kind }) => kind).sort()).toEqual([
      "reinstate-person",
      "suspend-person",
      "warn-person",
    ]);
    expect(actions.every(({ staffId }) => staffId === moderator.userId)).toBe(true);
  });

  it("that are rejected leave no entry and send no email", async () => {
    const student = await addStudent(app.context);
    const answers = [
      await change(student.userId, "reinstate"),
      await change(student.userId, "warn", { reason: " " }),
      await suspend(student.userId, { until: inDays(0) }),
      await suspend(student.userId, { until: "2027-02-30" }),
      await suspend(student.userId, { until: inDays(5_000) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 400, 400, 400, 400]);
    expect(await listActions(student.userId)).toEqual([]);
    expect(mailsTo(student.email)).toEqual([]);
  });

  it("can't be made about staff or about accounts that don't exist", async () => {
    const other = await addStaffPerson(app.context, "support");
    expect((await suspend(other.userId)).status).toBe(409);
    expect((await change(other.userId, "warn")).status).toBe(409);
    expect((await suspend("usr_none")).status).toBe(404);
  });

  it("that two moderators make at the same time end in one state with an entry each", async () => {
    const student = await addStudent(app.context);
    await suspend(student.userId);
    const answers = await Promise.all([1, 2, 3].map(() => change(student.userId, "reinstate")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await statusOf(student)).toBe(401);
  });

  it("that two moderators make at the same time suspend the person once, with one email", async () => {
    const student = await addStudent(app.context);
    const answers = await Promise.all(
      [7, 30].map((days) => suspend(student.userId, { until: inDays(days), seenSince: null })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listActions(student.userId)).toHaveLength(1);
    expect(mailsTo(student.email)).toHaveLength(1);
  });

  it("made on a page that shows an earlier suspension neither end nor replace the current one", async () => {
    const student = await addStudent(app.context);
    await suspend(student.userId);
    const seenSince = await readSince(student.userId);
    const graver = "Threats in messages.";
    expect((await suspend(student.userId, { reason: graver })).status).toBe(200);
    const lifted = await change(student.userId, "reinstate", { reason, seenSince });
    expect(lifted.status).toBe(409);
    expect(lifted.body.message).toContain("Someone else has changed this suspension");
    const until = inDays(3);
    const replaced = await change(student.userId, "suspend", { reason, until, seenSince });
    expect(replaced.status).toBe(409);
    const [row] = await app.context.db.select().from(users).where(eq(users.id, student.userId));
    expect(row?.suspendedReason).toBe(graver);
    expect((await listActions(student.userId)).map(({ kind }) => kind)).toEqual([
      "suspend-person",
      "suspend-person",
    ]);
    const current = { reason, seenSince: await readSince(student.userId) };
    expect((await change(student.userId, "reinstate", current)).status).toBe(200);
  });

  it("to suspend someone need a page that shows the latest warning, but not other actions", async () => {
    const student = await addStudent(app.context);
    const path = `/api/staff/people/${student.userId}`;
    const read = async () => (await app.call("GET", path, { token: moderator.token })).body.data;
    const { latestAction } = await read();
    const support = await addStaffPerson(app.context, "support");
    const body = { userId: student.userId, reason: "A question about classes" };
    const viewed = await app.call("POST", "/api/staff/views", { token: support.token, body });
    expect(viewed.status).toBe(200);
    expect(
      (await change(student.userId, "warn", { reason, seenAction: latestAction })).status,
    ).toBe(200);
    const late = await suspend(student.userId, { seenAction: latestAction });
    expect(late.status).toBe(409);
    expect(late.body.message).toContain("Someone else has decided about this person");
    expect(await readSince(student.userId)).toBeNull();
    expect(mailsTo(student.email)).toHaveLength(1);
    const { latestAction: seenAction } = await read();
    expect((await suspend(student.userId, { seenAction })).status).toBe(200);
  });

  it("can't be edited or deleted in the audit log", async () => {
    const student = await addStudent(app.context);
    await change(student.userId, "warn");
    const ofStudent = eq(staffActions.subjectId, student.userId);
    const { db } = app.context;
    const attempts = [
      db.update(staffActions).set({ reason: "Nothing" }).where(ofStudent),
      db.delete(staffActions).where(ofStudent),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toThrow();
    expect(await listActions(student.userId)).toHaveLength(1);
  });
});

describe("the list of people", () => {
  const list = async (query: string) => {
    const { token } = moderator;
    return (await app.call("GET", `/api/staff/people?${query}`, { token })).body.data;
  };

  it("finds people by name, email and ID, and filters by role and state", async () => {
    const student = await addStudent(app.context, { name: "Zubaydah Findable" });
    const find = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).rows.map(
        ({ _id }: { _id: string }) => _id,
      );
    for (const search of ["zubaydah", student.email, student.userId, student.profileId]) {
      expect(await find(search)).toEqual([student.userId]);
    }
    expect((await list("search=zubaydah&role=teacher")).total).toBe(0);
    await suspend(student.userId);
    expect((await list("search=zubaydah&state=suspended")).total).toBe(1);
  });

  it("treats search text literally and ignores values that no filter has", async () => {
    for (const query of [
      "search=%25",
      "search=%5C",
      "sort=password",
      "page=0",
      "role=none&state=x",
    ]) {
      const { rows, page } = await list(query);
      expect(Array.isArray(rows), query).toBe(true);
      expect(page, query).toBe(1);
    }
    expect((await list("search=%25")).total).toBe(0);
  });

  it("shows a person's history without the text of messages", async () => {
    const newcomer = await addAccount(app.context, "Newcomer");
    const { token } = moderator;
    await change(newcomer.userId, "warn");
    const { body } = await app.call("GET", `/api/staff/people/${newcomer.userId}`, { token });
    expect(body.data).toMatchObject({ name: "Newcomer", role: null, messages: 0 });
    expect(body.data.actions).toMatchObject([{ kind: "warn-person", reason }]);
    expect(body.data.sessions).toHaveLength(1);
  });

  it("records an export of personal data", async () => {
    const { token, userId } = await addStaffPerson(app.context, "moderator");
    const { status, body } = await app.call("GET", "/api/staff/people/export.csv", { token });
    expect(status).toBe(200);
    expect(body).toContain(moderator.email);
    const actions = await app.context.db
      .select()
      .from(staffActions)
      .where(eq(staffActions.staffId, userId));
    expect(actions).toMatchObject([{ kind: "export-people" }]);
  });
});
