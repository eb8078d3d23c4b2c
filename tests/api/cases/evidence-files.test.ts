/** Pictures, recordings and credentials that a case keeps, whatever their owner does with them. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { CaseEvidence } from "#lib/cases/case-evidence.responses.ts";
import type { CaseSubjectKind } from "#lib/cases/cases.rules.ts";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { queueExternalCleanup } from "#server/account-settings/queue-cleanup.ts";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { openCase } from "#server/cases/open-case.ts";
import { deleteOldCases } from "#server/cases/retention.ts";
import type { Db } from "#server/db/connection.ts";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { cases } from "#server/db/tables/cases.table.ts";
import { introductions } from "#server/db/tables/introductions.table.ts";
import { uploadImage } from "#server/media/upload.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { makeRecording } from "../../support/sound.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";
import { credentials } from "../vetting/support.ts";
import { caseAbout, caseActions } from "./support.ts";

const day = 24 * 60 * 60_000;

let app: TestApp;
let moderator: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
  moderator = await addStaffPerson(app.context, "moderator");
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => app.close());

const { report, staffCall } = caseActions(() => app);

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const open = (path: string, headers: Record<string, string> = {}) =>
  app.app.request(path, { headers });
const statusOf = async (path: string, person?: { token: string }) =>
  (await open(path, person && bearer(person))).status;
const bytesOf = async (path: string, person?: { token: string }) => {
  const answer = await open(path, person && bearer(person));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

const filesOnDisk = (): Promise<string[]> => readdir(join(app.config.dataDir, "uploads"));

async function change(person: Person, method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/${path}`, {
    token: person.token,
    ...(body && { body }),
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  await app.context.jobs.drain();
}

const colors = ["#0a5", "#a05", "#05a"];

async function upload(teacher: Person, color = "#0a5"): Promise<string> {
  const drawing = { width: 700, height: 400, channels: 3, background: color } as const;
  const picture = await sharp({ create: drawing }).png().toBuffer();
  return (await uploadImage(app.context, teacher.actor, picture)).url;
}

const setPicture = (teacher: Person, profileImageUrl: string | null) =>
  change(teacher, "PUT", `teachers/${teacher.profileId}`, { profileImageUrl });

async function addPictured() {
  const teacher = await addTeacher(app.context);
  const url = await upload(teacher);
  await setPicture(teacher, url);
  return { teacher, url };
}

async function record(teacher: Person, seconds = 2) {
  const form = new FormData();
  form.set("file", new Blob([makeRecording(seconds)]), "recitation.wav");
  const answer = await app.app.request("/api/introductions/recording", {
    method: "POST",
    body: form,
    headers: bearer(teacher),
  });
  expect(answer.status).toBe(201);
  await app.context.jobs.drain();
  return (await answer.json()).data.introduction as { _id: string; url: string };
}

/** Reports the subject. @returns the ID of the case, and its evidence as staff read it. */
async function reportTo(kind: CaseSubjectKind, id: string) {
  await report(await addStudent(app.context), kind, id);
  return read((await caseAbout(app, kind, id)).id);
}

async function read(caseId: string) {
  const { status, body } = await staffCall(moderator, "GET", `/${caseId}`);
  expect(status).toBe(200);
  return { caseId, evidence: body.data.evidence as CaseEvidence[] };
}

function pick<Kind extends CaseEvidence["kind"]>(evidence: CaseEvidence[], kind: Kind) {
  const found = evidence.find((each) => each.kind === kind);
  if (!found) throw new Error(`There is no evidence of kind ${kind}`);
  return found as Extract<CaseEvidence, { kind: Kind }>;
}

async function reportProfile({ profileId }: Person) {
  const { caseId, evidence } = await reportTo("profile", profileId);
  return { caseId, picture: pick(evidence, "profile").imageUrl ?? "" };
}

async function reportIntroduction(id: string) {
  const { caseId, evidence } = await reportTo("introduction", id);
  return { caseId, path: pick(evidence, "introduction").url };
}

const openAbout = (tx: Db, kind: CaseSubjectKind, id: string) =>
  openCase(app.context, tx, {
    subject: { kind, id },
    category: null,
    details: "Look",
    reporter: { kind: "system" },
  });

