/** Emails about messages: about unread messages, and copies for guardians. */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EmailPreferencesInput } from "#lib/account-settings/email-preferences-input.ts";
import { saveEmailPreferences } from "#server/account-settings/email-preferences.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { messages, threads } from "#server/db/tables/messages.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { mailDigests } from "#server/messages/digest.ts";
import { mailGuardianCopies } from "#server/messages/guardians/guardian-copies.ts";
import { saveThreadState, sendMessage } from "#server/messages/messages.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { addEnrollment } from "../../support/courses.ts";
import { formerToken } from "../../support/former-links.ts";
import { converse } from "./converse.ts";

const minute = 60_000;

const { app, secondProcess } = await openTwoApps();
afterEach(() => {
  vi.useRealTimers();
});

const { addClass, call, open, send, clientId } = converse(() => app);

describe("emails about unread messages", () => {
  it("are sent once, after half an hour", async () => {
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
    // The access tokens have expired by now.
    await saveThreadState(app.context, teacher.actor, seen, { readSeq: 2 });
    const third = { text: "Third", clientId: clientId() };
    await sendMessage(app.context, student.actor, direct, third);
    vi.setSystemTime(start + 121 * minute);
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      "You have 3 unread messages",
      "You have 1 unread message",
    ]);
  });

  it("are sent once per conversation until the recipient has read it or a day has passed", async () => {
    const { teacher, student, courseId } = await addClass();
    const threadId = await open(student, courseId);
    const direct = await open(student, teacher);
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const at = async (minutes: number) => {
      vi.setSystemTime(start + minutes * minute);
      await mailDigests(app.context);
      await app.context.jobs.drain();
      const own = app.mails.filter(({ to }) => to === teacher.email);
      return own.map(({ subject }) => subject.match(/\d+/)?.[0]);
    };
    const write = (thread: string) =>
      sendMessage(app.context, student.actor, thread, { text: "More", clientId: clientId() });
    for (const minutes of [0, 10, 20, 28]) {
      await write(threadId);
      expect(await at(minutes)).toEqual([]);
    }
    for (const minutes of [31, 45, 60]) {
      expect(await at(minutes)).toEqual(["4"]);
      await write(threadId);
    }
    expect(await at(10 * 60)).toEqual(["4"]);
    await write(direct);
    expect(await at(10 * 60 + 30)).toEqual(["4", "1"]);
    expect(await at(24 * 60 + 40)).toEqual(["4", "1", "3"]);
    await saveThreadState(app.context, teacher.actor, threadId, { readSeq: 7 });
    await write(threadId);
    expect(await at(25 * 60 + 20)).toEqual(["4", "1", "3", "1"]);
  });

  it("are not sent to people who turned them off, until they turn them on", async () => {
    const { teacher, student, courseId } = await addClass();
    const threadId = await open(student, courseId);
    const direct = await open(student, teacher);
    const start = Date.now();
    const choose = (choices: EmailPreferencesInput) =>
      saveEmailPreferences(app.context, teacher.actor, choices);
    const mailed = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: start + minutes * minute });
      await mailDigests(app.context);
      await app.context.jobs.drain();
      return app.mails.filter(({ to }) => to === teacher.email).length;
    };
    await send(student, threadId, "Hello");
    expect(await choose({ messageDigests: false })).toEqual({
      meetingReminders: true,
      classRecaps: false,
      messageDigests: false,
      changeSummaries: true,
    });
    expect(await mailed(31)).toBe(0);
    expect(await choose({})).toMatchObject({ messageDigests: false });
    await choose({ messageDigests: true });
    expect(await mailed(32)).toBe(0);
    await sendMessage(app.context, student.actor, direct, { text: "More", clientId: clientId() });
    expect(await mailed(70)).toBe(1);
  });

  it("leave out messages from blocked people", async () => {
    const { teacher, student, courseId } = await addClass();
    const threadId = await open(student, courseId);
    await call(teacher, "POST", "/blocks", { profileId: student.profileId });
    await send(student, threadId, "Hello");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * minute });
    await mailDigests(app.context);
    await app.context.jobs.drain();
    expect(app.mails.filter(({ to }) => to === teacher.email)).toEqual([]);
  });
});

