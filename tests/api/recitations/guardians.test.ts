/** Guardians of children follow the lessons by email and through a link without an account. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RecitationInput } from "#lib/recitations/recitations.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { guardianLinks } from "#server/db/tables/recitations.table.ts";
import { readGuardianPage } from "#server/recitations/guardian-page.ts";
import { findOwnLessons } from "#server/recitations/own-lessons.ts";
import { notifyGuardian } from "#server/recitations/recitations.jobs.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { formerToken } from "../../support/former-links.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());
const now = new Date("2027-03-10T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const lesson: RecitationInput = {
  kind: "sabaq",
  date: "2027-03-10",
  fromSurah: 112,
  fromVerse: 1,
  toSurah: 112,
  toVerse: 4,
  mistakes: 1,
  note: "Read it to your brother.",
};

const child = {
  name: "Bilal Mahmood",
  age: 11,
  timeZone: "Europe/London",
  parentGuardianName: "Tariq",
};
let families = 0;

async function addFamily(overrides: Parameters<typeof addStudent>[1] = {}) {
  const address = `tariq${++families}@example.org`;
  const teacher = await addTeacher(app.context, { name: "Yusuf Mansour" });
  const student = await addStudent(app.context, {
    ...child,
    parentGuardianContact: address,
    ...overrides,
  });
  const courseId = await addCourse(app.context, teacher, { title: "Juz Amma" });
  await addEnrollment(app.context, student, courseId);
  const log = async (change: Partial<RecitationInput> = {}) => {
    const answer = await app.call(
      "POST",
      `/api/recitations/course/${courseId}/student/${student.profileId}`,
      { token: teacher.token, body: { ...lesson, ...change } },
    );
    expect([200, 201]).toContain(answer.status);
  };
  const renew = (person: Person = student) =>
    app.call("POST", `/api/recitations/course/${courseId}/guardian-link`, { token: person.token });
  const link = async () =>
    (
      await app.context.db
        .select()
        .from(guardianLinks)
        .where(eq(guardianLinks.studentId, student.profileId))
    )[0];
  const mail = async () => {
    vi.setSystemTime(Date.now() + 60_000);
    await notifyGuardian(app.context, (await link())?.id ?? "");
    await app.context.jobs.drain();
  };
  const mails = () => app.mails.filter(({ to }) => to === address);
  return { address, teacher, student, courseId, log, renew, link, mail, mails };
}

/** The token at the end of the link in an email. */
const tokenIn = (text = "") => /\/progress\/(\S+)/.exec(text)?.[1] ?? "";

const open = (token: string) => readGuardianPage(app.context, token);

test("a guardian is emailed a changed note with its old and its new text", async () => {
  const { teacher, student, courseId, log, mails } = await addFamily();
  await log({ note: "Keep this between us" });
  const path = `/api/recitations/course/${courseId}/student/${student.profileId}`;
  const [known] = (await app.call("GET", path, { token: teacher.token })).body.data.lessons;
  const own = `/api/recitations/${known._id}`;
  const body = { ...lesson, note: "Well done" };
  for (const _again of [1, 2]) {
    expect((await app.call("PUT", own, { token: teacher.token, body })).status).toBe(200);
  }
  await app.context.jobs.drain();
  expect(mails()).toHaveLength(1);
  expect(mails()[0]?.text).toContain("Before: Keep this between us");
  expect(mails()[0]?.text).toContain("Now: Well done");
});

test("a guardian is emailed lessons and changed notes of a child who has been removed", async () => {
  const { teacher, student, courseId, log, mail, mails } = await addFamily();
  await log({ note: "Keep this between us" });
  await log({ kind: "sabqi", note: "And this" });
  const path = `/api/recitations/course/${courseId}/student/${student.profileId}`;
  const { lessons } = (await app.call("GET", path, { token: teacher.token })).body.data;
  await app.context.db
    .update(enrollments)
    .set({ status: "refunded", endedAt: new Date() })
    .where(eq(enrollments.studentId, student.profileId));
  const noted = lessons.find(({ note }: { note: string }) => note === "Keep this between us");
  const own = `/api/recitations/${noted._id}`;
  expect((await app.call("DELETE", own, { token: teacher.token })).status).toBe(200);
  await mail();
  const texts = mails().map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts.join()).toContain("Before: Keep this between us");
  expect(texts.join()).toContain("And this");
  // The page shows current students only.
  expect(texts.join()).not.toContain("/progress/");
});

