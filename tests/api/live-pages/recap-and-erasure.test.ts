/**
 * What remains of a live page: the recap, the data in the export, and what is left after an account
 * is deleted.
 */
import { eq, getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { classes } from "#server/db/tables/classes.table.ts";
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

/** Sends commands at intervals of one minute. The first is sent after this many milliseconds. */
async function teach(
  teacher: Person,
  classId: string,
  commands: object[],
  inMs = 0,
): Promise<Date[]> {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.now() + inMs;
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
  it("lists the verses with their times, joined into passages", async () => {
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
      { from: "2:255", to: "2:255", startedAt: iso[5], endedAt: iso[5] },
      { from: "1:1", to: "1:1", startedAt: iso[7], endedAt: iso[7] },
    ]);
    expect(body.data.verses.slice(0, 2)).toEqual([
      { verse: "2:255", at: iso[0] },
      { verse: "2:256", at: iso[1] },
    ]);
  });

  it("doesn't list verses that the lead only passed through", async () => {
    const { teacher, student, classId } = await addClass();
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await run(teacher, classId, { command: "share", from: "2:255", to: "2:260" });
    for (const [verse, ms] of [
      ["2:256", minute],
      ["2:257", 500],
      ["2:258", 500],
    ] as const) {
      vi.setSystemTime(Date.now() + ms);
      await run(teacher, classId, go(verse));
    }
    vi.useRealTimers();
    const { data } = (await recapOf(student, classId)).body;
    expect(data.verses.map(({ verse }: { verse: string }) => verse)).toEqual(["2:255", "2:258"]);
  });

  const hour = 60 * minute;

  /** Changes the times of the class so that it ended this many milliseconds ago. */
  const endClass = (classId: string, ago: number) => {
    const endsAt = new Date(Date.now() - ago);
    const startsAt = new Date(endsAt.getTime() - hour);
    return app.context.db.update(classes).set({ startsAt, endsAt }).where(eq(classes.id, classId));
  };

  /** Changes the time at which the student enrolled to a day ago. */
  const enrollEarlier = ({ profileId }: Person) =>
    app.context.db
      .update(enrollments)
      .set({ enrolledAt: new Date(Date.now() - 24 * hour) })
      .where(eq(enrollments.studentId, profileId));

  const prepared = [
    { command: "share", from: "36:1", to: "36:83" },
    { command: "share", from: "2:255", to: "2:286" },
  ];

  it("contains no verses that the teacher showed long before or after the class", async () => {
    const { teacher, student, classId } = await addClass();
    await teach(teacher, classId, prepared, -20 * hour);
    const [started] = await teach(teacher, classId, [go("2:255"), go("2:256")]);
    await enrollEarlier(student);
    await endClass(classId, 20 * hour);
    await run(teacher, classId, go("2:270"));
    const { data } = (await recapOf(student, classId)).body;
    expect(data.passages).toMatchObject([{ from: "2:255", to: "2:256" }]);
    expect(data.passages[0].startedAt).toBe(started?.toISOString());
    expect(data.verses).toHaveLength(2);
  });

  it("includes the first verse of a prepared page, from the start of the class", async () => {
    const { teacher, student, classId } = await addClass();
    await teach(teacher, classId, prepared, -20 * hour);
    const [, , moved] = await teach(teacher, classId, [
      { command: "lock", locked: true },
      { command: "show", gloss: true },
      go("2:256"),
    ]);
    const { data } = (await recapOf(student, classId)).body;
    expect(data.verses).toEqual([
      { verse: "2:255", at: data.startsAt },
      { verse: "2:256", at: moved?.toISOString() },
    ]);
  });

  it("includes what was read in the minutes before the class and after its end", async () => {
    const { teacher, student, classId } = await addClass();
    const share = { command: "share", from: "1:1", to: "1:7" };
    // The class began ten minutes ago and ends in fifty minutes.
    await teach(teacher, classId, [share], -20 * minute);
    await enrollEarlier(student);
    await endClass(classId, 2 * hour);
    await run(teacher, classId, go("1:2"));
    const { data } = (await recapOf(student, classId)).body;
    expect(data.verses.map(({ verse }: { verse: string }) => verse)).toEqual(["1:1", "1:2"]);
  });

  it("is empty if nothing was read", async () => {
    const { teacher, classId } = await addClass();
    expect((await recapOf(teacher, classId)).body.data).toMatchObject({
      passages: [],
      verses: [],
    });
  });

  it("is neither available nor offered to students who enrolled after the class", async () => {
    const { teacher, student, classId, courseId } = await addClass();
    await run(teacher, classId, { command: "share", from: "1:1", to: "1:7" });
    await enrollEarlier(student);
    await endClass(classId, hour);
    const late = await addStudent(app.context);
    await addEnrollment(app.context, late, courseId);
    const isOffered = async ({ token }: Person) => {
      const { body } = await app.call("GET", `/api/classes/course/${courseId}`, { token });
      const { classes } = body.data as { classes: { _id: string; hasRecap?: boolean }[] };
      return classes.find(({ _id }) => _id === classId)?.hasRecap;
    };
    expect((await recapOf(late, classId)).status).toBe(404);
    expect(await isOffered(late)).toBeUndefined();
    expect((await recapOf(student, classId)).status).toBe(200);
    expect(await isOffered(student)).toBe(true);
    expect(await isOffered(teacher)).toBe(true);
  });

  it("is available to everyone who was enrolled during the class, even after leaving", async () => {
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

  it("leaves out what was read while a student had left the course, until the student enrolls again", async () => {
    const { teacher, students, classId, courseId } = await addClass(2);
    const [former, staying] = students as [Person, Person];
    const times = await teach(teacher, classId, [
      { command: "share", from: "1:1", to: "1:7" },
      go("1:2"),
      go("1:3"),
    ]);
    await app.context.db
      .update(enrollments)
      .set({ status: "refunded", endedAt: new Date((times[1]?.getTime() ?? 0) + minute / 2) })
      .where(eq(enrollments.studentId, former.profileId));
    const read = async (person: Person) => {
      const { verses, passages } = (await recapOf(person, classId)).body.data;
      const keys = verses.map(({ verse }: { verse: string }) => verse);
      return { keys, last: passages.map(({ to }: { to: string }) => to) };
    };
    expect(await read(former)).toEqual({ keys: ["1:1", "1:2"], last: ["1:2"] });
    for (const person of [staying, teacher]) {
      expect(await read(person)).toEqual({ keys: ["1:1", "1:2", "1:3"], last: ["1:3"] });
    }
    const again = await addEnrollment(app.context, former, courseId);
    const enrolledAt = new Date((times[2]?.getTime() ?? 0) + minute / 2);
    await app.context.db.update(enrollments).set({ enrolledAt }).where(eq(enrollments.id, again));
    expect(await read(former)).toEqual({ keys: ["1:1", "1:2", "1:3"], last: ["1:2", "1:3"] });
  });
});

const exportOf = async ({ token }: Person) =>
  (await app.call("GET", "/api/users/me/export", { token })).body.data;

/**
 * The names under which columns are exported. Instead of another person's ID, the export states
 * whether the ID is the person's own.
 */
const renamed: Record<string, string> = {
  classId: "id",
  leadId: "isLead",
  reciterId: "isReciter",
  cohostIds: "isCohost",
};
/** The person's own ID, and the server's internal data. */
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
    await expect.poll(count, { timeout: 20_000 }).toBe(1);
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