describe("the guardian of a child", () => {
  const child = (parentGuardianContact: string) => ({
    age: 9,
    parentGuardianName: "Khadija",
    parentGuardianContact,
  });

  async function mailed(address: string) {
    await Promise.all([mailGuardianCopies(app.context), mailGuardianCopies(secondProcess.context)]);
    await app.context.jobs.drain();
    return app.mails.filter(({ to }) => to === address);
  }

  const linkIn = (text = "") => text.match(/\/guardian#(\S+)/)?.[1] ?? "";

  const look = (path: string, body: object) => app.call("POST", `/api/guardian/${path}`, { body });

  it("receives the complete messages once, in one email while the conversation continues", async () => {
    const { teacher, student } = await addClass(1, child("khadija@example.org"));
    const threadId = await open(student, teacher);
    await send(student, threadId, "I have learned it by heart");
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start + 20 * minute });
    const later = { text: "Well done", clientId: clientId() };
    await sendMessage(app.context, teacher.actor, threadId, later);
    vi.setSystemTime(start + 31 * minute);
    expect(await mailed("khadija@example.org")).toHaveLength(1);
    vi.setSystemTime(start + 60 * minute);
    const copies = await mailed("khadija@example.org");
    expect(copies).toHaveLength(1);
    expect(copies[0]?.text).toContain("I have learned it by heart");
    expect(copies[0]?.text).toContain("Well done");
  });

  it("receives messages that were deleted before the copy was sent, and the guardian's page shows them as deleted", async () => {
    const { teacher, student } = await addClass(1, child("deleted@example.org"));
    const threadId = await open(student, teacher);
    const start = Date.now();
    const secret = (await send(teacher, threadId, "Don't tell your mother")).body.data;
    const answer = (await send(student, threadId, "I won't")).body.data;
    expect((await call(teacher, "DELETE", `/${secret._id}`)).status).toBe(200);
    expect((await call(student, "DELETE", `/${answer._id}`)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: start + 31 * minute });
    const [copy] = await mailed("deleted@example.org");
    expect(copy?.text).toContain("(deleted): Don't tell your mother");
    expect(copy?.text).toContain("(deleted): I won't");
    const { body } = await look("messages", { token: linkIn(copy?.text), threadId });
    expect(body.data.messages).toMatchObject([
      { text: "", deletedAt: expect.any(String) },
      { text: "", deletedAt: expect.any(String) },
    ]);
    vi.setSystemTime(start + 90 * minute);
    expect(await mailed("deleted@example.org")).toHaveLength(1);
  });

  it("receives what was written in a course before the child was removed from it", async () => {
    const { teacher, student, courseId } = await addClass(1, child("removed@example.org"));
    const threadId = await open(teacher, courseId);
    const secret = (await send(teacher, threadId, "Don't tell your mother")).body.data;
    const [seat] = await app.context.db
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(eq(enrollments.courseId, courseId));
    const token = teacher.token;
    const removal = await app.call("POST", `/api/enrollment/${seat?.id}/refund`, { token });
    expect(removal.status).toBe(200);
    expect((await call(student, "GET", `/threads/${threadId}/messages`)).status).toBe(404);
    expect((await call(student, "POST", `/${secret._id}/report`, {})).status).toBe(201);
    const later = (await send(teacher, threadId, "To the other students")).body.data;
    expect((await call(student, "POST", `/${later._id}/report`, {})).status).toBe(404);
    // The child enrolls again, and the guardian gets no message twice.
    await addEnrollment(app.context, student, courseId);
    await send(teacher, threadId, "Welcome back");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * minute });
    const copies = (await mailed("removed@example.org")).filter(({ subject }) =>
      subject.startsWith("New messages"),
    );
    expect(copies).toHaveLength(1);
    const [copy] = copies;
    expect(copy?.text.split("Don't tell your mother")).toHaveLength(2);
    expect(copy?.text).toContain("Welcome back");
    expect(copy?.text).not.toContain("To the other students");
    const link = linkIn(copy?.text);
    const view = (await look("conversations", { token: link })).body.data;
    expect(view.conversations).toEqual([expect.objectContaining({ threadId, kind: "course" })]);
    const page = (await look("messages", { token: link, threadId })).body.data;
    expect(page.messages.map(({ text }: { text: string }) => text)).toEqual([
      "Don't tell your mother",
      "Welcome back",
    ]);
  });

  it("receives every message of a long conversation, one email after another", async () => {
    const { teacher, student } = await addClass(1, child("long@example.org"));
    const threadId = await open(teacher, student);
    const lines = Array.from({ length: 130 }, (_, index) => ({
      threadId,
      seq: index + 1,
      authorId: index % 2 ? teacher.profileId : student.profileId,
      clientId: clientId(),
      text: `Line ${index}.`,
      searchText: "",
    }));
    const { db } = app.context;
    await db.insert(messages).values(lines);
    await db
      .update(threads)
      .set({ lastSeq: lines.length, lastMessageAt: new Date() })
      .where(eq(threads.id, threadId));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * minute });
    await mailed("long@example.org");
    const text = (await mailed("long@example.org")).map((mail) => mail.text).join();
    for (let sent = 0; sent < 130; sent++) expect(text.split(`Line ${sent}.`)).toHaveLength(2);
  });

  it("can read the child's conversations with the link, and no others", async () => {
    const { teacher, student, courseId } = await addClass(1, child("reads@example.org"));
    const threadId = await open(student, teacher);
    await send(student, threadId, "Salam");
    const strange = await addClass();
    const other = await open(strange.student, strange.teacher);
    await send(strange.student, other, "Not for others");
    await open(student, courseId);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * minute });
    const token = linkIn((await mailed("reads@example.org"))[0]?.text);
    const view = (await look("conversations", { token })).body.data;
    expect(view.conversations).toEqual([expect.objectContaining({ threadId, kind: "direct" })]);
    const page = (await look("messages", { token, threadId })).body.data;
    expect(page.messages.map(({ text }: { text: string }) => text)).toEqual(["Salam"]);
    expect(page.hasMore).toBe(false);
    expect((await look("messages", { token, threadId: other })).status).toBe(404);
    for (const path of [`threads/${threadId}/messages`, "threads", "contacts"]) {
      const answer = await app.call("POST", `/api/messages/${path}`, { token, body: {} });
      expect(answer.status).toBe(401);
    }
  });

  it("keeps the same link in every email until it is turned off, expires or the guardian changes", async () => {
    const { teacher, student } = await addClass(1, child("keeps@example.org"));
    const threadId = await open(teacher, student);
    const start = Date.now();
    const statusOf = async (token: string) => (await look("conversations", { token })).status;
    const nextMail = async (days: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: start + days * 24 * 60 * minute });
      await sendMessage(app.context, teacher.actor, threadId, {
        text: "Salam",
        clientId: clientId(),
      });
      vi.setSystemTime(Date.now() + 31 * minute);
      return linkIn((await mailed("keeps@example.org")).at(-1)?.text);
    };
    const first = await nextMail(0);
    expect(await nextMail(20)).toBe(first);
    vi.setSystemTime(start + 45 * 24 * 60 * minute);
    expect(await statusOf(first)).toBe(200);
    vi.setSystemTime(start + 51 * 24 * 60 * minute);
    expect(await statusOf(first)).toBe(404);
    const second = await nextMail(52);
    expect(second).not.toBe(first);
    const forged = [first, `${second}x`, "", "gln_1.", second.replace(/.$/, "_"), "a.b.c"];
    for (const token of forged) expect(await statusOf(token)).toBe(404);
    expect((await look("end", { token: second })).status).toBe(200);
    expect(await statusOf(second)).toBe(404);
    const third = await nextMail(53);
    expect(await statusOf(third)).toBe(200);
    const [, encoded = ""] = third.split(".");
    const id = Buffer.from(encoded, "base64url").toString();
    const value = `${id}:keeps@example.org`;
    expect(await statusOf(formerToken(app, "guardian-message-link", id, value))).toBe(200);
    await app.context.db
      .update(profiles)
      .set({ parentGuardianContact: "father@example.org" })
      .where(eq(profiles.id, student.profileId));
    expect(await statusOf(third)).toBe(404);
  });
});
