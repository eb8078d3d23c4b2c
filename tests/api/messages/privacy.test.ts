/**
 * What course members see of each other, what authors can delete, and how long messages are kept.
 */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LiveEvent, Message } from "#lib/messages/messages.responses.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { messageReports, messages, threads } from "#server/db/tables/messages.table.ts";
import { hideMessage } from "#server/messages/hide-message.ts";
import { deleteOldConversations, removeDeletedTexts } from "#server/messages/retention.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { converse } from "./converse.ts";

const { app, secondProcess } = await openTwoApps();
afterEach(() => {
  vi.useRealTimers();
});

const { addClass, call, open, send, textsOf } = converse(() => app);
const wait = (ms: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms, shouldAdvanceTime: false });
const minute = 60_000;

const pageOf = async (person: Person, threadId: string, query = "") =>
  (await call(person, "GET", `/threads/${threadId}/messages${query}`)).body.data;
const authorsOf = async (person: Person, threadId: string): Promise<string[]> =>
  (await pageOf(person, threadId)).messages.map(({ author }: Message) => author.name);

/** Records the events that the other process sends to the person. */
async function listen({ profileId, actor: { sessionId } }: Person) {
  const heard: LiveEvent[] = [];
  const deliver = (event: LiveEvent) => heard.push(event);
  await secondProcess.context.live.subscribe({
    profileId,
    sessionId,
    address: "127.0.0.1",
    deliver,
    end: () => {},
  });
  return heard;
}

describe("the students of a course", () => {
  it("see only first names of minors, while teachers and the minor see whole names", async () => {
    const { teacher, courseId, student: adult } = await addClass();
    const child = await addStudent(app.context, { name: "Hamza Iqbal", age: 9 });
    const ageless = await addStudent(app.context, { name: "Noor Aziz", age: null });
    for (const person of [child, ageless]) await addEnrollment(app.context, person, courseId);
    const threadId = await open(child, courseId);
    const [seenByAdult, seenByTeacher] = [await listen(adult), await listen(teacher)];
    await call(child, "POST", `/threads/${threadId}/typing`);
    await send(child, threadId, "Salam");
    await send(ageless, threadId, "Salam");
    await expect.poll(() => JSON.stringify(seenByTeacher)).toContain("Noor Aziz");
    await expect.poll(() => JSON.stringify(seenByAdult)).toContain("Noor");
    expect(JSON.stringify(seenByTeacher)).toContain("Hamza Iqbal");
    expect(JSON.stringify(seenByAdult)).not.toMatch(/Iqbal|Aziz/);
    expect(await authorsOf(adult, threadId)).toEqual(["Hamza", "Noor"]);
    expect(await authorsOf(child, threadId)).toEqual(["Hamza Iqbal", "Noor"]);
    expect(await authorsOf(teacher, threadId)).toEqual(["Hamza Iqbal", "Noor Aziz"]);
    const found = await call(adult, "GET", "/search?q=salam");
    expect(JSON.stringify(found.body)).not.toMatch(/Iqbal|Aziz/);
  });

  it("cannot read messages from before their enrollment, while the teacher can read all", async () => {
    const { teacher, courseId, student } = await addClass();
    const threadId = await open(student, courseId);
    const sent = await send(student, threadId, "Before zaytun");
    wait(minute);
    const late = await addStudent(app.context);
    await addEnrollment(app.context, late, courseId);
    expect((await call(late, "GET", "/search?q=zaytun")).body.data).toEqual([]);
    expect((await call(late, "GET", `/threads/${threadId}`)).body.data.lastMessage).toBeNull();
    const report = await call(late, "POST", `/${sent.body.data._id}/report`, {});
    expect(report.status).toBe(404);
    for (let index = 1; index <= 3; index += 1) await send(teacher, threadId, `After ${index}`);
    expect(await textsOf(late, threadId)).toEqual(["After 1", "After 2", "After 3"]);
    expect(await pageOf(late, threadId)).toMatchObject({ hasMore: false });
    expect(await pageOf(late, threadId, "?limit=2")).toMatchObject({ hasMore: true });
    expect(await pageOf(late, threadId, "?before=3&limit=2")).toMatchObject({
      hasMore: false,
      messages: [{ seq: 2 }],
    });
    expect(await pageOf(late, threadId, "?after=0&limit=2")).toMatchObject({
      hasMore: true,
      messages: [{ seq: 2 }, { seq: 3 }],
    });
    expect(await textsOf(teacher, threadId)).toHaveLength(4);
  });
});

