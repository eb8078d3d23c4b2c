import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { LiveEvent } from "#lib/messages.ts";
import { enrolments } from "#server/enrolments/enrolments.table.ts";
import { mailDigests } from "#server/messages/digest.ts";
import { mailGuardianCopies } from "#server/messages/guardian-copies.ts";
import { saveThreadState, sendMessage } from "#server/messages/messages.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrolment } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";
import { countQueries } from "../../support/queries.ts";

const minute = 60_000;

let app: TestApp;
let secondProcess: TestApp;
beforeAll(async () => {
  const env = { APP_SECRET: "shared by both processes, as in a deployment" };
  app = await createTestApp({ env });
  secondProcess = await createTestApp({ env, database: app.database });
});
afterAll(async () => {
  await secondProcess.close();
  await app.close();
});
afterEach(() => {
  vi.useRealTimers();
});

let names = 0;
const clientId = () => `message-${++names}`;

/** A teacher's course with students in it. */
async function addClass(students = 1, overrides: Parameters<typeof addStudent>[1] = {}) {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const people: Person[] = [];
  for (let index = 0; index < students; index++) {
    const student = await addStudent(app.context, overrides);
    await addEnrolment(app.context, student, courseId);
    people.push(student);
  }
  const [student] = people;
  if (!student) throw new Error("A class without students");
  return { teacher, courseId, student, students: people };
}

const call = (person: { token: string }, method: string, path: string, body?: unknown) =>
  app.call(method, `/api/messages${path}`, { token: person.token, body });

async function open(person: Person, to: Person | string): Promise<string> {
  const body = typeof to === "string" ? { courseId: to } : { recipientId: to.profileId };
  const answer = await call(person, "POST", "/threads", body);
  expect(answer.status).toBe(201);
  return answer.body.data.threadId;
}

const send = (person: Person, threadId: string, text: string, name = clientId()) =>
  call(person, "POST", `/threads/${threadId}/messages`, { text, clientId: name });

async function textsOf(person: Person, threadId: string): Promise<string[]> {
  const { body } = await call(person, "GET", `/threads/${threadId}/messages`);
  return body.data.messages.map(({ text }: { text: string }) => text);
}

describe("contacts", () => {
  it("are the people and courses one shares, before anybody has written", async () => {
    const { teacher, courseId, student } = await addClass(2);
    const forStudent = (await call(student, "GET", "/contacts")).body.data;
    expect(forStudent).toHaveLength(2);
    expect(forStudent).toContainEqual(
      expect.objectContaining({
        kind: "direct",
        profileId: teacher.profileId,
        threadId: null,
        canWrite: true,
        unread: 0,
        lastMessage: null,
      }),
    );
    expect(forStudent).toContainEqual(expect.objectContaining({ kind: "course", courseId }));
    expect((await call(teacher, "GET", "/contacts")).body.data).toHaveLength(3);
  });

  it("come with the last message and what is unread, newest first, in a fixed number of queries", async () => {
    const { teacher, students, courseId } = await addClass(3);
    for (const student of students) await send(student, await open(student, teacher), "Salam");
    await send(teacher, await open(teacher, courseId), "Welcome, everyone");
    const { data } = (await call(teacher, "GET", "/contacts")).body;
    expect(data.map(({ unread }: { unread: number }) => unread)).toEqual([0, 1, 1, 1]);
    expect(data[0]).toMatchObject({
      kind: "course",
      lastMessage: { text: "Welcome, everyone", authorId: teacher.profileId },
    });
    const few = await addClass(1);
    const many = await countQueries(app.database, () => call(teacher, "GET", "/contacts"));
    expect(await countQueries(app.database, () => call(few.teacher, "GET", "/contacts"))).toBe(
      many,
    );
  });
});

