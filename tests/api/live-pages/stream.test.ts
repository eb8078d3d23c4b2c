/** The streams of a live page: what followers receive, in which order, and when a stream ends. */
import { eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { minPointerGapMs } from "#lib/live-pages/live-pages.rules.ts";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { revokeSessions, startSession } from "#server/accounts/sessions/sessions.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { livePageFollowers } from "#server/db/tables/live-pages.table.ts";
import { maxBacklog, streamsPerAccount } from "#server/live-pages/live-page-sse.ts";
import { Room } from "#server/live-pages/room.ts";
import { readPage } from "#server/live-pages/stored-page.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { countQueries } from "../../support/database/queries.ts";
import { readStream } from "../../support/live-pages.ts";
import type { Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

const { app, secondProcess } = await openTwoApps();

const { addClass, read, run, send, follow } = attend(() => app);

const share = { command: "share", from: "2:255", to: "2:286" };
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

  it("who comes late or again never sees an older state afterward", async () => {
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
      .poll(() => toTeacher.latest("presence"), { timeout: 5_000 })
      .toMatchObject({
        followers: 1,
        people: expect.arrayContaining([named(first, true), named(second, false)]),
      });
    await expect.poll(() => toFirst.latest("presence")?.followers).toBe(1);
  });

  it("hears of raised hands", async () => {
    const { teacher, student, classId } = await addClass();
    const toTeacher = await follow(teacher, classId);
    const own = await follow(student, classId, { through: through() });
    await run(student, classId, { command: "raise" });
    await expect.poll(() => own.latest("presence")?.isHandRaised, { timeout: 5_000 }).toBe(true);
    await expect
      .poll(() => toTeacher.latest("presence")?.people?.[0])
      .toMatchObject({ _id: student.profileId, handRaisedAt: expect.any(String) });
    await run(teacher, classId, { command: "recite", profileId: student.profileId });
    await expect.poll(() => own.latest("presence")?.isHandRaised, { timeout: 5_000 }).toBe(false);
  });

  it("hears nothing more once the enrollment has ended, and leads no longer", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [removed, other] = students as [Person, Person];
    await run(teacher, classId, share);
    await run(removed, classId, { command: "raise" });
    await run(teacher, classId, { command: "lead", profileId: removed.profileId });
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
    expect((await read(teacher, classId)).body.data.hands).toBe(0);
  });

  it("hears nothing more once the session has ended", async () => {
    const { student, classId } = await addClass();
    const stream = await follow(student, classId, { through: through() });
    await revokeSessions(app.context.db, { userId: student.userId });
    await expect.poll(() => stream.hasEnded()).toBe(true);
    expect(through().context.livePages.countStreams(`account ${student.userId}`)).toBe(0);
  });
});

