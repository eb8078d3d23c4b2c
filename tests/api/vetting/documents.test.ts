/** Private documents: what is accepted, and who can read them. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { queueExternalCleanup } from "#server/account-settings/queue-cleanup.ts";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import {
  ijazahs,
  vettingDocuments,
  vettingEvents,
  vettings,
} from "#server/db/tables/vetting.table.ts";
import { discardUploadJob } from "#server/vetting/documents.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";
import { credentials, pdf, vettingActions } from "./support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());

const { call, upload, addSubmitted } = vettingActions(() => app);

const read = (id: string, headers: Record<string, string> = {}) =>
  app.app.request(`/api/vetting/documents/${id}`, { headers });
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

async function addDocument(teacher: Person, content: Uint8Array = pdf, name?: string) {
  const { status, body } = await upload(teacher, content, name === undefined ? {} : { name });
  expect(status).toBe(201);
  return body.data.documents.at(-1) as { _id: string; name: string; isPdf: boolean };
}

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: "#0a5" } });
const filesOnDisk = (): Promise<string[]> => readdir(join(app.config.dataDir, "uploads"));

describe("a document", () => {
  it("is readable for its owner and reviewers, and doesn't exist for anyone else", async () => {
    const teacher = await addTeacher(app.context);
    const { _id } = await addDocument(teacher);
    const readers = [
      teacher,
      await addStaffPerson(app.context, "moderator"),
      await addStaffPerson(app.context, "owner"),
    ];
    for (const reader of readers) expect((await read(_id, bearer(reader))).status).toBe(200);
    const others = [
      await addTeacher(app.context),
      await addStudent(app.context),
      await addStaffPerson(app.context, "support"),
      await addStaffPerson(app.context, "bookkeeper"),
      await addStaffPerson(app.context, "moderator", null),
    ];
    const unknown = await (await read("doc_none", bearer(teacher))).json();
    for (const headers of [{}, ...others.map(bearer), { authorization: "Bearer nonsense" }]) {
      const answer = await read(_id, headers);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(unknown);
    }
  });

  it("leaves exactly one entry in the audit log each time that a reviewer opens it", async () => {
    const teacher = await addTeacher(app.context);
    const { _id } = await addDocument(teacher);
    const reviewer = await addStaffPerson(app.context, "moderator");
    const listOpened = () =>
      app.context.db.select().from(staffActions).where(eq(staffActions.subjectId, teacher.userId));
    for (const reader of [teacher, await addStaffPerson(app.context, "support")]) {
      await read(_id, bearer(reader));
    }
    await read("doc_none", bearer(reviewer));
    expect(await listOpened()).toEqual([]);
    for (const opened of [1, 2]) {
      expect((await read(_id, bearer(reviewer))).status).toBe(200);
      expect(await listOpened()).toHaveLength(opened);
    }
    expect(await listOpened()).toContainEqual(
      expect.objectContaining({
        kind: "open-document",
        staffId: reviewer.userId,
        details: { document: _id, kind: expect.any(String) },
      }),
    );
  });

  it("opens with the session's cookie, because links can't send a token", async () => {
    const teacher = await addTeacher(app.context);
    const { _id } = await addDocument(teacher);
    const session = await startSession(app.config, app.context.db, teacher.userId, undefined);
    const [cookie = ""] = writeSessionCookie(app.config, session.token, session.endsAt).split(";");
    expect((await read(_id, { cookie })).status).toBe(200);
  });

  it("is downloaded rather than shown, can't run scripts, and is never cached", async () => {
    const teacher = await addTeacher(app.context);
    const name = '../C:\\x"; y=1\u202e Ijazah الإجازة.PDF';
    const { _id } = await addDocument(teacher, pdf, name);
    const answer = await read(_id, bearer(teacher));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.~!$&+^`|-]+\.pdf$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toContain("Ijazah الإجازة.pdf");
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
  });

  it("that is an image is re-encoded, and isn't served as a public image", async () => {
    const teacher = await addTeacher(app.context);
    const { _id, isPdf, name } = await addDocument(
      teacher,
      await picture().png().toBuffer(),
      "a.png",
    );
    expect([isPdf, name]).toEqual([false, "a.webp"]);
    const answer = await read(_id, bearer(teacher));
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("content-disposition")).toMatch(/^inline;/);
    const key = (await filesOnDisk()).find((file) => file.includes(_id));
    expect(key).toBeDefined();
    expect((await app.app.request(`/media/${key}`)).status).toBe(404);
  });

  it.each([
    [
      "a script of the format",
      Buffer.concat([pdf.subarray(0, -6), Buffer.from("\n<</S/Java#53cript>>%%EOF\n")]),
    ],
    ["HTML named like a PDF", Buffer.from("<html><script>alert(1)</script></html>")],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a PDF without its end", pdf.subarray(0, 200)],
    ["nothing", Buffer.alloc(0)],
  ])("with %s is refused", async (_, content) => {
    const teacher = await addTeacher(app.context);
    const { status, body } = await upload(teacher, content);
    expect([status, body.errors[0].field]).toEqual([400, "file"]);
    expect((await call(teacher, "GET", "/")).body.data.documents).toEqual([]);
  });

  it("larger than 5 MB, of an unknown type, or by a student is refused", async () => {
    const teacher = await addTeacher(app.context);
    const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]);
    expect((await upload(teacher, large)).status).toBe(413);
    expect((await upload(teacher, pdf, { kind: "secret" })).status).toBe(400);
    expect((await upload(await addStudent(app.context), pdf)).status).toBe(403);
  });

  it("can be added twelve times, even at once", async () => {
    const teacher = await addTeacher(app.context);
    for (let index = 0; index < 11; index += 1) await addDocument(teacher);
    const answers = await Promise.all([upload(teacher, pdf), upload(teacher, pdf)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("counts as a change that a reviewer has to read", async () => {
    const teacher = await addSubmitted();
    const reviewer = await addStaffPerson(app.context, "moderator");
    const { readVersion, verify } = vettingActions(() => app);
    const version = await readVersion(reviewer, teacher);
    await addDocument(teacher);
    expect((await verify(reviewer, teacher, { version })).status).toBe(409);
  });
});

describe("an upload that doesn't finish", () => {
  it("leaves no document without its file if the process is killed, and the file is deleted later", async () => {
    const teacher = await addTeacher(app.context);
    const { files } = app.context;
    const store = files.put.bind(files);
    let listed: unknown[] = [];
    const put = vi.spyOn(files, "put").mockImplementationOnce(async (...file) => {
      listed = (await call(teacher, "GET", "/")).body.data.documents;
      await store(...file);
      throw new Error("The process was killed");
    });
    expect((await upload(teacher, pdf)).status).toBe(500);
    const key = put.mock.calls[0]?.[0] ?? "";
    put.mockRestore();
    expect(listed).toEqual([]);
    expect((await call(teacher, "GET", "/")).body.data.documents).toEqual([]);
    expect(await filesOnDisk()).toContain(key);
    await letDelayedJobsRun();
    expect(await filesOnDisk()).not.toContain(key);
  });

  it("leaves no file if it was deleted with the account in the meantime", async () => {
    const teacher = await addTeacher(app.context);
    const { files, db } = app.context;
    const store = files.put.bind(files);
    const put = vi.spyOn(files, "put").mockImplementationOnce(async (...file) => {
      await store(...file);
      await db.transaction((tx) => erasePerson(tx, { id: teacher.userId, email: teacher.email }));
      await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, teacher.userId));
    });
    expect((await upload(teacher, pdf)).status).toBe(404);
    const key = put.mock.calls[0]?.[0] ?? "";
    put.mockRestore();
    await app.context.jobs.drain();
    expect(await filesOnDisk()).not.toContain(key);
  });

  it("isn't mistaken for a finished one", async () => {
    const teacher = await addTeacher(app.context);
    const { _id } = await addDocument(teacher);
    await letDelayedJobsRun();
    expect((await read(_id, bearer(teacher))).status).toBe(200);
  });
});

/** Runs the jobs that aren't due until an hour from now. */
async function letDelayedJobsRun(): Promise<void> {
  await app.context.db.execute(
    sql`update pgboss.job set start_after = now() - interval '1 second' where name = ${discardUploadJob} and state = 'created'`,
  );
  await app.context.jobs.drain();
}

