/**
 * The streams of a live page: what followers receive and in which order, and when a stream ends.
 */
import { eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { minPointerGapMs } from "#lib/live-pages/live-pages.rules.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { livePageFollowers, livePages } from "#server/db/tables/live-pages.table.ts";
import { readClassFacts } from "#server/live-pages/find-live-class.ts";
import { readPage } from "#server/live-pages/stored-page.ts";
import { publishEvent } from "#server/live-pages/stream/page-events.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { countQueries } from "../../support/database/queries.ts";
import type { Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

const { app, secondProcess } = await openTwoApps({}, { isSingle: true });

const { addClass, read, run, send, follow, passLead } = attend(() => app);

const share = { command: "share", from: "2:255", to: "2:286" };

/** Adds a later class to a course. */
async function addClassOf(courseId: string, { profileId: teacherId }: Person): Promise<string> {
  const startsAt = new Date(Date.now() + 2 * 3_600_000);
  const endsAt = new Date(startsAt.getTime() + 3_600_000);
  const [added] = await app.context.db
    .insert(classes)
    .values({ courseId, teacherId, plannedStart: startsAt, startsAt, endsAt })
    .returning();
  if (!added) throw new Error("The class was not stored");
  return added.id;
}
const both: [string, () => TestApp][] = [
  ["in the same process", () => app],
  ["in another process", () => secondProcess],
];

describe.each(both)("a follower %s", (_, through) => {
  it("receives the snapshot first, and then each new state and pointer", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const stream = await follow(student, classId, { through: through() });
    const { data: page } = (await read(student, classId)).body;
    expect(stream.events[0]).toMatchObject({
      event: "snapshot",
      data: { seq: 1, state: page.state, role: "participant", followers: 1 },
    });
    await run(teacher, classId, { command: "go", verse: "2:256" });
    await run(teacher, classId, { command: "point", verse: "2:257", word: 4 });
    await expect.poll(() => stream.of("pointer")).toEqual([{ verse: "2:257", word: 4 }]);
    await expect.poll(() => stream.of("state")).toHaveLength(1);
    expect(stream.latest("state")).toEqual({
      seq: 2,
      state: { ...page.state, current: "2:256" },
    });
  });

  it("receives every state once, in order, when many commands are sent", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const stream = await follow(student, classId, { through: through() });
    const verses = Array.from({ length: 20 }, (__, index) => `2:${256 + index}`);
    for (const verse of verses) await run(teacher, classId, { command: "go", verse });
    await expect.poll(() => stream.of("state").at(-1)?.seq).toBe(21);
    const seqs = stream.of("state").map(({ seq }) => seq);
    expect(seqs).toEqual(verses.map((__, index) => index + 2));
  });

  it("never sees an older state after joining late or rejoining", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const commands = (async () => {
      for (let verse = 256; verse < 286; verse += 1) {
        await run(teacher, classId, { command: "go", verse: `2:${verse}` });
      }
    })();
    const streams = [];
    for (let time = 0; time < 8; time += 1) {
      streams.push(await follow(student, classId, { through: through() }));
    }
    await commands;
    for (const stream of streams) {
      const seqOf = (each: { seq: number } | undefined) => each?.seq ?? 0;
      await expect
        .poll(() => Math.max(seqOf(stream.latest("snapshot")), seqOf(stream.latest("state"))))
        .toBe(31);
      const seqs = stream.events
        .filter(({ event }) => event === "snapshot" || event === "state")
        .map(({ data }) => data.seq);
      expect(stream.events[0]?.event).toBe("snapshot");
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    }
  });

  it("is counted for everyone, and named for the teacher", async () => {
    const { teacher, students, classId } = await addClass(2, { age: 11 });
    const [first, second] = students as [Person, Person];
    const toTeacher = await follow(teacher, classId);
    const toFirst = await follow(first, classId, { through: through() });
    const own = await follow(second, classId, { through: through() });
    const named = (person: Person, isHere: boolean) => ({
      _id: person.profileId,
      name: person.actor.name,
      isHere,
    });
    await expect
      .poll(() => toTeacher.latest("presence"))
      .toMatchObject({
        followers: 2,
        isLeadAway: false,
        people: expect.arrayContaining([named(first, true), named(second, true)]),
      });
    await expect.poll(() => toFirst.latest("presence")?.followers).toBe(2);
    expect(toFirst.latest("presence")).not.toHaveProperty("people");
    await own.close();
    await expect
      .poll(() => toTeacher.latest("presence"), { timeout: 20_000 })
      .toMatchObject({
        followers: 1,
        people: expect.arrayContaining([named(first, true), named(second, false)]),
      });
    await expect.poll(() => toFirst.latest("presence")?.followers).toBe(1);
  });

  it("is notified of raised hands", async () => {
    const { teacher, student, classId } = await addClass();
    const toTeacher = await follow(teacher, classId);
    const own = await follow(student, classId, { through: through() });
    await run(student, classId, { command: "raise" });
    await expect.poll(() => own.latest("presence")?.isHandRaised, { timeout: 20_000 }).toBe(true);
    await expect
      .poll(() => toTeacher.latest("presence")?.people?.[0])
      .toMatchObject({ _id: student.profileId, handRaisedAt: expect.any(String) });
    await run(teacher, classId, { command: "recite", profileId: student.profileId });
    await expect.poll(() => own.latest("presence")?.isHandRaised, { timeout: 20_000 }).toBe(false);
  });

  it("receives nothing more once the enrollment has ended, and no longer leads", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [removed, other] = students as [Person, Person];
    await run(teacher, classId, share);
    await run(removed, classId, { command: "raise" });
    await passLead(teacher, removed, classId);
    const toRemoved = await follow(removed, classId, { through: through() });
    const toOther = await follow(other, classId, { through: through() });
    await app.context.db
      .update(enrollments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(eq(enrollments.studentId, removed.profileId));
    await expect.poll(() => toRemoved.hasEnded()).toBe(true);
    await expect
      .poll(() => toOther.latest("state")?.state)
      .toMatchObject({ lead: { _id: teacher.profileId }, cohosts: [] });
    expect((await send(removed, classId, { command: "stop" })).status).toBe(404);
    await run(teacher, classId, { command: "go", verse: "2:260" });
    await expect.poll(() => toOther.latest("state")?.state.current).toBe("2:260");
    expect(toRemoved.of("state").map(({ state }) => state.current)).not.toContain("2:260");
    const { hands, people } = (await read(teacher, classId)).body.data;
    expect(hands).toBe(0);
    expect(people.map(({ _id }: { _id: string }) => _id)).not.toContain(removed.profileId);
  });

  it("receives nothing more once the session has ended", async () => {
    const { student, classId } = await addClass();
    const stream = await follow(student, classId, { through: through() });
    await revokeSessions(app.context.db, { userId: student.userId });
    await expect.poll(() => stream.hasEnded()).toBe(true);
    expect(through().context.livePages.countStreams(`account ${student.userId}`)).toBe(0);
  });
});