describe("blocking", () => {
  it("shows classmates no more of a minor's name than the conversation does", async () => {
    const { courseId, student: adult, teacher } = await addClass();
    const child = await addStudent(app.context, { name: "Hamza Iqbal", age: 9 });
    await addEnrollment(app.context, child, courseId);
    const threadId = await open(child, courseId);
    await send(child, threadId, "Salam");
    const [message] = (await pageOf(adult, threadId)).messages;
    for (const person of [adult, teacher]) {
      const blocked = await call(person, "POST", "/blocks", { profileId: message.author._id });
      expect(blocked.status).toBe(201);
    }
    expect((await call(adult, "GET", "/blocks")).body.data).toEqual([
      { _id: child.profileId, name: "Hamza" },
    ]);
    expect((await call(teacher, "GET", "/blocks")).body.data).toEqual([
      { _id: child.profileId, name: "Hamza Iqbal" },
    ]);
  });

  it("is rejected for people who share no conversation with the user, whether they exist or not", async () => {
    const { student, teacher } = await addClass();
    const child = await addStudent(app.context, { name: "Hamza Iqbal", age: 9 });
    const { student: former, courseId, teacher: other } = await addClass();
    await send(former, await open(former, courseId), "Salam");
    const missing = await call(student, "POST", "/blocks", { profileId: "prf_missing" });
    expect(missing.status).toBe(404);
    for (const person of [student, teacher, other]) {
      const refused = await call(person, "POST", "/blocks", { profileId: child.profileId });
      expect(refused).toMatchObject({ status: 404, body: missing.body });
      expect((await call(person, "GET", "/blocks")).body.data).toEqual([]);
    }
    expect((await call(student, "POST", "/blocks", { profileId: former.profileId })).status).toBe(
      404,
    );
  });

  it("is possible for a person who has left, as long as one of their messages remains", async () => {
    const { students, courseId } = await addClass(2);
    const [one, leaver] = students as [Person, Person];
    const threadId = await open(leaver, courseId);
    await send(leaver, threadId, "Salam");
    await app.call("POST", `/api/enrollment/course/${courseId}/leave`, { token: leaver.token });
    expect((await call(one, "POST", "/blocks", { profileId: leaver.profileId })).status).toBe(201);
    expect((await call(one, "POST", "/blocks", { profileId: leaver.profileId })).status).toBe(201);
  });
});

