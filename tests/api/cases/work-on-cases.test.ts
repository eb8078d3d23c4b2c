/** The list of cases, and what staff do with a case besides deciding. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseNotes } from "#server/db/tables/cases.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { converse } from "../messages/converse.ts";
import { caseAbout, caseActions } from "./support.ts";

let app: TestApp;
let queued: QueuedMail[];
let moderator: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
  queued = keepQueuedMails(app);
  moderator = await addStaffPerson(app.context, "moderator");
  support = await addStaffPerson(app.context, "support");
});
afterAll(() => app.close());

const { addClass } = converse(() => app);
const { report, staffCall, actionsAbout, addReportedComment } = caseActions(() => app);

const mailsTo = (email: string, subject: string) =>
  queued.filter((mail) => mail.to === email && mail.subject.includes(subject));

describe("the list of cases", () => {
  it("shows pending cases to moderators and support, with filters and search", async () => {
    const { row, author } = await addReportedComment();
    const { teacher } = await addClass();
    await app.call("POST", "/api/reports", {
      token: author.token,
      body: {
        about: "profile",
        id: teacher.profileId,
        category: "child-safety",
        details: "Urgent",
      },
    });
    const urgent = await caseAbout(app, "profile", teacher.profileId);
    await staffCall(support, "PUT", `/${row.id}/assignee`, { assign: true });
    const ids = async (query: string) => {
      const { body } = await staffCall(support, "GET", query);
      return body.data.rows.map(({ _id }: { _id: string }) => _id);
    };
    expect((await ids("?search="))[0]).toBe(urgent.id);
    expect(await ids("?view=urgent")).toEqual([urgent.id]);
    expect(await ids("?view=mine")).toEqual([row.id]);
    expect(await ids("?kind=safety")).toEqual([urgent.id]);
    expect(await ids(`?search=${row.id}`)).toEqual([row.id]);
    expect(await ids(`?search=${teacher.userId}`)).toEqual([urgent.id]);
    expect(await ids("?search=nothing-like-this")).toEqual([]);
    const today = await app.call("GET", "/api/staff/today", { token: support.token });
    expect(today.body.data.people).toMatchObject({ pendingCases: 2, urgentCases: 1 });
    const csv = await staffCall(moderator, "GET", "/export.csv?view=urgent");
    expect(csv.body).toContain(urgent.id);
    const found = await staffCall(support, "GET", `/${row.id}`);
    expect(found.body.data).toMatchObject({ outcomes: [], assignee: { userId: support.userId } });
    await staffCall(moderator, "POST", `/${urgent.id}/closing`);
  });
});

describe("working on a case", () => {
  it("shows notes only to staff, and sends replies in one thread to everyone who reported", async () => {
    const { row, reporter, teacher, commentId } = await addReportedComment();
    await report(teacher, "comment", commentId);
    await staffCall(support, "POST", `/${row.id}/notes`, {
      text: "Seen before.",
      requestId: randomUUID(),
    });
    const sent: { messageId?: string; threadId?: string }[] = queued as never;
    const before = queued.length;
    for (const text of ["Can you tell us more?", "Thank you."]) {
      const answer = await staffCall(support, "POST", `/${row.id}/replies`, {
        to: "reporter",
        text,
        requestId: randomUUID(),
      });
      expect(answer.body.data.status).toBe("waiting");
    }
    const replies = sent.slice(before);
    expect(
      queued
        .slice(before)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([reporter.email, reporter.email, teacher.email, teacher.email].toSorted());
    expect(new Set(replies.map(({ threadId }) => threadId))).toEqual(new Set([row.id]));
    expect(new Set(replies.map(({ messageId }) => messageId)).size).toBe(4);
    expect(JSON.stringify(queued.slice(before))).not.toContain("Seen before.");
    const received = { text: "More details", kind: "received", requestId: randomUUID() };
    const answer = await staffCall(support, "POST", `/${row.id}/notes`, received);
    expect(answer.body.data).toMatchObject({ status: "open", version: 3 });
    const kinds = (await actionsAbout(row.id)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([
      "note-on-case",
      "note-on-case",
      "reply-to-case",
      "reply-to-case",
    ]);
  });

  it("is assigned to the first of two members of staff who take it, and a repeated request is stored and sent once", async () => {
    const { row } = await addReportedComment();
    const take = (person: StaffPerson) =>
      staffCall(person, "PUT", `/${row.id}/assignee`, { assign: true, seenAssignee: null });
    expect([(await take(support)).status, (await take(moderator)).status]).toEqual([200, 409]);
    const text = "Can you tell us more?";
    const reply = { to: "reporter", text, requestId: randomUUID() };
    const before = queued.length;
    const answers = await Promise.all(
      [1, 2].map(() => staffCall(support, "POST", `/${row.id}/replies`, reply)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(queued.slice(before)).toHaveLength(1);
    const kinds = (await actionsAbout(row.id)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["assign-case", "reply-to-case"]);
    for (const other of [{ text: "Something else" }, { to: "person" }]) {
      const body = { ...reply, ...other };
      const answer = await staffCall(support, "POST", `/${row.id}/replies`, body);
      expect([answer.status, answer.body.message]).toEqual([
        409,
        "This was already saved with a different text, kind or recipient. Reload the page to see it.",
      ]);
    }
    expect(queued.slice(before)).toHaveLength(1);
    const { requestId } = reply;
    const note = { text, kind: "note", requestId };
    expect((await staffCall(support, "POST", `/${row.id}/notes`, note)).status).toBe(409);
  });

  it("keeps a second note with the same text, but not a repeated request", async () => {
    const { row } = await addReportedComment();
    const note = () => ({ text: "Called, no answer.", requestId: randomUUID() });
    const first = note();
    for (const body of [first, first, note()]) {
      expect((await staffCall(support, "POST", `/${row.id}/notes`, body)).status).toBe(200);
    }
    const { body } = await staffCall(support, "GET", `/${row.id}`);
    expect(body.data.notes.map(({ text }: { text: string }) => text)).toEqual([
      "Called, no answer.",
      "Called, no answer.",
    ]);
    expect(await actionsAbout(row.id)).toHaveLength(2);
    const unnamed = await staffCall(support, "POST", `/${row.id}/notes`, { text: "Hello" });
    expect(unnamed.status).toBe(400);
  });

  it("closes an answered message to staff, and refuses a reply that would reach nobody", async () => {
    const email = "nobody@example.org";
    await app.call("POST", "/api/contact", {
      body: { name: "Khadija", email, subject: "A question", message: "When do you open?" },
    });
    const { body } = await staffCall(support, "GET", `?search=${email}`);
    const id = body.data.rows[0]._id;
    const reply = { to: "reporter", text: "We are always open.", requestId: randomUUID() };
    expect((await staffCall(support, "POST", `/${id}/replies`, reply)).status).toBe(200);
    expect(mailsTo(email, "Re: A question")[0]?.text).toContain("We are always open.");
    const toPerson = { to: "person", text: "Hello", requestId: randomUUID() };
    expect((await staffCall(support, "POST", `/${id}/replies`, toPerson)).status).toBe(409);
    const closed = await staffCall(support, "POST", `/${id}/closing`);
    expect(closed.body.data.status).toBe("closed");
    expect((await staffCall(support, "POST", `/${id}/closing`)).status).toBe(409);
    expect((await actionsAbout(id)).map(({ kind }) => kind).toSorted()).toEqual([
      "close-case",
      "reply-to-case",
    ]);
    expect(await app.context.db.$count(caseNotes, eq(caseNotes.caseId, id))).toBe(2);
  });

  it("isn't closed with a report that arrived after it was read", async () => {
    const { row, teacher, commentId } = await addReportedComment();
    const read = async () => (await staffCall(support, "GET", `/${row.id}`)).body.data;
    const { version } = await read();
    await report(teacher, "comment", commentId);
    const late = await staffCall(support, "POST", `/${row.id}/closing`, { version });
    expect(late.status).toBe(409);
    expect(late.body.message).toContain("The case has changed since you opened it");
    const current = await read();
    expect(current).toMatchObject({ status: "open", reports: 2 });
    expect(await actionsAbout(row.id)).toEqual([]);
    const { version: seen } = current;
    const closed = await staffCall(support, "POST", `/${row.id}/closing`, { version: seen });
    expect(closed.body.data.status).toBe("closed");
  });
});
