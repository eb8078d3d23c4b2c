/** Live events for open pages: who receives them, and when a stream ends. */
import { describe, expect, it } from "vitest";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.ts";
import { maxBacklog, streamUntilClosed } from "#server/messages/live/message-sse.ts";
import { openTwoApps } from "../../support/open-two-apps.ts";
import { addTeacher, type Person } from "../../support/people.ts";
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
      live.subscribe({ profileId, sessionId, deliver: (event) => to.push(event), end: () => {} });
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
    const over = streamUntilClosed(app.context, teacher.actor, stream);
    await expect.poll(() => stream.written).toContain("ready");
    await send(student, threadId, "Before");
    // The event that the writer has read the message arrives a moment later.
    await expect.poll(() => stream.written.join()).toContain("Before");
    await revokeSessions(app.context.db, { userId: teacher.userId });
    await send(student, threadId, "After");
    await over;
    expect(stream.written.join()).not.toContain("After");
    expect(app.context.live.countStreams(teacher.profileId)).toBe(0);
  });

  it("is closed when its client stops reading, and frees its resources", async () => {
    const { teacher, student } = await addClass();
    const threadId = await open(student, teacher);
    const stream = makeStream(true);
    const over = streamUntilClosed(app.context, teacher.actor, stream);
    await expect.poll(() => stream.written).toContain("ready");
    for (let index = 0; index <= maxBacklog; index++) {
      await call(student, "PUT", `/threads/${threadId}/state`, { readSeq: 0 });
    }
    await over;
    expect(stream.written.length).toBeLessThanOrEqual(maxBacklog + 1);
    expect(app.context.live.countStreams(teacher.profileId)).toBe(0);
    stream.release();
  });

  it("is limited to twenty per person", async () => {
    const { actor, profileId } = await addTeacher(app.context);
    const { live } = app.context;
    const subscriber = { profileId, sessionId: actor.sessionId, deliver: () => {}, end: () => {} };
    const stops = await Promise.all(
      Array.from({ length: 20 }, () => live.subscribe({ ...subscriber })),
    );
    expect(live.countStreams(profileId)).toBe(20);
    for (const stop of stops) stop();
    expect(live.countStreams(profileId)).toBe(0);
  });
});