describe("a follower who joins before a change has been announced", () => {
  it("gets the change, and so does everyone else", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [first, second] = students as [Person, Person];
    await run(teacher, classId, share);
    const toFirst = await follow(first, classId);
    // Another process has stored a change, but its notification hasn't arrived yet.
    const { db } = app.context;
    await db.update(livePages).set({ seq: 2, current: 263 }).where(eq(livePages.classId, classId));
    const toSecond = await follow(second, classId);
    const page = await readPage(db, classId);
    if (!page) throw new Error("The page is missing");
    await publishEvent(db, { type: "state", page });
    await run(teacher, classId, { command: "go", verse: "2:257" });
    await expect.poll(() => toFirst.latest("state")?.seq).toBe(3);
    await expect.poll(() => toSecond.latest("state")?.seq).toBe(3);
    expect(toFirst.of("state").map(({ state }) => state.current)).toEqual(["2:256", "2:257"]);
    expect(toSecond.latest("snapshot")).toMatchObject({ seq: 2, state: { current: "2:256" } });
    expect(toSecond.of("state").map(({ state }) => state.current)).toEqual(["2:257"]);
  });

  it("never sees a student who is being removed at that moment as the lead", async () => {
    const { teacher, students, classId, courseId } = await addClass(2);
    const [removed, joining] = students as [Person, Person];
    await passLead(teacher, removed, classId);
    const { db, livePages: hub } = app.context;
    const elsewhere = await addClassOf(courseId, teacher);
    const toRemoved = await follow(removed, elsewhere);
    const { profileId, actor } = joining;
    const { sessionId } = actor;
    const watch = await hub.watch(classId, { profileId, sessionId });
    const page = await readPage(db, classId);
    const facts = await readClassFacts(db, classId);
    if (!page || !facts) throw new Error("The page is missing");
    await db
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.studentId, removed.profileId));
    // The process has received the notification.
    await expect.poll(() => toRemoved.hasEnded()).toBe(true);
    const frames: string[] = [];
    const send = (frame: Uint8Array) => void frames.push(new TextDecoder().decode(frame));
    const hostId = teacher.profileId;
    const unfollow = hub.follow(
      { id: "str_1", classId, courseId, hostId, profileId, sessionId, send, end: () => {} },
      { page, facts },
    );
    watch.close();
    await expect.poll(() => frames.join("")).toContain(`"lead":{"_id":"${hostId}"`);
    unfollow();
  });
});

