/** Live events for open pages: who receives them, and when a stream ends. */
import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { revokeSessions, startSession } from "#server/accounts/sessions/sessions.ts";
import type { Context } from "#server/context.ts";
import { currentCaller, runForAccount } from "#server/db/caller.ts";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { publishEvent } from "#server/messages/live/message-events.ts";
import { maxBacklog, streamUntilClosed } from "#server/messages/live/message-sse.ts";
import { createTestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addTeacher, type Person } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";
import { converse } from "./converse.ts";

const { app, secondProcess } = await openTwoApps();

const { addClass, call, open, send } = converse(() => app);

describe("a message event", () => {
  it("reaches every open stream of the conversation in every process, once", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const heard: LiveEvent[] = [];
    const strange: LiveEvent[] = [];
    const stranger = await addTeacher(app.context);
    const { live } = secondProcess.context;
    const listen = ({ actor: { sessionId }, profileId }: Person, to: LiveEvent[]) =>
      live.subscribe({
        profileId,
        sessionId,
        address: "127.0.0.1",
        deliver: (event) => to.push(event),
        end: () => {},
      });
    const stop = [await listen(teacher, heard), await listen(stranger, strange)];
    const news = () => heard.filter(({ type }) => type !== "resync");
    await call(student, "POST", `/threads/${threadId}/typing`);
    await send(student, threadId, "Salam");
    await expect.poll(() => news().length).toBe(2);
    expect(news()).toEqual([
      expect.objectContaining({ type: "typing", threadId, profileId: student.profileId }),
      expect.objectContaining({
        type: "message",
        message: expect.objectContaining({ seq: 1, text: "Salam" }),
      }),
    ]);
    expect(strange.filter(({ type }) => type !== "resync")).toEqual([]);
    for (const unsubscribe of stop) unsubscribe();
  });
});