/** Ends the retention period of a case. */
async function expire(caseId: string): Promise<void> {
  await app.context.db
    .update(cases)
    .set({ status: "closed", changedAt: new Date(Date.now() - 400 * day) })
    .where(eq(cases.id, caseId));
  await deleteOldCases(app.context);
  await app.context.jobs.drain();
}

async function erase({ userId, email }: Person): Promise<void> {
  await app.context.db.transaction(async (tx) => {
    await queueExternalCleanup(app.context, tx, await erasePerson(tx, { id: userId, email }));
  });
  await app.context.jobs.drain();
}

describe("a reported recording", () => {
  it("plays for staff after its teacher deletes it, and for nobody else", async () => {
    const teacher = await addTeacher(app.context);
    const { _id, url } = await record(teacher);
    const { path } = await reportIntroduction(_id);
    const [row] = await app.context.db
      .select()
      .from(introductions)
      .where(eq(introductions.id, _id));
    await change(teacher, "DELETE", "introductions");
    expect(await bytesOf(path, moderator)).toEqual(makeRecording(2));
    const part = await open(path, { ...bearer(moderator), range: "bytes=0-3" });
    expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
    expect(part.headers.get("content-type")).toBe("audio/wav");
    const listeners = [undefined, teacher, await addStudent(app.context), moderator];
    for (const each of listeners) expect(await statusOf(url, each)).toBe(404);
    for (const each of listeners.slice(0, 3)) expect(await statusOf(path, each)).toBe(404);
    // The name in the storage is part of no answer.
    const answer = await staffCall(moderator, "GET", `/${path.split("/")[4]}`);
    expect(row?.key).toMatch(/^rec_/);
    expect(JSON.stringify(answer.body)).not.toContain(row?.key?.split(".")[0]);
  });

  it("plays for staff after its teacher replaces it, and the next one isn't part of the case", async () => {
    const teacher = await addTeacher(app.context);
    const { _id, url } = await record(teacher, 2);
    const { path } = await reportIntroduction(_id);
    const next = await record(teacher, 3);
    expect(await bytesOf(path, moderator)).toEqual(makeRecording(2));
    expect([await statusOf(url), await statusOf(next.url)]).toEqual([404, 200]);
  });

  it("plays for staff after the account is erased, and is deleted with the case", async () => {
    const teacher = await addTeacher(app.context);
    const { caseId, path } = await reportIntroduction((await record(teacher))._id);
    const before = await filesOnDisk();
    await erase(teacher);
    expect(await bytesOf(path, moderator)).toEqual(makeRecording(2));
    await expire(caseId);
    expect(await statusOf(path, moderator)).toBe(404);
    const after = await filesOnDisk();
    expect(after).toHaveLength(before.length - 1);
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
  });

  it("stays on the teacher's page when its case is deleted", async () => {
    const teacher = await addTeacher(app.context);
    const { _id, url } = await record(teacher);
    const { caseId } = await reportIntroduction(_id);
    await expire(caseId);
    expect(await statusOf(url)).toBe(200);
  });
});