describe("deleting", () => {
  it("removes the document and its file", async () => {
    const teacher = await addTeacher(app.context);
    const { _id } = await addDocument(teacher);
    const other = await addTeacher(app.context);
    expect((await call(other, "DELETE", `/documents/${_id}`)).status).toBe(404);
    expect((await read(_id, bearer(teacher))).status).toBe(200);
    expect((await call(teacher, "DELETE", `/documents/${_id}`)).body.data.documents).toEqual([]);
    await app.context.jobs.drain();
    expect((await read(_id, bearer(teacher))).status).toBe(404);
    expect((await filesOnDisk()).filter((file) => file.includes(_id))).toEqual([]);
  });

  it("the account erases documents, credentials and the review, which its export contained", async () => {
    const teacher = await addSubmitted();
    const { _id } = await addDocument(teacher);
    const { body } = await app.call("GET", "/api/users/me/export", { token: teacher.token });
    expect(body.data).toMatchObject({
      ijazahs: [{ reading: credentials.ijazahs[0]?.reading }],
      vettings: [{ status: "submitted" }],
      vettingEvents: [{ kind: "submitted" }],
      vettingDocuments: [{ id: _id, url: `/api/vetting/documents/${_id}` }],
    });
    const { db } = app.context;
    const erased = await db.transaction(async (tx) => {
      const person = await erasePerson(tx, { id: teacher.userId, email: teacher.email });
      await queueExternalCleanup(app.context, tx, person);
      return person;
    });
    expect(erased.fileKeys).toEqual([`${_id}.pdf`]);
    await app.context.jobs.drain();
    expect((await filesOnDisk()).filter((file) => file.includes(_id))).toEqual([]);
    for (const table of [vettings, vettingEvents, vettingDocuments, ijazahs]) {
      expect(await db.$count(table, eq(table.teacherId, teacher.profileId))).toBe(0);
    }
  });
});