describe("the events of a conversation", () => {
  const noticeOf = (threadId: string, profileId: string) =>
    publishEvent(app.context.db, {
      type: "typing",
      threadId,
      profileId,
      name: "Maryam Ali",
      classmateName: "Maryam",
    });

  async function listen({ actor: { sessionId }, profileId }: Person) {
    const heard: LiveEvent[] = [];
    const deliver = (event: LiveEvent) => heard.push(event);
    onTestFinished(
      await app.context.live.subscribe({
        profileId,
        sessionId,
        address: "127.0.0.1",
        deliver,
        end: () => {},
      }),
    );
    // The first stream of a process begins with `resync`.
    heard.length = 0;
    return () => heard;
  }

  it("don't wait for those of another conversation", async () => {
    const { teacher, students } = await addClass(2);
    const [first, second] = students as [Person, Person];
    const slow = await open(first, teacher);
    const fast = await open(second, teacher);
    const heard = await listen(teacher);
    await send(first, slow, "Salam");
    await expect.poll(heard).toHaveLength(1);
    const client = await app.database.pool.connect();
    try {
      await client.query("begin; lock table messages in access exclusive mode");
      await publishEvent(app.context.db, { type: "message", threadId: slow, seq: 1 });
      await noticeOf(fast, second.profileId);
      await expect.poll(heard, { timeout: 3_000 }).toHaveLength(2);
      expect(heard()[1]).toMatchObject({ type: "typing", threadId: fast });
    } finally {
      await client.query("rollback");
      client.release();
    }
    await expect.poll(heard).toHaveLength(3);
    expect(heard()[2]).toMatchObject({ type: "message", threadId: slow });
  });

  it("use none of the database connections of the person who opened the first stream", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const fresh = await createTestApp({ database: app.database });
    onTestFinished(() => fresh.close());
    const { profileId, actor } = teacher;
    const callers: unknown[] = [];
    const subscriber = {
      profileId,
      sessionId: actor.sessionId,
      address: "127.0.0.1",
      deliver: ({ type }: LiveEvent) => {
        if (type === "typing") callers.push(currentCaller());
      },
      end: () => {},
    };
    await runForAccount(teacher.userId, () => fresh.context.live.subscribe(subscriber));
    await noticeOf(threadId, student.profileId);
    await expect.poll(() => callers).toEqual([undefined]);
  });

  it("arrive in order, with few queries, when many arrive at once", async () => {
    const { teacher, students, courseId } = await addClass(6);
    const threadId = await open(teacher, courseId);
    const heard = await listen(teacher);
    for (const student of students) await send(student, threadId, "Salam");
    await expect.poll(heard).toHaveLength(6);
    const publishing = async () => {
      await app.context.db.transaction(async (tx) => {
        for (let round = 0; round < 20; round += 1) {
          for (const [index] of students.entries()) {
            const event = { type: "deleted", threadId, seq: index + 1 } as const;
            await publishEvent(tx, { ...event, seq: round * 6 + index + 1 });
          }
        }
      });
      await expect.poll(() => heard().length).toBe(126);
    };
    // Publishing takes one query, and each group of events takes two.
    expect(await countQueries(app.database, publishing)).toBeLessThan(30);
    const order = heard()
      .slice(6)
      .map((event) => (event.type === "deleted" ? event.seq : 0));
    expect(order).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  });

  it("include read progress only for the reader and, in a direct conversation, the other person", async () => {
    const { teacher, student, courseId } = await addClass();
    const [group, direct] = [await open(student, courseId), await open(student, teacher)];
    const [toTeacher, toStudent] = [await listen(teacher), await listen(student)];
    await call(student, "PUT", `/threads/${group}/state`, { readSeq: 0 });
    await expect.poll(toStudent).toHaveLength(1);
    await call(student, "PUT", `/threads/${direct}/state`, { readSeq: 0 });
    await expect.poll(toTeacher).toHaveLength(1);
    await expect.poll(toStudent).toHaveLength(2);
    const { profileId } = student;
    const progress = { type: "state", profileId, readSeq: 0, deliveredSeq: 0 };
    expect(toTeacher()).toEqual([{ ...progress, threadId: direct }]);
    expect(toStudent()).toEqual([
      { ...progress, threadId: group },
      { ...progress, threadId: direct },
    ]);
  });

  it("cause no query for read progress that only the reader's session receives", async () => {
    const { student, courseId } = await addClass();
    const threadId = await open(student, courseId);
    const heard = await listen(student);
    const { profileId, actor } = student;
    const publishing = async () => {
      await publishEvent(app.context.db, {
        type: "state",
        threadId,
        profileId,
        sessionId: actor.sessionId,
        otherId: null,
        readSeq: 0,
        deliveredSeq: 0,
      });
      await expect.poll(heard).toHaveLength(1);
    };
    expect(await countQueries(app.database, publishing)).toBe(1);
  });

  it("include no progress for the reader's other sessions that have ended", async () => {
    const { student, courseId } = await addClass();
    const threadId = await open(student, courseId);
    const heard = await listen(student);
    const ended = vi.fn();
    const deliver = vi.fn();
    const { profileId } = student;
    onTestFinished(
      await app.context.live.subscribe({
        profileId,
        sessionId: "ses_ended",
        address: "127.0.0.1",
        deliver,
        end: ended,
      }),
    );
    await call(student, "PUT", `/threads/${threadId}/state`, { readSeq: 0 });
    await expect.poll(heard).toHaveLength(1);
    expect(ended).toHaveBeenCalledOnce();
    expect(deliver).not.toHaveBeenCalled();
  });
});