describe("who may write to whom", () => {
  it("lets teachers write to each other", async () => {
    const [one, other] = [await addTeacher(app.context), await addTeacher(app.context)];
    const threadId = await open(one, other);
    expect(await open(other, one)).toBe(threadId);
    expect((await send(other, threadId, "Salam")).status).toBe(201);
  });

  it("refuses students to each other, strangers, oneself and people who don't exist alike", async () => {
    const { student, students, teacher } = await addClass(2);
    const stranger = await addTeacher(app.context);
    const others = [students[1]?.profileId, stranger.profileId, student.profileId, "prf_nobody"];
    for (const recipientId of others) {
      const answer = await call(student, "POST", "/threads", { recipientId });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe("You can't write to this person.");
    }
    const outsider = await addStudent(app.context);
    expect(
      (await call(teacher, "POST", "/threads", { recipientId: outsider.profileId })).status,
    ).toBe(403);
  });

  it("lets students of a course write to each other in the course's thread only", async () => {
    const { student, students, courseId } = await addClass(2);
    const threadId = await open(student, courseId);
    await send(student, threadId, "Which page was it?");
    expect(await textsOf(students[1] as Person, threadId)).toEqual(["Which page was it?"]);
  });

  it("hides threads from those who take no part, and from those who left", async () => {
    const { teacher, student, courseId } = await addClass();
    const direct = await open(student, teacher);
    const group = await open(student, courseId);
    await send(student, direct, "Salam");
    const stranger = await addTeacher(app.context);
    for (const threadId of [direct, group, "thr_missing"]) {
      const path = `/threads/${threadId}`;
      const answers = [
        await call(stranger, "GET", path),
        await call(stranger, "GET", `${path}/messages`),
        await send(stranger, threadId, "Let me in"),
        await call(stranger, "PUT", `${path}/state`, { readSeq: 1 }),
        await call(stranger, "POST", `${path}/typing`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    await app.context.db
      .update(enrolments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(and(eq(enrolments.courseId, courseId)));
    expect((await call(student, "GET", `/threads/${group}`)).status).toBe(404);
    expect(await textsOf(student, direct)).toEqual(["Salam"]);
    expect((await send(student, direct, "One more")).status).toBe(403);
  });

  it("wants a session and a completed profile", async () => {
    expect((await app.call("GET", "/api/messages/contacts")).status).toBe(401);
    const newcomer = await addAccount(app.context);
    expect((await call(newcomer, "GET", "/contacts")).status).toBe(403);
  });
});

describe("sending", () => {
  it("numbers messages without gaps, however many arrive at once from two processes", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? secondProcess : app).call(
          "POST",
          `/api/messages/threads/${threadId}/messages`,
          {
            token: (index % 4 < 2 ? student : teacher).token,
            body: { text: `Message ${index}`, clientId: clientId() },
          },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const seqs = answers.map(({ body }) => body.data.seq).sort((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it("makes one message of a message that is sent again, also at once", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => send(student, threadId, "Once", "the-same-name")),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
    expect(await textsOf(teacher, threadId)).toEqual(["Once"]);
  });

  it("refuses what is empty, too long or unnamed, and keeps markup as text", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    for (const body of [
      { text: "   ", clientId: clientId() },
      { text: "x".repeat(4001), clientId: clientId() },
      { text: "Salam" },
      { text: ["Salam"], clientId: clientId() },
    ]) {
      const answer = await call(student, "POST", `/threads/${threadId}/messages`, body);
      expect(answer.status).toBe(400);
    }
    const text = "<script>alert(1)</script> السَّلامُ عليكم";
    await send(student, threadId, text);
    expect(await textsOf(teacher, threadId)).toEqual([text]);
  });

  it("is limited to thirty a minute", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    for (let sent = 0; sent < 30; sent++) {
      expect((await send(student, threadId, "Again")).status).toBe(201);
    }
    const refused = await send(student, threadId, "Once more");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});

describe("reading", () => {
  it("goes back through the history page by page", async () => {
    const { teacher, courseId } = await addClass();
    const threadId = await open(teacher, courseId);
    for (let index = 1; index <= 7; index++) await send(teacher, threadId, `${index}`);
    const page = async (query: string) => {
      const { body } = await call(teacher, "GET", `/threads/${threadId}/messages?${query}`);
      const texts = body.data.messages.map(({ text }: { text: string }) => text);
      return [texts.join(""), body.data.hasMore];
    };
    expect(await page("limit=3")).toEqual(["567", true]);
    expect(await page("limit=3&before=5")).toEqual(["234", true]);
    expect(await page("limit=3&before=2")).toEqual(["1", false]);
    expect(await page("limit=3&after=2")).toEqual(["345", true]);
    expect(await page("after=5")).toEqual(["67", false]);
    expect(await page("after=7")).toEqual(["", false]);
  });

  it("is noted, only forward, and shown to the other person", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    for (const text of ["One", "Two", "Three"]) await send(student, threadId, text);
    const state = (body: object) => call(teacher, "PUT", `/threads/${threadId}/state`, body);
    expect((await state({ deliveredSeq: 3 })).body.data).toEqual({ readSeq: 0, deliveredSeq: 3 });
    expect((await state({ readSeq: 2 })).body.data).toEqual({ readSeq: 2, deliveredSeq: 3 });
    expect((await state({ readSeq: 1 })).body.data).toEqual({ readSeq: 2, deliveredSeq: 3 });
    const { data } = (await call(student, "GET", `/threads/${threadId}`)).body;
    expect(data.otherState).toEqual({ readSeq: 2, deliveredSeq: 3 });
    expect((await call(teacher, "GET", "/unread")).body.data).toEqual({ count: 1 });
    expect((await state({ readSeq: 900 })).body.data.readSeq).toBe(3);
    expect((await call(teacher, "GET", "/unread")).body.data).toEqual({ count: 0 });
  });

  it("does not wait for those who joined a course after the message", async () => {
    const { teacher, courseId } = await addClass();
    const threadId = await open(teacher, courseId);
    await send(teacher, threadId, "Before");
    const late = await addStudent(app.context);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minute });
    await addEnrolment(app.context, late, courseId);
    expect(await textsOf(late, threadId)).toEqual(["Before"]);
    expect((await call(late, "GET", "/unread")).body.data).toEqual({ count: 0 });
    await send(teacher, threadId, "After");
    expect((await call(late, "GET", "/unread")).body.data).toEqual({ count: 1 });
  });

  it("finds one's own messages by their words, however they are written", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    await send(student, threadId, "سورة الفَاتِحَة، الآية الأولى");
    await send(student, threadId, "Merci, très clair");
    const search = async (person: Person, words: string) => {
      const { body } = await call(person, "GET", `/search?q=${encodeURIComponent(words)}`);
      return body.data.length;
    };
    expect(await search(teacher, "الفاتحه")).toBe(1);
    expect(await search(student, "TRES")).toBe(1);
    expect(await search(student, " ")).toBe(0);
    expect(await search(await addTeacher(app.context), "Merci")).toBe(0);
  });
});

describe("safety", () => {
  it("lets nobody write after a block, in either direction, until it is taken back", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    await call(student, "POST", "/blocks", { profileId: teacher.profileId });
    await call(student, "POST", "/blocks", { profileId: teacher.profileId });
    const { data } = (await call(student, "GET", `/threads/${threadId}`)).body;
    expect(data).toMatchObject({ canWrite: false, isBlocked: true });
    for (const person of [student, teacher]) {
      expect((await send(person, threadId, "Hello")).status).toBe(403);
      expect((await call(person, "POST", `/threads/${threadId}/typing`)).status).toBe(403);
    }
    await call(student, "DELETE", `/blocks/${teacher.profileId}`);
    expect((await send(teacher, threadId, "Hello")).status).toBe(201);
  });

  it("brings a reported message to the team, once per person, and not one's own", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(teacher, threadId, "Something unkind")).body.data;
    const report = (person: Person) =>
      call(person, "POST", `/${_id}/report`, { reason: "Unkind words" });
    expect((await report(student)).status).toBe(201);
    expect((await report(student)).status).toBe(201);
    expect((await report(teacher)).status).toBe(403);
    expect((await report(await addTeacher(app.context))).status).toBe(404);
    await app.context.jobs.drain();
    const mails = app.mails.filter(({ text }) => text.includes(_id));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Unkind words");
  });
});