test("a guardian is emailed all lessons of a class together, an hour after the first", async () => {
  const { log, link, mail, mails } = await addFamily();
  await log();
  await log({
    kind: "manzil",
    fromSurah: 78,
    fromVerse: 1,
    toSurah: 79,
    toVerse: 46,
    mistakes: 0,
    note: "",
  });
  await app.context.jobs.drain();
  expect(mails()).toEqual([]);
  expect((await link())?.mailAt).toEqual(new Date("2027-03-10T13:00:00Z"));
  vi.setSystemTime(new Date("2027-03-10T13:00:00Z"));
  await Promise.all([mail(), mail()]);
  expect(mails()).toHaveLength(1);
  const [notice] = mails();
  expect(notice?.subject).toBe("Bilal Mahmood's Quran lessons");
  for (const words of [
    "Assalamu alaikum Tariq,",
    "This is what Bilal Mahmood recited in Juz Amma, as recorded by Yusuf Mansour:",
    "Wed, Mar 10: New lesson (sabaq), Al-Ikhlas 1–4, 1 mistake. Read it to your brother.",
    "Wed, Mar 10: Old revision (manzil), An-Naba 1 – An-Nazi'at 46, no mistakes.",
  ]) {
    expect(notice?.text).toContain(words);
  }
});

test("an email reports changes since the last one, and none is sent without changes", async () => {
  const { log, mail, mails } = await addFamily();
  await log();
  await mail();
  vi.setSystemTime(new Date("2027-03-10T12:05:00Z"));
  await log();
  await mail();
  expect(mails()).toHaveLength(1);
  await log({ toVerse: 2 });
  await mail();
  expect(mails()).toHaveLength(2);
  expect(mails()[1]?.text).toContain("Al-Ikhlas 1–2");
  expect(mails()[1]?.text).not.toContain("Al-Ikhlas 1–4");
});

test("an email whose job was lost does not hold back later ones", async () => {
  const { log, link, mail, mails } = await addFamily();
  await log();
  await app.context.db
    .update(guardianLinks)
    .set({ mailAt: new Date("2027-03-10T10:59:00Z") })
    .where(eq(guardianLinks.id, (await link())?.id ?? ""));
  await log({ toVerse: 2 });
  expect((await link())?.mailAt).toEqual(new Date("2027-03-10T13:00:00Z"));
  await mail();
  expect(mails()[0]?.text).toContain("Al-Ikhlas 1–4");
  expect(mails()[0]?.text).toContain("Al-Ikhlas 1–2");
});

test.each([
  ["students who aren't children", { age: 13 }],
  ["children whose guardian has no email address", { parentGuardianContact: "+44 20 7946 0000" }],
])("nobody is notified about %s", async (_who, overrides) => {
  const { log, link, renew } = await addFamily(overrides);
  await log();
  expect(await link()).toBeUndefined();
  const refused = await renew();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Your profile doesn't include a guardian's email address.",
  ]);
});

test("the guardian link shows the lessons and the chart without an account", async () => {
  const { log, mail, mails, student } = await addFamily();
  await log();
  await mail();
  const page = await open(tokenIn(mails()[0]?.text));
  expect(page).toMatchObject({
    student: { _id: student.profileId, name: "Bilal Mahmood" },
    guardian: { name: "Tariq" },
    lessons: [{ passage: "Al-Ikhlas 1–4", note: "Read it to your brother." }],
    chart: { memorised: 4 },
  });
});

test("the guardian link pages through all lessons, with dates in the child's time zone", async () => {
  const { log, mail, mails } = await addFamily({ timeZone: "Asia/Karachi" });
  for (let verse = 1; verse <= 12; verse++) {
    const verses = { fromSurah: 2, fromVerse: verse, toSurah: 2, toVerse: verse };
    await log({ ...verses, date: `2027-02-${10 + verse}` });
  }
  await mail();
  const token = tokenIn(mails()[0]?.text);
  const queries = await countQueries(app.database, () => open(token));
  // One of them counts the views of the link.
  expect(queries).toBeLessThanOrEqual(5);
  expect(await open(token)).toMatchObject({ childZone: "Asia/Karachi", page: 1, pages: 2 });
  const second = await readGuardianPage(app.context, token, 2);
  expect(second.lessons.map(({ passage }) => passage)).toEqual(["Al-Baqarah 2", "Al-Baqarah 1"]);
  expect((await readGuardianPage(app.context, token, 999)).page).toBe(2);
});

