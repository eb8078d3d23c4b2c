import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
});
afterAll(() => app.close());
afterEach(() => fetch(`${app.sandboxUrl}/faults`, { method: "DELETE" }));

const { addConnectedTeacher, deliver, schedule } = zoomPeople(() => app);

const minute = 60_000;

describe("events from Zoom", () => {
  async function addAt(startsIn: number) {
    const teacher = await addConnectedTeacher();
    const courseId = await addCourse(app.context, teacher);
    const { body } = await schedule(teacher, courseId);
    const isThis = eq(meetings.id, body.data._id);
    const now = Date.now();
    const [row] = await app.context.db
      .update(meetings)
      .set({ startTime: new Date(now + startsIn * minute) })
      .where(isThis)
      .returning();
    /** Sends an event from Zoom about a past time. @returns the meeting's state afterward. */
    const tell = async (what: "started" | "ended", minutesAgo: number) => {
      const object = { id: row?.providerMeetingId };
      const event_ts = now - minutesAgo * minute;
      await deliver({ event: `meeting.${what}`, event_ts, payload: { object } });
      const [after] = await app.context.db.select().from(meetings).where(isThis);
      return after?.status;
    };
    return { tell, id: body.data._id as string };
  }

  it("start and end a meeting, in any order and number", async () => {
    const { tell } = await addAt(-90);
    expect(await tell("started", 89)).toBe("started");
    expect(await tell("ended", 40)).toBe("ended");
    expect(await tell("ended", 40)).toBe("ended");
    expect(await tell("started", 50)).toBe("ended");
    expect(await tell("started", 20)).toBe("ended");
  });

  it("reopen a room until the planned end, even after a late event about an earlier end", async () => {
    const { tell } = await addAt(-30);
    expect(await tell("started", 29)).toBe("started");
    expect(await tell("ended", 20)).toBe("ended");
    expect(await tell("started", 15)).toBe("started");
    expect(await tell("ended", 18)).toBe("started");
    expect(await tell("ended", 5)).toBe("ended");
  });

  it("leave an upcoming meeting unchanged when its teacher only tests the room", async () => {
    const days = await addAt(3 * 24 * 60);
    expect(await days.tell("started", 0)).toBe("scheduled");
    expect(await days.tell("ended", 0)).toBe("scheduled");
    const minutes = await addAt(10);
    expect(await minutes.tell("started", 5)).toBe("started");
    expect(await minutes.tell("ended", 3)).toBe("scheduled");
    expect(await minutes.tell("started", 1)).toBe("started");
  });

  it("are rejected with a wrong signature", async () => {
    const answer = await deliver({ event: "meeting.started", payload: {} }, "another secret");
    expect(answer.status).toBe(400);
  });

  it.each([
    ["no payload", { event: "meeting.started" }],
    ["no meeting", { event: "meeting.started", payload: {} }],
    ["no person who revoked the access", { event: "app_deauthorized", payload: { user_id: 7 } }],
    ["no token to sign", { event: "endpoint.url_validation", payload: {} }],
    ["U+0000 in it", { event: "meeting.ended", payload: { object: { id: "\u0000" } } }],
  ])("are rejected when they are signed but have %s", async (_what, event) => {
    const answer = await deliver(event);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("The body is not an event.");
  });

  it("include a challenge that the endpoint answers", async () => {
    const answer = await deliver({
      event: "endpoint.url_validation",
      payload: { plainToken: "abc" },
    });
    const { webhookSecret } = app.config.zoom;
    expect(answer.body).toEqual({
      plainToken: "abc",
      encryptedToken: createHmac("sha256", webhookSecret).update("abc").digest("hex"),
    });
  });
});