describe("a message stream", () => {
  /**
   * A stream that records what is written. If it is slow, messages block until `release` is called.
   */
  function makeStream(slow = false) {
    const written: string[] = [];
    const released = Promise.withResolvers<void>();
    if (!slow) released.resolve();
    let onAbort = () => {};
    return {
      written,
      release: released.resolve,
      abort: () => onAbort(),
      writeSSE: async ({
        event = "message",
        data,
      }: {
        event?: string;
        data: string | Promise<string>;
      }) => {
        written.push(`${event} ${await data}`.trim());
        if (event === "message") await released.promise;
      },
      onAbort: (listener: () => void | Promise<void>) => {
        onAbort = () => void listener();
      },
    };
  }

  it("sends nothing more once its session has ended", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const stream = makeStream();
    const over = streamUntilClosed(app.context, teacher.actor, "127.0.0.1", stream);
    await expect.poll(() => stream.written).toContain("ready");
    await send(student, threadId, "Before");
    // The event that the writer has read the message arrives a moment later.
    await expect.poll(() => stream.written.join()).toContain("Before");
    await revokeSessions(app.context.db, { userId: teacher.userId });
    await send(student, threadId, "After");
    await over;
    expect(stream.written.join()).not.toContain("After");
    expect(app.context.live.countStreams(teacher.profileId)).toBe(0);
    expect(app.context.live.countStreamsFrom("127.0.0.1")).toBe(0);
  });

  /** A stream that is ready, and whose session isn't checked regularly. */
  async function openStream(context: Context, { actor }: Person) {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const stream = makeStream();
    const over = streamUntilClosed(context, actor, "127.0.0.1", stream);
    await expect.poll(() => stream.written).toContain("ready");
    return { over };
  }

  it("ends at once in every process when staff suspend the person, although nothing else happens", async () => {
    const { teacher, student } = await addClass();
    const others = await openStream(app.context, student);
    const streams = [
      await openStream(app.context, teacher),
      await openStream(secondProcess.context, teacher),
    ];
    const { token } = await addStaffPerson(app.context, "moderator");
    const until = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const path = `/api/staff/people/${teacher.userId}/suspend`;
    const body = { until, reason: "Insults" };
    expect((await app.call("POST", path, { token, body })).status).toBe(200);
    await Promise.all(streams.map(({ over }) => over));
    expect(app.context.live.countStreams(student.profileId)).toBe(1);
    await revokeSessions(app.context.db, { userId: student.userId });
    await others.over;
  });

  it("ends at once when its session is deleted, and when only this session is ended", async () => {
    const { teacher, student } = await addClass();
    const { config, db } = app.context;
    const session = await startSession(config, db, student.userId, undefined);
    const second = await openStream(app.context, {
      ...student,
      actor: { ...student.actor, sessionId: session.actor.sessionId },
    });
    const first = await openStream(app.context, student);
    await revokeSessions(db, { sessionId: session.actor.sessionId });
    await second.over;
    expect(app.context.live.countStreams(student.profileId)).toBe(1);
    await db.delete(sessions).where(eq(sessions.userId, student.userId));
    await first.over;
    expect(app.context.live.countStreams(teacher.profileId)).toBe(0);
  });

  it("ends when the session ended while this process couldn't hear of it", async () => {
    const { teacher } = await addClass();
    const { over } = await openStream(app.context, teacher);
    const { pool } = app.database;
    const silent = await pool.connect();
    try {
      // Without the trigger, nobody is notified, as during an interruption.
      await silent.query("begin; set local session_replication_role = replica");
      await silent.query("update sessions set revoked_at = now() where user_id = $1", [
        teacher.userId,
      ]);
      await silent.query("commit");
    } finally {
      silent.release();
    }
    expect(app.context.live.countStreams(teacher.profileId)).toBe(1);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'halaqa_messages' and datname = current_database()",
    );
    await over;
  });

  it("is closed when its client stops reading, and frees its resources", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const stream = makeStream(true);
    const over = streamUntilClosed(app.context, teacher.actor, "127.0.0.1", stream);
    await expect.poll(() => stream.written).toContain("ready");
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    // Events that replace earlier ones may be left out, so the number of calls varies.
    while (!isOver) await publishEvent(app.context.db, { type: "deleted", threadId, seq: 1 });
    expect(stream.written.length).toBeLessThanOrEqual(maxBacklog + 1);
    expect(app.context.live.countStreams(teacher.profileId)).toBe(0);
    expect(app.context.live.countStreamsFrom("127.0.0.1")).toBe(0);
    stream.release();
  });

  it("isn't opened by a HEAD request", async () => {
    const { actor, profileId } = await addTeacher(app.context);
    const { config, db } = app.context;
    const session = await startSession(config, db, actor.userId, undefined);
    const [cookie = ""] = writeSessionCookie(config, session.token, session.endsAt).split(";");
    const ask = (method: string) =>
      app.app.request("/api/messages/events", { method, headers: { cookie } });
    for (let time = 0; time < 21; time += 1) {
      const { status, headers } = await ask("HEAD");
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/event-stream");
    }
    expect(app.context.live.countStreams(profileId)).toBe(0);
    const opened = await ask("GET");
    expect(opened.status).toBe(200);
    await expect.poll(() => app.context.live.countStreams(profileId)).toBe(1);
    await opened.body?.cancel();
    await expect.poll(() => app.context.live.countStreams(profileId)).toBe(0);
    const stranger = await app.app.request("/api/messages/events", { method: "HEAD" });
    expect(stranger.status).toBe(401);
  });
});