test("a teacher's note is plain text in the email", async () => {
  const { log, mail, mails } = await addFamily();
  await log({ note: "<img src=x onerror=alert(1)>\nاقرأ ببطء" });
  await mail();
  const [notice] = mails();
  expect(notice?.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(notice?.html).not.toContain("<img");
  expect(notice?.text).toContain("1 mistake. <img src=x onerror=alert(1)>\nاقرأ ببطء");
});

test("a child whose guardian has no email address is informed of that, and an older student is not", async () => {
  const ownOf = async (overrides: Parameters<typeof addStudent>[1]) => {
    const { student, courseId, log } = await addFamily(overrides);
    await log();
    const { guardian, isChild } = await findOwnLessons(app.context, student.actor, courseId, 1);
    return { address: guardian?.address, isChild };
  };
  expect(await ownOf({ parentGuardianContact: "+44 20 7946 0000" })).toEqual({ isChild: true });
  expect(await ownOf({ parentGuardianContact: "t@example.org" })).toEqual({
    address: "t@example.org",
    isChild: true,
  });
  expect(await ownOf({ age: 13 })).toEqual({ isChild: false });
});

test("a new guardian link revokes the previous one", async () => {
  const { log, mail, mails, renew, courseId, teacher } = await addFamily();
  await log();
  await mail();
  const before = tokenIn(mails()[0]?.text);
  vi.setSystemTime(new Date("2027-03-10T12:10:00Z"));
  expect((await renew()).status).toBe(200);
  await app.context.jobs.drain();
  const after = tokenIn(mails()[1]?.text);
  expect(after).not.toBe(before);
  await expect(open(before)).rejects.toMatchObject({ code: "not_found" });
  expect((await open(after)).course._id).toBe(courseId);
  expect((await renew(teacher)).status).toBe(403);
  expect((await renew(await addStudent(app.context))).status).toBe(403);
});

test("a guardian can turn off the link, and the next email contains a new one", async () => {
  const { log, mail, mails } = await addFamily();
  await log();
  await mail();
  const before = tokenIn(mails()[0]?.text);
  const end = (token: string) =>
    app.call("POST", "/api/recitations/guardian-link/end", { body: { token } });
  expect((await end(`${before.slice(0, -1)}_`)).status).toBe(404);
  await open(before);
  expect((await end(before)).status).toBe(200);
  await expect(open(before)).rejects.toMatchObject({ code: "not_found" });
  expect((await end(before)).status).toBe(404);
  await log({ toVerse: 2 });
  await mail();
  const after = tokenIn(mails()[1]?.text);
  expect((await open(after)).lessons).toHaveLength(2);
});

test.each<[string, (family: Awaited<ReturnType<typeof addFamily>>) => Promise<unknown>]>([
  [
    "the guardian's address changes",
    ({ student }) =>
      app.context.db
        .update(profiles)
        .set({ parentGuardianContact: "other@example.org" })
        .where(eq(profiles.id, student.profileId)),
  ],
  [
    "the child has grown up",
    ({ student }) =>
      app.context.db.update(profiles).set({ age: 13 }).where(eq(profiles.id, student.profileId)),
  ],
  [
    "the child has left the course",
    ({ courseId }) =>
      app.context.db
        .update(enrollments)
        .set({ status: "left", endedAt: now })
        .where(eq(enrollments.courseId, courseId)),
  ],
])("a guardian link stops working when %s", async (_when, change) => {
  const family = await addFamily();
  await family.log();
  await family.mail();
  const token = tokenIn(family.mails()[0]?.text);
  await open(token);
  await change(family);
  await expect(open(token)).rejects.toMatchObject({ code: "not_found" });
});

test("a guardian link in the earlier format still works, and can be turned off", async () => {
  const { log, link, address, courseId } = await addFamily();
  await log();
  const row = await link();
  const value = `${row?.id} ${row?.issuedAt.toISOString()} ${address}`;
  const token = formerToken(app, "guardian-link", row?.id ?? "", value);
  expect((await open(token)).course._id).toBe(courseId);
  vi.setSystemTime(new Date("2027-03-10T12:10:00Z"));
  const end = await app.call("POST", "/api/recitations/guardian-link/end", { body: { token } });
  expect(end.status).toBe(200);
  await expect(open(token)).rejects.toMatchObject({ code: "not_found" });
});

test("a forged guardian link does not work", async () => {
  const { log, mail, mails, link } = await addFamily();
  await log();
  await mail();
  const token = tokenIn(mails()[0]?.text);
  const signature = token.split(".").at(-1) ?? "";
  const other = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const unsigned = token.slice(0, -signature.length);
  const id = (await link())?.id ?? "";
  const wrong = [unsigned + other, unsigned, `${id}.${signature}`, id, "", "..", `${token}x`];
  for (const forged of wrong) {
    await expect(open(forged)).rejects.toMatchObject({ code: "not_found" });
  }
});
