/** Students ask teachers something before they book a trial lesson or enroll. */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import type { SettingInput } from "#lib/settings/settings.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { threads } from "#server/db/tables/messages.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { mailDigests } from "#server/messages/digest.ts";
import { mailGuardianCopies } from "#server/messages/guardians/guardian-copies.ts";
import { sendMessage } from "#server/messages/messages.ts";
import { deleteOldConversations } from "#server/messages/retention.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";
import { converse } from "./converse.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const { app, secondProcess } = await openTwoApps();
afterEach(() => {
  vi.useRealTimers();
});

const { call, open, send, textsOf, clientId } = converse(() => app);

const child = (contact?: string) => ({
  name: "Hamza Iqbal",
  age: 9,
  ...(contact && { parentGuardianName: "Khadija Iqbal", parentGuardianContact: contact }),
});

const ask = (student: Person, teacher: Pick<Person, "profileId">) =>
  call(student, "POST", "/threads", { recipientId: teacher.profileId });

/** A student and a teacher who don't know each other, and the conversation with a first message. */
async function addQuestion(overrides: Parameters<typeof addStudent>[1] = {}) {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context, overrides);
  const threadId = await open(student, teacher);
  expect((await send(student, threadId, "Do you teach beginners?")).status).toBe(201);
  return { teacher, student, threadId };
}

const look = async (person: Person, threadId: string) =>
  (await call(person, "GET", `/threads/${threadId}`)).body.data;

/** What the person hears live from another process. */
async function listen({ profileId, actor: { sessionId } }: Person): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = [];
  await secondProcess.context.live.subscribe({
    profileId,
    sessionId,
    address: "127.0.0.1",
    deliver: (event) => heard.push(event),
    end: () => {},
  });
  return heard;
}

/** Moves the clock, and renews the access tokens, which have expired by then. */
async function waitDays(days: number, people: Person[]): Promise<Person[]> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * day });
  return Promise.all(people.map((person) => renewToken(app.context, person)));
}