describe("news", () => {
  it("reach everybody in the thread who looks, in every process, once", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const heard: LiveEvent[] = [];
    const strange: LiveEvent[] = [];
    const stranger = await addTeacher(app.context);
    const { live } = secondProcess.context;
    const stop = [
      await live.subscribe(teacher.profileId, (event) => heard.push(event)),
      await live.subscribe(stranger.profileId, (event) => strange.push(event)),
    ];
    const news = () => heard.filter(({ type }) => type !== "resync");
    await call(student, "POST", `/threads/${threadId}/typing`);
    await send(student, threadId, "Salam");
    await expect.poll(() => news().length).toBe(2);
    expect(news()).toEqual([
      expect.objectContaining({ type: "typing", threadId, profileId: student.profileId }),
      expect.objectContaining({
        type: "message",
        message: expect.objectContaining({ seq: 1, text: "Salam" }),
      }),
    ]);
    expect(strange.filter(({ type }) => type !== "resync")).toEqual([]);
    for (const unsubscribe of stop) unsubscribe();
  });
});

describe("mails", () => {
  it("tell once, after half an hour, of what is still unread", async () => {
    const { teacher, student, courseId } = await addClass();
    const direct = await open(student, teacher);
    await send(student, direct, "First");
    await send(student, direct, "Second");
    await send(student, await open(student, courseId), "To all");
    const seen = await open(teacher, student);
    const mailed = async () => {
      await Promise.all([mailDigests(app.context), mailDigests(secondProcess.context)]);
      await app.context.jobs.drain();
      return app.mails.filter(({ to }) => to === teacher.email);
    };
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start + 29 * minute });
    expect(await mailed()).toEqual([]);
    vi.setSystemTime(start + 31 * minute);
    const [mail, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("You have 3 unread messages");
    expect(mail?.text).toContain("/dashboard/messages");
    vi.setSystemTime(start + 90 * minute);
    expect(await mailed()).toHaveLength(1);
    // By now the access tokens have expired.
    await saveThreadState(app.context, teacher.actor, seen, { readSeq: 2 });
    const third = { text: "Third", clientId: clientId() };
    await sendMessage(app.context, student.actor, direct, third);
    vi.setSystemTime(start + 121 * minute);
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      "You have 3 unread messages",
      "You have 1 unread message",
    ]);
  });

  it("copy a child's conversations to the guardian, whole and once", async () => {
    const { teacher, student } = await addClass(1, {
      age: 9,
      parentGuardianName: "Khadija",
      parentGuardianContact: "khadija.mother@example.org",
    });
    const threadId = await open(student, teacher);
    await send(student, threadId, "I have learnt it by heart");
    await send(teacher, threadId, "Well done");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * minute });
    await Promise.all([mailGuardianCopies(app.context), mailGuardianCopies(secondProcess.context)]);
    await mailGuardianCopies(app.context);
    await app.context.jobs.drain();
    const copies = app.mails.filter(({ to }) => to === "khadija.mother@example.org");
    expect(copies).toHaveLength(1);
    expect(copies[0]?.text).toContain("I have learnt it by heart");
    expect(copies[0]?.text).toContain("Well done");
  });
});