describe("two processes", () => {
  it("let only one of two leads change the page", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    await passLead(teacher, student, classId);
    const path = `/api/classes/${classId}/page`;
    const elsewhere = (person: Person, body: object) =>
      secondProcess.call("POST", path, { token: person.token, body });
    // The second process remembers for a few seconds that the student leads.
    const pointing = { command: "point", verse: "2:255", word: 1 };
    const toTeacher = await follow(teacher, classId, { through: secondProcess });
    expect((await elsewhere(student, pointing)).status).toBe(200);
    await run(teacher, classId, { command: "lead", profileId: teacher.profileId });
    await expect.poll(() => toTeacher.latest("state")?.state.lead._id).toBe(teacher.profileId);
    expect((await elsewhere(student, pointing)).status).toBe(409);
    expect((await elsewhere(student, { command: "go", verse: "2:256" })).status).toBe(409);
    expect((await elsewhere(teacher, { command: "go", verse: "2:256" })).status).toBe(200);
  });

  it("forget, after half a minute, the followers of a process that was killed", async () => {
    const { teacher, student, classId } = await addClass();
    const killed = await createTestApp({
      database: app.database,
      env: sharedSecret,
      isSingle: true,
    });
    onTestFinished(() => killed.close());
    const toTeacher = await follow(teacher, classId);
    await follow(student, classId, { through: killed });
    await expect.poll(() => toTeacher.latest("presence")?.followers, { timeout: 20_000 }).toBe(1);
    await app.context.db
      .update(livePageFollowers)
      .set({ seenAt: sql`now() - interval '31 seconds'` })
      .where(eq(livePageFollowers.profileId, student.profileId));
    expect((await read(teacher, classId)).body.data).toMatchObject({
      followers: 0,
      people: [{ _id: student.profileId, isHere: false }],
    });
  });

  it("recognize a lead who has been silent for half a minute", async () => {
    const { teacher, student, classId } = await addClass();
    const toTeacher = await follow(teacher, classId, { through: secondProcess });
    await expect
      .poll(async () => (await read(student, classId)).body.data.isLeadAway, { timeout: 20_000 })
      .toBe(false);
    await toTeacher.close();
    const isOpen = async () => {
      const rows = await app.context.db
        .select({ isOpen: livePageFollowers.isOpen })
        .from(livePageFollowers)
        .where(eq(livePageFollowers.profileId, teacher.profileId));
      return rows.map((row) => row.isOpen);
    };
    await expect.poll(isOpen, { timeout: 20_000 }).toEqual([false]);
    // A short interruption isn't an absence.
    expect((await read(student, classId)).body.data.isLeadAway).toBe(false);
    await app.context.db
      .update(livePageFollowers)
      .set({ seenAt: sql`now() - interval '31 seconds'` })
      .where(eq(livePageFollowers.profileId, teacher.profileId));
    expect((await read(student, classId)).body.data.isLeadAway).toBe(true);
  });
});

const sharedSecret = { APP_SECRET: "shared by both processes, as in a deployment" };

describe("pointers", () => {
  it("are sent at most four times a second, and the latest one always is", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const stream = await follow(student, classId, { through: secondProcess });
    const startedAt = performance.now();
    for (let word = 1; word <= 40; word += 1) {
      await run(teacher, classId, { command: "point", verse: "2:255", word });
    }
    await expect.poll(() => stream.latest("pointer")?.word).toBe(40);
    const most = 2 + (performance.now() - startedAt) / minPointerGapMs;
    expect(stream.of("pointer").length).toBeLessThanOrEqual(most);
    const words = stream.of("pointer").map(({ word }) => word);
    expect(words).toEqual(words.toSorted((a, b) => Number(a) - Number(b)));
  });

  /** A pointer from another process whose clock differs from ours. */
  const pointElsewhere = (classId: string, clockMs: number) => {
    const at = Date.now() + clockMs;
    const event = { type: "pointer", classId, epoch: 0, at, verse: 262, word: 3 } as const;
    return publishEvent(app.context.db, event);
  };
  const clocks: [string, number][] = [
    ["ahead", 60_000],
    ["behind", -60_000],
  ];

  it.each(clocks)("are sent at once after those of a process whose clock is %s", async (_, ms) => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const stream = await follow(student, classId);
    await pointElsewhere(classId, ms);
    await expect.poll(() => stream.of("pointer")).toEqual([{ verse: "2:255", word: 3 }]);
    await run(teacher, classId, { command: "point", verse: "2:255", word: 4 });
    await expect.poll(() => stream.latest("pointer")?.word).toBe(4);
  });

  it.each(clocks)("stay on the page for five seconds if a clock is %s", async (_, ms) => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const stream = await follow(student, classId);
    await pointElsewhere(classId, ms);
    await expect.poll(() => stream.of("pointer")).toHaveLength(1);
    const wordNow = async () => (await read(student, classId)).body.data.state.word;
    expect(await wordNow()).toBe(3);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 5_000);
    onTestFinished(() => clock.mockRestore());
    expect(await wordNow()).toBeNull();
  });

  it("of a lead who was checked a moment ago require only a check of the session", async () => {
    const { teacher, classId } = await addClass();
    await run(teacher, classId, share);
    const point = { command: "point", verse: "2:255", word: 1 };
    await run(teacher, classId, point);
    const again = async () => {
      await run(teacher, classId, point);
    };
    // One statement for the session, and one that notifies other processes.
    expect(await countQueries(app.database, again)).toBeLessThanOrEqual(2);
  });
});