describe("a reported profile", () => {
  it("keeps its picture in the case after the picture is replaced, but not in public", async () => {
    const { teacher, url } = await addPictured();
    const original = await bytesOf(url);
    const { caseId, picture } = await reportProfile(teacher);
    expect(await bytesOf(picture, moderator)).toEqual(original);
    const replacement = await upload(teacher, "#a05");
    await setPicture(teacher, replacement);
    expect(await bytesOf(picture, moderator)).toEqual(original);
    expect([await statusOf(url), await statusOf(replacement)]).toEqual([404, 200]);
    for (const name of (await filesOnDisk()).filter((each) => each.startsWith("held"))) {
      expect(await statusOf(`/media/${name}`)).toBe(404);
    }
    await erase(teacher);
    expect(await bytesOf(picture, moderator)).toEqual(original);
    await expire(caseId);
    const id = url.slice("/media/".length, -".webp".length);
    expect((await filesOnDisk()).join(" ")).not.toContain(id);
  });

  it("keeps its picture as long as any case needs it", async () => {
    const { teacher, url } = await addPictured();
    const first = await reportProfile(teacher);
    const { userId } = teacher;
    await app.context.db.transaction((tx) => openAbout(tx, "person", userId));
    const ofPerson = await read((await caseAbout(app, "person", userId)).id);
    await setPicture(teacher, null);
    await expire(first.caseId);
    const path = pick(ofPerson.evidence, "profile").imageUrl ?? "";
    expect([await statusOf(url), await statusOf(path, moderator)]).toEqual([404, 200]);
  });

  it("keeps a picture that is replaced while the case is opened", async () => {
    const { teacher } = await addPictured();
    const isWaiting = async () => {
      const { rows } = await app.context.db.execute(
        sql`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and not granted`,
      );
      return rows.length > 0;
    };
    let released: Promise<void> | undefined;
    await app.context.db.transaction(async (tx) => {
      await openAbout(tx, "profile", teacher.profileId);
      released = setPicture(teacher, null);
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    });
    await released;
    const { evidence } = await read((await caseAbout(app, "profile", teacher.profileId)).id);
    expect(await statusOf(pick(evidence, "profile").imageUrl ?? "", moderator)).toBe(200);
  });

  it("keeps the teacher's credentials in the case after they change", async () => {
    const teacher = await addTeacher(app.context);
    await change(teacher, "PUT", "vetting/credentials", credentials);
    const { caseId } = await reportTo("profile", teacher.profileId);
    const nothing = { ijazahs: [], certifications: [], educationBackground: [] };
    await change(teacher, "PUT", "vetting/credentials", nothing);
    await erase(teacher);
    expect(pick((await read(caseId)).evidence, "profile").credentials).toEqual(credentials);
  });

  it("has no credentials in the case if it belongs to a student", async () => {
    const student = await addStudent(app.context, { age: 30 });
    const { evidence } = await reportTo("profile", student.profileId);
    expect(pick(evidence, "profile")).toMatchObject({ imageUrl: null });
    expect(pick(evidence, "profile")).not.toHaveProperty("credentials");
  });
});

describe("a reported course", () => {
  it("keeps its images in the case after they are replaced, and after the course is deleted", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { price: 20 });
    const urls = [await upload(teacher, colors[0]), await upload(teacher, colors[1])];
    await change(teacher, "PUT", `courses/${courseId}`, { imageUrl: urls });
    const originals = await Promise.all(urls.map((url) => bytesOf(url)));
    const { caseId, evidence } = await reportTo("course", courseId);
    const paths = pick(evidence, "course").imageUrls ?? [];
    expect(paths).toHaveLength(2);
    await change(teacher, "PUT", `courses/${courseId}`, {
      imageUrl: [urls[1], await upload(teacher, colors[2])],
    });
    const kept = () => Promise.all(paths.map((path) => bytesOf(path, moderator)));
    expect(await kept()).toEqual(originals);
    expect([await statusOf(urls[0] ?? ""), await statusOf(urls[1] ?? "")]).toEqual([404, 200]);
    await change(teacher, "DELETE", `courses/${courseId}`);
    await erase(teacher);
    expect(await kept()).toEqual(originals);
    await expire(caseId);
    const names = (await filesOnDisk()).join(" ");
    for (const url of urls) expect(names).not.toContain(url.slice("/media/".length, -5));
  });
});

describe("a file of a case", () => {
  it("is opened by staff who may see the case, also with their session cookie", async () => {
    const { teacher } = await addPictured();
    const { caseId, picture } = await reportProfile(teacher);
    for (const role of ["support", "owner"] as const) {
      expect(await statusOf(picture, await addStaffPerson(app.context, role))).toBe(200);
    }
    const bookkeeper = await addStaffPerson(app.context, "bookkeeper");
    expect(await statusOf(picture, bookkeeper)).toBe(403);
    expect(await statusOf(picture, await addStaffPerson(app.context, "moderator", null))).toBe(401);
    const asTeacher = await promote(app.context, teacher, "moderator");
    expect(await statusOf(picture, asTeacher)).toBe(404);

    const cookieOf = async ({ userId }: { userId: string }) => {
      const { db } = app.context;
      const { token, endsAt } = await startSession(app.config, db, userId, undefined);
      const secondFactorAt = new Date();
      await db.update(sessions).set({ secondFactorAt }).where(eq(sessions.userId, userId));
      const [cookie = ""] = writeSessionCookie(app.config, token, endsAt).split(";");
      return { cookie };
    };
    const shown = await open(picture, await cookieOf(moderator));
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    const student = await addStudent(app.context);
    expect((await open(picture, await cookieOf(student))).status).toBe(404);
    for (const number of ["1", "-1", "00", "x"]) {
      expect(await statusOf(`/api/staff/cases/${caseId}/files/${number}`, moderator)).toBe(404);
    }
  });
});