describe("two processes", () => {
  it("let only one of two leads change the page", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    await run(teacher, classId, { command: "lead", profileId: student.profileId });
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

  it("forget the followers of a process that was killed after half a minute", async () => {
    const { teacher, student, classId } = await addClass();
    const killed = await createTestApp({ database: app.database, env: sharedSecret });
    onTestFinished(() => killed.close());
    const toTeacher = await follow(teacher, classId);
    await follow(student, classId, { through: killed });
    await expect.poll(() => toTeacher.latest("presence")?.followers, { timeout: 5_000 }).toBe(1);
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
      .poll(async () => (await read(student, classId)).body.data.isLeadAway, { timeout: 5_000 })
      .toBe(false);
    await toTeacher.close();
    const isOpen = async () => {
      const rows = await app.context.db
        .select({ isOpen: livePageFollowers.isOpen })
        .from(livePageFollowers)
        .where(eq(livePageFollowers.profileId, teacher.profileId));
      return rows.map((row) => row.isOpen);
    };
    await expect.poll(isOpen, { timeout: 5_000 }).toEqual([false]);
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

  it("of a lead who was checked a moment ago need only the session", async () => {
    const { teacher, classId } = await addClass();
    await run(teacher, classId, share);
    const point = { command: "point", verse: "2:255", word: 1 };
    await run(teacher, classId, point);
    const again = async () => {
      await run(teacher, classId, point);
    };
    // One for the session, and one that notifies other processes.
    expect(await countQueries(app.database, again)).toBeLessThanOrEqual(2);
  });
});

describe("a stream", () => {
  async function startCookie({ userId }: Person): Promise<string> {
    const { config, db } = app.context;
    const session = await startSession(config, db, userId, undefined);
    return writeSessionCookie(config, session.token, session.endsAt).split(";")[0] ?? "";
  }

  const open = ({ token }: Person, classId: string, method = "GET") =>
    app.app.request(`/api/classes/${classId}/page/events`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });

  it("is opened with a session cookie, too", async () => {
    const { student, classId } = await addClass();
    const stream = await follow(student, classId, { cookie: await startCookie(student) });
    expect(stream.latest("snapshot")).toMatchObject({ seq: 0, role: "participant" });
  });

  it("isn't opened by a HEAD request", async () => {
    const { student, classId } = await addClass();
    for (let time = 0; time <= streamsPerAccount; time += 1) {
      const { status, headers } = await open(student, classId, "HEAD");
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/event-stream");
    }
    expect(app.context.livePages.countStreams(`account ${student.userId}`)).toBe(0);
  });

  it("is refused to an account that has too many, until one of them is closed", async () => {
    const { student, classId } = await addClass();
    const streams = [];
    for (let time = 0; time < streamsPerAccount; time += 1) {
      streams.push(await follow(student, classId));
    }
    const refused = await open(student, classId);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    await streams[0]?.close();
    await follow(student, classId);
  });

  it("is counted for its address, and not when it was refused", async () => {
    const { student, classId } = await addClass();
    const { livePages } = app.context;
    const before = livePages.countStreams("address 127.0.0.1");
    expect((await open(student, "cls_missing")).status).toBe(404);
    expect(livePages.countStreams("address 127.0.0.1")).toBe(before);
    const stream = await follow(student, classId);
    expect(livePages.countStreams("address 127.0.0.1")).toBe(before + 1);
    await stream.close();
    expect(livePages.countStreams("address 127.0.0.1")).toBe(before);
  });

  it("is closed when its client stops reading", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const response = await open(student, classId);
    const { livePages } = app.context;
    const key = `account ${student.userId}`;
    expect(livePages.countStreams(key)).toBe(1);
    const page = await readPage(app.context.db, classId);
    if (!page) throw new Error("The page is missing");
    for (let seq = 2; seq < maxBacklog + 5; seq += 1) livePages.deliver({ ...page, seq });
    expect(livePages.countStreams(key)).toBe(0);
    const stream = readStream(response);
    await expect.poll(() => stream.hasEnded()).toBe(true);
  });

  it("ends when its process stops, and no other can be opened", async () => {
    const { student, classId } = await addClass();
    const stopping = await createTestApp({ database: app.database, env: sharedSecret });
    onTestFinished(() => stopping.close());
    const stream = await follow(student, classId, { through: stopping });
    await stopping.context.livePages.stop();
    await expect.poll(() => stream.hasEnded()).toBe(true);
    const rows = await app.context.db
      .select({ isOpen: livePageFollowers.isOpen })
      .from(livePageFollowers)
      .where(eq(livePageFollowers.profileId, student.profileId));
    expect(rows.filter(({ isOpen }) => isOpen)).toEqual([]);
  });

  it("continues with the current state after its process has missed changes", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const stream = await follow(student, classId, { through: secondProcess });
    await app.context.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'halaqa_live_pages' and datname = current_database()`);
    await run(teacher, classId, { command: "go", verse: "2:270" });
    await expect
      .poll(() => stream.latest("state")?.state.current, { timeout: 10_000 })
      .toBe("2:270");
  });
});

describe("a client that answers the beats of its stream", () => {
  it.each(both)("is away once it has stopped, with a stream %s", async (_, through) => {
    const { student, classId } = await addClass();
    const stream = await follow(student, classId, { through: through() });
    const here = { command: "here", stream: stream.latest("snapshot")?.stream };
    const followers = async () => {
      const { livePages } = through().context;
      return (await livePages.readPresences(classId)).here.has(student.profileId);
    };
    const confirm = vi.spyOn(Room.prototype, "confirm");
    onTestFinished(() => confirm.mockRestore());
    await run(student, classId, here);
    // Another process is notified of the answer.
    await expect.poll(() => confirm.mock.results.map(({ value }) => value)).toContain(true);
    expect(await followers()).toBe(true);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 31_000);
    onTestFinished(() => clock.mockRestore());
    expect(await followers()).toBe(false);
  });

  it("can't answer for another person", async () => {
    const { teacher, student, classId } = await addClass();
    const stream = await follow(student, classId);
    const here = { command: "here", stream: stream.latest("snapshot")?.stream };
    await run(teacher, classId, here);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 31_000);
    onTestFinished(() => clock.mockRestore());
    const { here: present } = await app.context.livePages.readPresences(classId);
    expect(present.has(student.profileId)).toBe(true);
  });
});
