/** Teachers' introductions: what is accepted, who sees and hears it, and how it disappears. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { queueExternalCleanup } from "#server/account-settings/queue-cleanup.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { introductions } from "#server/db/tables/introductions.table.ts";
import { appealDecision } from "#server/moderation/appeals.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { makeRecording } from "../../support/sound.ts";
import { addStaffPerson } from "../../support/staff.ts";
import { caseAbout, caseActions } from "../cases/support.ts";

let app: TestApp;
let queued: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
  queued = keepQueuedMails(app);
});
afterAll(() => app.close());

const { report, decide } = caseActions(() => app);

const path = "/api/introductions";
const link = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const recording = makeRecording(2);

const read = ({ token }: Person) => app.call("GET", path, { token });
const linkVideo = ({ token }: Person, url = link) =>
  app.call("PUT", `${path}/video`, { token, body: { url } });

async function upload({ token }: Person, content = recording) {
  const form = new FormData();
  form.set("file", new Blob([content]), "recitation.wav");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.app.request(`${path}/recording`, {
    method: "POST",
    body: form,
    headers,
  });
  return { status: answer.status, body: await answer.json() };
}

async function addRecorded() {
  const teacher = await addTeacher(app.context);
  const { status, body } = await upload(teacher);
  expect(status).toBe(201);
  return { teacher, ...(body.data.introduction as { _id: string; url: string }) };
}

const shown = async ({ profileId }: Person) =>
  (await app.call("GET", `/api/teachers/${profileId}`)).body.data?.introduction;

const hear = (url: string, headers: Record<string, string> = {}) =>
  app.app.request(url, { headers });
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

async function filesOf({ profileId }: Person): Promise<string[]> {
  const [row] = await app.context.db
    .select()
    .from(introductions)
    .where(eq(introductions.teacherId, profileId));
  return row?.key ? [row.key] : [];
}

const filesOnDisk = async (): Promise<string[]> =>
  (await readdir(join(app.config.dataDir, "uploads")).catch(() => [])).filter((name) =>
    name.endsWith(".wav"),
  );

describe("a teacher's introduction", () => {
  it("can be a video, whose link is normalized, or be missing", async () => {
    const teacher = await addTeacher(app.context);
    const nothing = { introduction: null, isHidden: false };
    expect((await read(teacher)).body.data).toEqual(nothing);
    const { body } = await linkVideo(teacher, `${link}&si=tracker`);
    expect(body.data.introduction).toMatchObject({ kind: "video", service: "youtube", url: link });
    expect(await shown(teacher)).toEqual(body.data.introduction);
    for (const url of ["https://example.org/video", link.replace("https", "http"), ""]) {
      const refused = await linkVideo(teacher, url);
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, "url"]);
    }
    expect(await shown(teacher)).toEqual(body.data.introduction);
    const deleted = await app.call("DELETE", path, { token: teacher.token });
    expect(deleted.body.data).toEqual(nothing);
    expect(await shown(teacher)).toBeUndefined();
  });

  it("can be a recording, which everyone can play, even with range requests", async () => {
    const { teacher, url } = await addRecorded();
    expect(await shown(teacher)).toMatchObject({ kind: "recording", seconds: 2, url });
    const whole = await hear(url);
    expect(whole.headers.get("content-type")).toBe("audio/wav");
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(recording);
    const part = await hear(url, { range: "bytes=40-47" });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 40-47/${recording.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(recording.subarray(40, 48));
    expect((await hear(url, { range: `bytes=${recording.length}-` })).status).toBe(416);
    const head = await app.app.request(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([
      200,
      String(recording.length),
    ]);
  });

  it("is refused unless it is a recording in our format, and a refusal keeps the earlier one", async () => {
    const { teacher, url } = await addRecorded();
    for (const content of [Buffer.from("ID3 something else"), makeRecording(61)]) {
      const { status, body } = await upload(teacher, content);
      expect([status, body.errors?.[0]?.field]).toEqual([400, "file"]);
    }
    expect((await hear(url)).status).toBe(200);
  });

  it("stays if the store is unavailable while it is replaced", async () => {
    const { teacher, url } = await addRecorded();
    const put = vi.spyOn(app.context.files, "put").mockRejectedValueOnce(new Error("Disk full"));
    expect((await upload(teacher)).status).toBe(500);
    put.mockRestore();
    expect((await hear(url)).status).toBe(200);
  });

  it("remains a single one, however many are saved at once, and leaves no other file", async () => {
    const { teacher, url } = await addRecorded();
    const answers = await Promise.all([upload(teacher), linkVideo(teacher), upload(teacher)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201, 201]);
    await app.context.jobs.drain();
    expect((await hear(url)).status).toBe(404);
    const row = eq(introductions.teacherId, teacher.profileId);
    expect(await app.context.db.$count(introductions, row)).toBe(1);
    const used = await app.context.db.select({ key: introductions.key }).from(introductions);
    const keys = used.flatMap(({ key }) => key ?? []);
    expect((await filesOnDisk()).filter((file) => !keys.includes(file))).toEqual([]);
  });

  it("can be added only by teachers", async () => {
    const student = await addStudent(app.context);
    expect((await read(student)).status).toBe(403);
    expect((await linkVideo(student)).status).toBe(403);
    expect((await upload(student)).status).toBe(403);
    expect((await app.call("GET", path)).status).toBe(401);
  });
});

describe("a reported introduction", () => {
  it("can be hidden by staff, still plays for staff and its teacher, and is shown again after an appeal", async () => {
    const { teacher, _id, url } = await addRecorded();
    await report(await addStudent(app.context), "introduction", _id);
    const row = await caseAbout(app, "introduction", _id);
    expect(row.evidence).toMatchObject([{ kind: "introduction", url, seconds: 2 }]);
    const moderator = await addStaffPerson(app.context, "moderator");
    expect((await decide(moderator, row, "hide-content")).status).toBe(200);
    expect(await shown(teacher)).toBeUndefined();
    expect((await hear(url)).status).toBe(404);
    expect((await hear(url, bearer(await addStudent(app.context)))).status).toBe(404);
    for (const listener of [teacher, moderator]) {
      expect((await hear(url, bearer(listener))).status).toBe(200);
    }
    expect((await read(teacher)).body.data).toMatchObject({ isHidden: true });
    const mail = queued.findLast(({ to }) => to === teacher.email);
    expect(mail?.text).toContain("we removed your introduction from your page");

    const appeal = /http\S+\/cases\/appeal\?\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    const token = new URL(appeal).searchParams.get("token") ?? "";
    await appealDecision(app.context, token, { text: "I only recite." });
    const appealed = await caseAbout(app, "introduction", _id);
    const other = await addStaffPerson(app.context, "moderator");
    expect((await decide(other, appealed, "no-action")).status).toBe(200);
    expect(await shown(teacher)).toMatchObject({ _id });
  });

  it("isn't confused with the teacher's next one", async () => {
    const { teacher, _id } = await addRecorded();
    await report(await addStudent(app.context), "introduction", _id);
    await linkVideo(teacher);
    const row = await caseAbout(app, "introduction", _id);
    const moderator = await addStaffPerson(app.context, "moderator");
    expect((await decide(moderator, row, "hide-content")).status).toBe(200);
    expect(await shown(teacher)).toMatchObject({ url: link });
  });

  it("can't be the reporter's own, or one that doesn't exist", async () => {
    const { teacher, _id } = await addRecorded();
    const send = (person: Person, id: string) =>
      app.call("POST", "/api/reports", {
        token: person.token,
        body: { about: "introduction", id, category: "other", details: "Details" },
      });
    expect((await send(teacher, _id)).status).toBe(403);
    expect((await send(await addStudent(app.context), "int_none")).status).toBe(404);
  });
});

describe("an introduction", () => {
  it("can't be heard while its teacher is suspended", async () => {
    const { teacher, url } = await addRecorded();
    const suspend = (suspendedUntil: Date) =>
      app.context.db
        .update(users)
        .set({ suspendedAt: new Date(), suspendedUntil, suspendedReason: "Rude words" })
        .where(eq(users.id, teacher.userId));
    await suspend(new Date(Date.now() + 86_400_000));
    expect((await hear(url)).status).toBe(404);
    await suspend(new Date(Date.now() - 1_000));
    expect((await hear(url)).status).toBe(200);
  });

  it("is in the export, and is erased with the account", async () => {
    const { teacher, _id, url } = await addRecorded();
    const { body } = await app.call("GET", "/api/users/me/export", { token: teacher.token });
    expect(body.data.introductions).toMatchObject([{ id: _id, kind: "recording", url }]);
    const [key = ""] = await filesOf(teacher);
    expect(JSON.stringify(body.data.introductions)).not.toContain(key);
    expect(await filesOnDisk()).toContain(key);
    await app.context.db.transaction(async (tx) => {
      const erased = await erasePerson(tx, { id: teacher.userId, email: teacher.email });
      await queueExternalCleanup(app.context, tx, erased);
    });
    await app.context.jobs.drain();
    expect(await filesOnDisk()).not.toContain(key);
    expect((await hear(url)).status).toBe(404);
  });
});