describe("a student's question to a teacher", () => {
  it("reaches a teacher with whom the student shares no course, and the teacher can answer", async () => {
    const { teacher, student, threadId } = await addQuestion();
    expect(await look(teacher, threadId)).toMatchObject({
      name: "Maryam Siddiqui",
      canWrite: true,
      question: { remaining: null, obstacle: null },
      unread: 1,
    });
    expect((await send(teacher, threadId, "Yes, of course.")).status).toBe(201);
    expect(await textsOf(student, threadId)).toEqual([
      "Do you teach beginners?",
      "Yes, of course.",
    ]);
    expect(await look(student, threadId)).toMatchObject({
      canWrite: true,
      question: { remaining: null, obstacle: null },
    });
  });

  it("is shown to the teacher only once it is written", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const heard = await listen(teacher);
    const threadId = await open(student, teacher);
    await call(student, "POST", `/threads/${threadId}/typing`);
    expect((await call(teacher, "GET", "/contacts")).body.data).toEqual([]);
    expect((await call(teacher, "GET", `/threads/${threadId}`)).status).toBe(404);
    const blocking = await call(teacher, "POST", "/blocks", { profileId: student.profileId });
    expect(blocking.status).toBe(404);
    expect((await send(teacher, threadId, "You looked at my page")).status).toBe(403);
    await send(student, threadId, "Salam");
    await expect.poll(() => JSON.stringify(heard)).toContain("Salam");
    expect(heard.map(({ type }) => type)).not.toContain("typing");
    expect((await call(teacher, "GET", "/contacts")).body.data).toHaveLength(1);
  });

  it("can't be started by a teacher, and not with another student", async () => {
    const teacher = await addTeacher(app.context);
    const [student, other] = [await addStudent(app.context), await addStudent(app.context)];
    for (const [person, recipient] of [
      [teacher, student],
      [student, other],
    ] as const) {
      const { status, body } = await ask(person, recipient);
      expect([status, body.message]).toEqual([403, "You can't write to this person."]);
    }
  });

  it("is refused if either has blocked the other, and if the teacher is suspended or has left", async () => {
    const { teacher, student, threadId } = await addQuestion();
    await call(teacher, "POST", "/blocks", { profileId: student.profileId });
    expect((await send(student, threadId, "Hello?")).status).toBe(403);
    await call(teacher, "DELETE", `/blocks/${student.profileId}`);
    await call(student, "POST", "/blocks", { profileId: teacher.profileId });
    for (const person of [student, teacher]) {
      expect((await send(person, threadId, "Hello?")).status).toBe(403);
      expect(await look(person, threadId)).toMatchObject({ canWrite: false });
    }
    const [suspended, deleted] = [await addQuestion(), await addQuestion()];
    await app.context.db
      .update(users)
      .set({
        suspendedAt: new Date(),
        suspendedUntil: new Date(Date.now() + day),
        suspendedReason: "Rude words",
      })
      .where(eq(users.id, suspended.teacher.userId));
    await app.context.db
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.id, deleted.teacher.userId));
    for (const each of [suspended, deleted]) {
      expect((await send(each.student, each.threadId, "Hello?")).status).toBe(403);
      expect((await ask(await addStudent(app.context), each.teacher)).status).toBe(403);
      expect(await textsOf(each.student, each.threadId)).toEqual(["Do you teach beginners?"]);
    }
  });

  it("is limited to three messages until the teacher answers, in two processes at once too", async () => {
    const { teacher, student, threadId } = await addQuestion();
    expect(await look(student, threadId)).toMatchObject({ question: { remaining: 2 } });
    const path = `/api/messages/threads/${threadId}/messages`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 ? secondProcess : app).call("POST", path, {
          token: student.token,
          body: { text: `Message ${index}`, clientId: clientId() },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const { message } = answers.find(({ status }) => status === 409)?.body ?? {};
    expect(message).toBe(
      "You've sent 3 messages. You can write again when the teacher answers, or after you book a trial lesson or enroll.",
    );
    expect(await look(student, threadId)).toMatchObject({
      canWrite: false,
      question: { remaining: null, obstacle: { message, fields: [] } },
    });
    expect((await textsOf(teacher, threadId)).length).toBe(3);
    await send(teacher, threadId, "Sorry, I was away.");
    for (const text of ["One", "Two", "Three", "Four"]) {
      expect((await send(student, threadId, text)).status).toBe(201);
    }
  });

  it("is stored once if it is sent twice at the same time, even if it is the last one allowed", async () => {
    const { student, threadId } = await addQuestion();
    await send(student, threadId, "Second");
    const body = { text: "Third", clientId: clientId() };
    const path = `/api/messages/threads/${threadId}/messages`;
    const answers = await Promise.all(
      [app, secondProcess, app].map((each) =>
        each.call("POST", path, { token: student.token, body }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect((await textsOf(student, threadId)).length).toBe(3);
  });

  it("can be asked of five teachers in 24 hours, in two processes at once too", async () => {
    const student = await addStudent(app.context);
    const teachers = await Promise.all(Array.from({ length: 8 }, () => addTeacher(app.context)));
    const opened = await Promise.all(teachers.map((teacher) => open(student, teacher)));
    const answers = await Promise.all(
      opened.map((threadId, index) =>
        (index % 2 ? secondProcess : app).call(
          "POST",
          `/api/messages/threads/${threadId}/messages`,
          {
            token: student.token,
            body: { text: "Do you teach beginners?", clientId: clientId() },
          },
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    const message =
      "You've written to 5 new teachers in the last 24 hours. You can write to another one tomorrow, or book a trial lesson or enroll now.";
    expect(answers[statuses.indexOf(409)]?.body.message).toBe(message);
    const next = await addTeacher(app.context);
    expect(await ask(student, next)).toMatchObject({ status: 409, body: { message } });
    // Conversations that have begun continue.
    const begun = opened[statuses.indexOf(201)] ?? "";
    expect((await send(student, begun, "Also in the evening?")).status).toBe(201);
    const [later] = (await waitDays(1.01, [student])) as [Person];
    expect((await ask(later, next)).status).toBe(201);
  });

  it("closes when nobody has written for two weeks, and can be asked again if it was answered", async () => {
    const [answered, ignored] = [await addQuestion(), await addQuestion()];
    await send(answered.teacher, answered.threadId, "Yes.");
    const people = [answered.student, answered.teacher, ignored.student, ignored.teacher];
    const [student, teacher, other, otherTeacher] = (await waitDays(14.01, people)) as [
      Person,
      Person,
      Person,
      Person,
    ];
    const late = await send(teacher, answered.threadId, "Are you still there?");
    expect([late.status, late.body.message]).toEqual([
      409,
      "No one has written here for 14 days, so this conversation is closed.",
    ]);
    expect((await send(otherTeacher, ignored.threadId, "Hello")).status).toBe(409);
    const closed = await send(other, ignored.threadId, "Hello?");
    expect([closed.status, closed.body.message]).toEqual([
      409,
      "No one has written here for 14 days, so this conversation is closed. You can write again after you book a trial lesson or enroll.",
    ]);
    expect(await textsOf(other, ignored.threadId)).toEqual(["Do you teach beginners?"]);
    expect(await look(student, answered.threadId)).toMatchObject({ question: { remaining: 3 } });
    for (const text of ["One", "Two", "Three"]) {
      expect((await send(student, answered.threadId, text)).status).toBe(201);
    }
    expect((await send(student, answered.threadId, "Four")).status).toBe(409);
    expect((await send(teacher, answered.threadId, "Welcome back")).status).toBe(201);
  });

  it("becomes an ordinary conversation with a seat or a trial lesson, and ends with it", async () => {
    const enrolled = await addQuestion();
    await send(enrolled.student, enrolled.threadId, "Second");
    await send(enrolled.student, enrolled.threadId, "Third");
    const courseId = await addCourse(app.context, enrolled.teacher);
    await addEnrollment(app.context, enrolled.student, courseId);
    expect((await send(enrolled.student, enrolled.threadId, "Fourth")).status).toBe(201);
    for (const person of [enrolled.student, enrolled.teacher]) {
      expect(await look(person, enrolled.threadId)).toMatchObject({
        canWrite: true,
        question: null,
      });
    }
    await app.context.db
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.courseId, courseId));
    expect((await send(enrolled.teacher, enrolled.threadId, "Come back")).status).toBe(403);
    // Former students can ask like everyone else.
    expect((await send(enrolled.student, enrolled.threadId, "Is there a new date?")).status).toBe(
      201,
    );
    expect((await send(enrolled.teacher, enrolled.threadId, "In May")).status).toBe(201);

    const booked = await addQuestion(child("trial-parent@example.org"));
    const startsAt = new Date(Date.now() + day);
    await app.context.db.insert(trialLessons).values({
      teacherId: booked.teacher.profileId,
      studentId: booked.student.profileId,
      startsAt,
      endsAt: new Date(startsAt.getTime() + 30 * minute),
    });
    expect(await look(booked.teacher, booked.threadId)).toMatchObject({
      name: "Hamza Iqbal",
      question: null,
    });
  });

  it("is emailed to the teacher like every unread message, and deleted after a year", async () => {
    const { teacher, student, threadId } = await addQuestion();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * minute });
    await mailDigests(app.context);
    await app.context.jobs.drain();
    const mails = app.mails.filter(({ to }) => to === teacher.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["You have 1 unread message"]);
    expect(mails[0]?.text).toContain(student.actor.name);
    vi.setSystemTime(Date.now() + 300 * day);
    await deleteOldConversations(app.context);
    expect(await app.context.db.$count(threads, eq(threads.id, threadId))).toBe(1);
    vi.setSystemTime(Date.now() + 100 * day);
    await deleteOldConversations(app.context);
    expect(await app.context.db.$count(threads, eq(threads.id, threadId))).toBe(0);
  });
});

describe("minors", () => {
  it("ask only if a guardian has confirmed, and learn what is missing", async () => {
    const teacher = await addTeacher(app.context);
    const refused = async (student: Person) => {
      const { status, body } = await ask(student, teacher);
      const fields = (body.errors ?? []).map(({ field }: { field: string }) => field);
      return { status, message: body.message, fields };
    };
    expect(await refused(await addStudent(app.context, { age: null }))).toEqual({
      status: 400,
      message:
        "Enter your age in your profile first. Then you can write to teachers before you enroll.",
      fields: ["age"],
    });
    expect(await refused(await addStudent(app.context, { age: 17 }))).toEqual({
      status: 409,
      message:
        "Students under 18 can write to a teacher after they book a trial lesson or enroll in a course.",
      fields: [],
    });
    for (const student of [child(), child("+92 300 1234567")]) {
      expect(await refused(await addStudent(app.context, student))).toEqual({
        status: 400,
        message:
          "Add a parent or guardian's email address to your profile first. Once they confirm it, you can write to teachers, and they get copies of the messages.",
        fields: ["parentGuardianContact"],
      });
    }
    for (const state of [{}, { guardianDeclined: "waits@example.org" }]) {
      const waiting = await addStudent(app.context, child("waits@example.org"));
      await app.context.db
        .update(profiles)
        .set({ guardianConfirmed: null, ...state })
        .where(eq(profiles.id, waiting.profileId));
      expect(await refused(waiting)).toMatchObject({ status: 400, fields: ["guardianConfirmed"] });
    }
    expect(await app.context.db.$count(threads, eq(threads.firstId, teacher.profileId))).toBe(0);
    expect(await app.context.db.$count(threads, eq(threads.secondId, teacher.profileId))).toBe(0);
  });

  it("ask with copies for the guardian, and no one can write once the guardian withdraws", async () => {
    const { teacher, student, threadId } = await addQuestion(child("copies@example.org"));
    await send(teacher, threadId, "Yes, from the age of 7.");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * minute });
    await mailGuardianCopies(app.context);
    await app.context.jobs.drain();
    const [copy] = app.mails.filter(({ to }) => to === "copies@example.org");
    expect(copy?.text).toContain("Do you teach beginners?");
    expect(copy?.text).toContain("Yes, from the age of 7.");
    vi.useRealTimers();
    await app.context.db
      .update(profiles)
      .set({ guardianConfirmed: null, guardianDeclined: "copies@example.org" })
      .where(eq(profiles.id, student.profileId));
    expect((await send(student, threadId, "Thanks")).status).toBe(400);
    const answer = await send(teacher, threadId, "Are you there?");
    expect([answer.status, answer.body.message]).toEqual([403, "You can't write to this person."]);
    expect(await look(student, threadId)).toMatchObject({
      canWrite: false,
      question: { obstacle: { fields: ["guardianConfirmed"] } },
    });
    expect(await look(teacher, threadId)).toMatchObject({ canWrite: false });
  });

  it("are shown to the teacher with the first name only, until they enroll", async () => {
    const { teacher, student, threadId } = await addQuestion({
      ...child("first-name@example.org"),
      profileImageUrl: "/media/child.webp",
    });
    const heard = await listen(teacher);
    await call(student, "POST", `/threads/${threadId}/typing`);
    await send(student, threadId, "And on weekends?");
    await expect.poll(() => JSON.stringify(heard)).toContain("And on weekends?");
    expect(heard.map(({ type }) => type)).toContain("typing");
    const asAppears = async () => [
      await look(teacher, threadId),
      (await call(teacher, "GET", "/contacts")).body.data,
      (await call(teacher, "GET", `/threads/${threadId}/messages`)).body.data,
      (await call(teacher, "GET", "/search?q=weekends")).body.data,
    ];
    const seen = [heard, ...(await asAppears())];
    for (const each of seen) {
      expect(JSON.stringify(each)).toContain("Hamza");
      expect(JSON.stringify(each)).not.toMatch(/Iqbal|child\.webp/);
    }
    expect(
      (await app.call("GET", `/api/students/${student.profileId}`, { token: teacher.token }))
        .status,
    ).toBe(404);
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start + 31 * minute });
    await mailDigests(app.context);
    await app.context.jobs.drain();
    const mails = app.mails.filter(({ to }) => to === teacher.email);
    expect(JSON.stringify(mails)).toContain("Hamza");
    expect(JSON.stringify(mails)).not.toContain("Iqbal");
    vi.useRealTimers();
    await call(teacher, "POST", "/blocks", { profileId: student.profileId });
    expect((await call(teacher, "GET", "/blocks")).body.data).toEqual([
      { _id: student.profileId, name: "Hamza" },
    ]);
    await call(teacher, "DELETE", `/blocks/${student.profileId}`);
    await addEnrollment(app.context, student, await addCourse(app.context, teacher));
    for (const each of await asAppears()) expect(JSON.stringify(each)).toContain("Hamza Iqbal");
    expect(await look(student, threadId)).toMatchObject({ name: teacher.actor.name });
  });

  it("keep the last name from teachers who blocked them, after the conversation is deleted", async () => {
    const { teacher, student, threadId } = await addQuestion(child("deleted-later@example.org"));
    const known = await addStudent(app.context, { name: "Zayd Omar", age: 10 });
    await addEnrollment(app.context, known, await addCourse(app.context, teacher));
    for (const { profileId } of [student, known]) {
      expect((await call(teacher, "POST", "/blocks", { profileId })).status).toBe(201);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 370 * day });
    await deleteOldConversations(app.context);
    vi.useRealTimers();
    expect(await app.context.db.$count(threads, eq(threads.id, threadId))).toBe(0);
    expect((await call(teacher, "GET", "/blocks")).body.data).toEqual([
      { _id: student.profileId, name: "Hamza" },
      { _id: known.profileId, name: "Zayd Omar" },
    ]);
  });

  it("can't ask unverified teachers if only verified ones may teach minors", async () => {
    const { student, teacher, threadId } = await addQuestion(child("verified@example.org"));
    const owner = await addStaffPerson(app.context, "owner");
    const set = async (minorsNeedVerified: boolean) => {
      const { body } = await app.call("GET", "/api/staff/settings", { token: owner.token });
      const value: SettingInput<"vetting"> = { unverifiedMayPublish: true, minorsNeedVerified };
      const { status } = await app.call("PUT", "/api/staff/settings/vetting", {
        token: owner.token,
        body: { value, seenAt: body.data.changedAt.vetting ?? null },
      });
      expect(status).toBe(200);
    };
    await set(true);
    const refused = await send(student, threadId, "And when?");
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Students under 18 can write only to verified teachers, and this teacher isn't verified yet. Please choose a verified teacher.",
    ]);
    expect((await send(teacher, threadId, "On Monday")).status).toBe(403);
    const adult = await addStudent(app.context);
    expect((await ask(adult, teacher)).status).toBe(201);
    await set(false);
    await sendMessage(app.context, student.actor, threadId, {
      text: "And when?",
      clientId: clientId(),
    });
    expect(await textsOf(teacher, threadId)).toHaveLength(2);
  });
});

describe("a question in another conversation", () => {
  it("is hidden from other teachers and students", async () => {
    const { threadId } = await addQuestion();
    for (const person of [await addTeacher(app.context), await addStudent(app.context)]) {
      const path = `/threads/${threadId}`;
      const answers = [
        await call(person, "GET", path),
        await call(person, "GET", `${path}/messages`),
        await send(person, threadId, "Let me in"),
        await call(person, "POST", `${path}/typing`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
  });
});
