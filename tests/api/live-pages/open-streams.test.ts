/** Who can open streams of a live page, how many, and what ends them. */
import { eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { livePageFollowers } from "#server/db/tables/live-pages.table.ts";
import { readPage } from "#server/live-pages/stored-page.ts";
import { maxBacklog, streamsPerAccount } from "#server/live-pages/stream/live-page-sse.ts";
import { readPresences, storePresences } from "#server/live-pages/stream/presences.ts";
import { Room } from "#server/live-pages/stream/room.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { readStream } from "../../support/live-pages.ts";
import type { Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

const { app, secondProcess } = await openTwoApps({}, { isSingle: true });

const { addClass, run, follow } = attend(() => app);

const share = { command: "share", from: "2:255", to: "2:286" };

const both: [string, () => TestApp][] = [
  ["in the same process", () => app],
  ["in another process", () => secondProcess],
];

const sharedSecret = { APP_SECRET: "shared by both processes, as in a deployment" };

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

  it("can be opened with a session cookie too", async () => {
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

  it("is refused to an account with too many streams until one of them is closed", async () => {
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

  it("is counted for its address, but not if it was refused", async () => {
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
    const stopping = await createTestApp({
      database: app.database,
      env: sharedSecret,
      isSingle: true,
    });
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
      .poll(() => stream.latest("state")?.state.current, { timeout: 20_000 })
      .toBe("2:270");
  });
});

describe("a client that answers the heartbeats of its stream", () => {
  it.each(both)("counts as away once it stops answering, with a stream %s", async (_, through) => {
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
    // The answer is forwarded to another process.
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
    const joinedAt = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(joinedAt + 20_000);
    onTestFinished(() => clock.mockRestore());
    await run(teacher, classId, here);
    clock.mockReturnValue(joinedAt + 31_000);
    const { here: present } = await app.context.livePages.readPresences(classId);
    expect(present.has(student.profileId)).toBe(false);
  });

  it("counts as away from its last answer on, not from when the silence is noticed", async () => {
    const { teacher, classId } = await addClass();
    const gone = { classId, profileId: teacher.profileId, isOpen: false, silentMs: 30_000 };
    await storePresences(app.context.db, "test-process", [gone]);
    const { seenAt } = await readPresences(app.context.db, classId, {
      serverId: "test-process",
      here: new Set(),
    });
    const silence = Date.now() - (seenAt.get(teacher.profileId) ?? 0);
    expect(silence).toBeGreaterThanOrEqual(29_000);
  });
});