describe("deleting one's own message", () => {
  it("removes the text for everyone, in open streams too, and keeps the message's number", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(student, threadId, "Wrong zaytun")).body.data;
    await send(student, threadId, "Right");
    const heard = await listen(teacher);
    for (const _again of [1, 2]) {
      const { status, body } = await call(student, "DELETE", `/${_id}`);
      expect([status, body.message]).toEqual([200, "Message deleted"]);
    }
    await expect.poll(() => heard).toContainEqual({ type: "deleted", threadId, seq: 1 });
    expect((await pageOf(teacher, threadId)).messages).toMatchObject([
      { seq: 1, text: "", deletedAt: expect.any(String) },
      { seq: 2, text: "Right", deletedAt: null },
    ]);
    expect((await call(teacher, "GET", "/search?q=zaytun")).body.data).toEqual([]);
    expect((await call(teacher, "GET", "/unread")).body.data).toEqual({ count: 1 });
    expect(await app.context.db.$count(messages, eq(messages.text, "Wrong zaytun"))).toBe(0);
  });

  it("can be undone for ten minutes, and shows the message to everyone again", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(student, threadId, "Ripe zaytun")).body.data;
    await call(student, "DELETE", `/${_id}`);
    const heard = await listen(teacher);
    expect((await call(teacher, "POST", `/${_id}/restore`)).status).toBe(404);
    for (const _again of [1, 2]) {
      expect((await call(student, "POST", `/${_id}/restore`)).status).toBe(200);
    }
    const message = expect.objectContaining({ seq: 1, text: "Ripe zaytun", deletedAt: null });
    await expect.poll(() => heard).toContainEqual({ type: "message", threadId, message });
    expect(await textsOf(teacher, threadId)).toEqual(["Ripe zaytun"]);
    expect((await call(teacher, "GET", "/search?q=zaytun")).body.data).toHaveLength(1);
    await call(student, "DELETE", `/${_id}`);
    wait(11 * minute);
    expect((await call(student, "POST", `/${_id}/restore`)).status).toBe(409);
    expect(await textsOf(teacher, threadId)).toEqual([""]);
  });

  it("can't be undone for a message that staff have hidden", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(student, threadId, "Not kind")).body.data;
    await app.context.db.transaction((tx) => hideMessage(tx, _id));
    expect((await call(student, "POST", `/${_id}/restore`)).status).toBe(404);
    expect(await textsOf(teacher, threadId)).toEqual([""]);
  });

  it("is possible only for the author, with the same error as for a missing message", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const { _id } = (await send(student, threadId, "Mine")).body.data;
    const missing = await call(teacher, "DELETE", "/msg_missing");
    expect(missing.status).toBe(404);
    for (const person of [teacher, await addStudent(app.context)]) {
      expect(await call(person, "DELETE", `/${_id}`)).toMatchObject({
        status: 404,
        body: missing.body,
      });
    }
    expect(await textsOf(student, threadId)).toEqual(["Mine"]);
  });

  it("keeps a reported message as evidence, and allows reports for two weeks", async () => {
    const { teacher, students } = await addClass(2);
    const [student, other] = students as [Person, Person];
    const threadId = await open(student, teacher);
    const { _id } = (await send(student, threadId, "Unkind")).body.data;
    expect((await call(teacher, "POST", `/${_id}/report`, { reason: "Rude" })).status).toBe(201);
    await call(student, "DELETE", `/${_id}`);
    const kept = await app.context.db
      .select()
      .from(messageReports)
      .where(eq(messageReports.messageId, _id));
    expect(kept).toMatchObject([{ evidence: "Unkind", reason: "Rude" }]);
    const second = (await send(student, threadId, "Also unkind")).body.data._id;
    await call(student, "DELETE", `/${second}`);
    await removeDeletedTexts(app.context);
    expect((await call(teacher, "POST", `/${second}/report`, {})).status).toBe(201);
    const [late] = await app.context.db
      .select()
      .from(messageReports)
      .where(eq(messageReports.messageId, second));
    expect(late?.evidence).toBe("Also unkind");
    const third = (await send(student, threadId, "Unkind again")).body.data._id;
    await call(student, "DELETE", `/${third}`);
    const twoWeeksAgo = new Date(Date.now() - 14 * 24 * 60 * minute - 1);
    await app.context.db
      .update(messages)
      .set({ deletedAt: twoWeeksAgo })
      .where(eq(messages.id, third));
    await removeDeletedTexts(app.context);
    expect((await call(teacher, "POST", `/${third}/report`, {})).status).toBe(404);
    expect(await app.context.db.$count(messages, eq(messages.deletedText, "Unkind again"))).toBe(0);
    expect((await call(other, "POST", `/${_id}/report`, {})).status).toBe(404);
  });
});

describe("inactive conversations", () => {
  const days = (count: number) => count * 24 * 60 * minute;
  const exists = async (threadId: string) =>
    (await app.context.db.$count(threads, eq(threads.id, threadId))) === 1;

  it("are deleted a year after their last message and the last course their members share", async () => {
    const { teacher, student, courseId } = await addClass();
    const [ofTwo, ofCourse] = [await open(student, teacher), await open(teacher, courseId)];
    const colleague = await addTeacher(app.context);
    const ofTeachers = await open(colleague, teacher);
    for (const threadId of [ofTwo, ofCourse, ofTeachers]) await send(teacher, threadId, "Salam");
    const reported = await open(colleague, await addTeacher(app.context));
    await send(colleague, reported, "Salam");
    const endDate = new Date(Date.now() + days(100)).toISOString().slice(0, 10);
    await app.context.db.update(courses).set({ endDate }).where(eq(courses.id, courseId));
    const left = async () => {
      await deleteOldConversations(app.context);
      return Promise.all([ofTwo, ofCourse, ofTeachers, reported].map(exists));
    };
    wait(days(360));
    const [message] = await app.context.db
      .select()
      .from(messages)
      .where(eq(messages.threadId, reported));
    await app.context.db.insert(messageReports).values({
      messageId: message?.id ?? "",
      reporterId: teacher.profileId,
      reason: "",
      evidence: "Salam",
    });
    expect(await left()).toEqual([true, true, true, true]);
    wait(days(10));
    expect(await left()).toEqual([true, true, false, true]);
    wait(days(100));
    expect(await left()).toEqual([false, false, false, true]);
    wait(days(300));
    expect(await left()).toEqual([false, false, false, false]);
  });
});
