import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";
import { converse } from "./converse.ts";

const minute = 60_000;

const { app, secondProcess } = await openTwoApps();
afterEach(() => {
  vi.useRealTimers();
});

const { addClass, call, open, send, textsOf, clientId } = converse(() => app);

describe("a person's contacts", () => {
  it("are the people and courses they share, even before the first message", async () => {
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

  it("include the last message and the unread count, newest first, in a fixed number of queries", async () => {
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

describe("people to message", () => {
  it("are found by name: all teachers for teachers, and their own teachers for students", async () => {
    const [one, other] = [
      await addTeacher(app.context, { name: "Zubaydah Qalawun" }),
      await addTeacher(app.context, { name: "Zubaydah Barquq" }),
    ];
    const { student } = await addClass();
    const find = async (person: Person, words: string) => {
      const { body } = await call(person, "GET", `/people?q=${encodeURIComponent(words)}`);
      return body.data.map(({ profileId }: { profileId: string }) => profileId);
    };
    expect(await find(one, "zubaydah")).toEqual([other.profileId]);
    expect(await find(one, " ")).toEqual([]);
    expect(await find(student, "zubaydah")).toEqual([]);
    await call(other, "POST", "/blocks", { profileId: one.profileId });
    expect(await find(one, "zubaydah")).toEqual([]);
  });
});

describe("the permission to send messages", () => {
  it("allows teachers to write to each other", async () => {
    const [one, other] = [await addTeacher(app.context), await addTeacher(app.context)];
    const threadId = await open(one, other);
    expect(await open(other, one)).toBe(threadId);
    expect((await send(other, threadId, "Salam")).status).toBe(201);
  });

  it("is denied with the same error between students, to oneself and to missing people", async () => {
    const { student, students, teacher } = await addClass(2);
    const stranger = await addStudent(app.context);
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

  it("allows classmates to write to each other only in the course conversation", async () => {
    const { student, students, courseId } = await addClass(2);
    const threadId = await open(student, courseId);
    await send(student, threadId, "Which page was it?");
    expect(await textsOf(students[1] as Person, threadId)).toEqual(["Which page was it?"]);
  });

  it("hides conversations from people who are not in them and from people who left", async () => {
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
      .update(enrollments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(eq(enrollments.courseId, courseId));
    expect((await call(student, "GET", `/threads/${group}`)).status).toBe(404);
    expect(await textsOf(student, direct)).toEqual(["Salam"]);
    expect((await send(teacher, direct, "One more")).status).toBe(403);
  });

  it("requires a session and a complete profile", async () => {
    expect((await app.call("GET", "/api/messages/contacts")).status).toBe(401);
    const newcomer = await addAccount(app.context);
    expect((await call(newcomer, "GET", "/contacts")).status).toBe(403);
  });
});

describe("sending messages", () => {
  it("numbers them without gaps, even when many arrive at two processes at once", async () => {
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

  it("stores a message once when it is sent again, even at the same time", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => send(student, threadId, "Once", "the-same-name")),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
    expect(await textsOf(teacher, threadId)).toEqual(["Once"]);
  });

  it("confirms a message that already arrived, even if its sender may no longer write", async () => {
    const { teacher, student, courseId } = await addClass();
    const threadId = await open(student, teacher);
    expect((await send(student, threadId, "Once", "sent-before-the-block")).status).toBe(201);
    await call(teacher, "POST", "/blocks", { profileId: student.profileId });
    expect((await send(student, threadId, "Once", "sent-before-the-block")).status).toBe(200);
    expect((await send(student, threadId, "Twice")).status).toBe(403);
    const other = await open(student, courseId);
    expect((await send(student, other, "Once", "sent-before-the-block")).status).toBe(404);
  });

  it("rejects empty, too long and unidentified messages, and keeps markup as text", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    for (const body of [
      { text: "   ", clientId: clientId() },
      { text: "\u200b\u2060\u3164 \ufe0f\u2800\u202e", clientId: clientId() },
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

  it("is limited to thirty messages a minute", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    for (let sent = 0; sent < 30; sent++) {
      expect((await send(student, threadId, "Again")).status).toBe(201);
    }
    const refused = await send(student, threadId, "Once more");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(refused.body.message).toBe(
      "You have sent many messages in a short time. Please wait a minute.",
    );
  });
});

describe("reading messages", () => {
  it("is possible page by page, back through the history", async () => {
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
    for (const odd of [
      "before=3000000000",
      "after=1e99",
      "before=%E2%82%AC",
      "after=-1",
      "limit=0",
    ]) {
      const answer = await call(teacher, "GET", `/threads/${threadId}/messages?${odd}`);
      expect(answer.status, odd).toBe(400);
    }
  });

  it("is recorded, only moves forward, and is shown to the other person", async () => {
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

  it("does not mark a message as read by students who enrolled after it", async () => {
    const { teacher, courseId } = await addClass();
    const threadId = await open(teacher, courseId);
    await send(teacher, threadId, "Before");
    const late = await addStudent(app.context);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minute });
    await addEnrollment(app.context, late, courseId);
    expect(await textsOf(late, threadId)).toEqual([]);
    expect((await call(late, "GET", "/unread")).body.data).toEqual({ count: 0 });
    await send(teacher, threadId, "After");
    expect((await call(late, "GET", "/unread")).body.data).toEqual({ count: 1 });
  });

  it("includes a search of one's own conversations, in any spelling", async () => {
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

describe("the message safety tools", () => {
  it("stop messages in both directions from the time of a block until it is removed", async () => {
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

  it("do not count messages from a blocked classmate as unread, and list who is blocked", async () => {
    const { student, students, courseId } = await addClass(2);
    const classmate = students[1] as Person;
    const threadId = await open(student, courseId);
    await call(student, "POST", "/blocks", { profileId: classmate.profileId });
    await send(classmate, threadId, "Hello everyone");
    expect((await call(student, "GET", "/unread")).body.data).toEqual({ count: 0 });
    expect(await textsOf(student, threadId)).toEqual(["Hello everyone"]);
    expect((await call(student, "GET", "/blocks")).body.data).toEqual([
      { _id: classmate.profileId, name: expect.any(String) },
    ]);
    expect((await send(student, threadId, "Hello")).status).toBe(201);
    expect((await call(classmate, "GET", "/unread")).body.data).toEqual({ count: 1 });
  });

  it("send a reported message to staff once per reporter, and reject reports of one's own messages", async () => {
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
