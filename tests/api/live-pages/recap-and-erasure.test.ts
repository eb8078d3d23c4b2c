/** What remains of a live page: the recap, the export, and what deletion leaves. */
import { eq, getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { livePageFollowers, livePages, raisedHands } from "#server/db/tables/live-pages.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass, read, run, follow } = attend(() => app);

const minute = 60_000;

const recapOf = ({ token }: Person, classId: string) =>
  app.call("GET", `/api/classes/${classId}/page/recap`, { token });

/** Sends commands a minute apart, from now on. */
async function teach(teacher: Person, classId: string, commands: object[]): Promise<Date[]> {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.now();
  const times: Date[] = [];
  for (const [index, command] of commands.entries()) {
    vi.setSystemTime(start + index * minute);
    times.push(new Date());
    await run(teacher, classId, command);
  }
  vi.useRealTimers();
  return times;
}

const go = (verse: string) => ({ command: "go", verse });

describe("the recap of a class", () => {
  it("lists the verses with their times, joined to passages", async () => {
    const { teacher, student, classId } = await addClass();
    const times = await teach(teacher, classId, [
      { command: "share", from: "2:255", to: "2:286" },
      go("2:256"),
      go("2:257"),
      go("2:285"),
      go("2:286"),
      go("2:255"),
      { command: "stop" },
      { command: "share", from: "1:1", to: "1:1" },
    ]);
    const iso = times.map((time) => time.toISOString());
    const { status, body } = await recapOf(student, classId);
    expect(status).toBe(200);
    expect(body.data.passages).toEqual([
      { from: "2:255", to: "2:257", startedAt: iso[0], endedAt: iso[2] },
      { from: "2:285", to: "2:286", startedAt: iso[3], endedAt: iso[4] },
      { from: "1:1", to: "1:1", startedAt: iso[7], endedAt: iso[7] },
    ]);
    expect(body.data.verses.slice(0, 2)).toEqual([
      { verse: "2:255", at: iso[0] },
      { verse: "2:256", at: iso[1] },
    ]);
  });

  it("is empty if nothing was read", async () => {
    const { teacher, classId } = await addClass();
    expect((await recapOf(teacher, classId)).body.data).toMatchObject({
      passages: [],
      verses: [],
    });
  });

  it("is for everyone who was enrolled during the class, also after leaving", async () => {
    const { teacher, students, classId, courseId } = await addClass(2);
    const [former, earlier] = students as [Person, Person];
    await run(teacher, classId, { command: "share", from: "1:1", to: "1:7" });
    const leave = ({ profileId }: Person, endedAt: Date) =>
      app.context.db
        .update(enrollments)
        .set({ status: "left", endedAt })
        .where(eq(enrollments.studentId, profileId));
    await leave(former, new Date());
    await leave(earlier, new Date(Date.now() - 24 * 60 * minute));
    expect((await recapOf(former, classId)).status).toBe(200);
    expect((await recapOf(earlier, classId)).status).toBe(404);
    expect((await read(former, classId)).status).toBe(404);
    const held = await addStudent(app.context);
    const enrollmentId = await addEnrollment(app.context, held, courseId);
    await app.context.db
      .update(enrollments)
      .set({ status: "expired" })
      .where(eq(enrollments.id, enrollmentId));
    expect((await recapOf(held, classId)).status).toBe(404);
  });
});

const exportOf = async ({ token }: Person) =>
  (await app.call("GET", "/api/users/me/export", { token })).body.data;

/** The names under which columns are exported. Other people's IDs become "is it me". */
const renamed: Record<string, string> = {
  classId: "id",
  leadId: "isLead",
  reciterId: "isReciter",
  cohostIds: "isCohost",
};
/** The person's own ID, and where the server keeps the row. */
const omitted = ["profileId", "serverId"];

const columnsOf = (table: PgTable) =>
  Object.keys(getTableColumns(table))
    .filter((name) => !omitted.includes(name))
    .map((name) => renamed[name] ?? name);

describe("an export", () => {
  it("has every column about the person, and no other person's ID", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, { command: "share", from: "2:255", to: "2:256" });
    await run(teacher, classId, { command: "recite", profileId: student.profileId });
    await run(student, classId, { command: "raise" });
    await follow(student, classId);
    const count = () =>
      app.context.db.$count(livePageFollowers, eq(livePageFollowers.classId, classId));
    await expect.poll(count, { timeout: 5_000 }).toBe(1);
    const own = await exportOf(student);
    expect(Object.keys(own.livePages[0])).toEqual(expect.arrayContaining(columnsOf(livePages)));
    expect(Object.keys(own.raisedHands[0])).toEqual(expect.arrayContaining(columnsOf(raisedHands)));
    expect(Object.keys(own.livePageFollowers[0])).toEqual(
      expect.arrayContaining(columnsOf(livePageFollowers)),
    );
    expect(own.livePages[0]).toMatchObject({ id: classId, isLead: false, isReciter: true });
    const { verses } = (await exportOf(teacher)).livePages[0];
    expect(verses).toMatchObject([{ verse: 262 }]);
    const ofPages = JSON.stringify((await exportOf(teacher)).livePages);
    expect(ofPages).not.toContain(student.profileId);
    expect(JSON.stringify(own.livePages)).not.toContain(teacher.profileId);
  });
});

describe("a deleted account", () => {
  it("no longer leads, recites or raises a hand, and its stream ends", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [deleted, other] = students as [Person, Person];
    const stream = await follow(other, classId);
    const own = await follow(deleted, classId);
    await run(teacher, classId, { command: "recite", profileId: deleted.profileId });
    await run(deleted, classId, { command: "raise" });
    await run(teacher, classId, { command: "lead", profileId: deleted.profileId });
    await app.context.db.transaction((tx) =>
      erasePerson(tx, { id: deleted.userId, email: deleted.email }),
    );
    await expect
      .poll(() => stream.latest("state")?.state)
      .toMatchObject({ lead: { _id: teacher.profileId }, cohosts: [], reciter: null });
    await expect.poll(() => own.hasEnded()).toBe(true);
    const { db } = app.context;
    expect(await db.$count(raisedHands, eq(raisedHands.profileId, deleted.profileId))).toBe(0);
  });
});
