/** A requested meeting is created once, whatever fails between the server and Zoom. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import type { Context } from "#server/context.ts";
import { meetingRequests } from "#server/db/tables/meeting-requests.table.ts";
import { createMeeting } from "#server/meetings/meetings.ts";
import { createWaitingMeetings } from "#server/meetings/waiting-meetings.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import type { Person } from "../../support/people.ts";
import { replaceZoom, zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
});
afterAll(() => app.close());

const {
  addConnectedTeacher,
  clearFaults,
  connect,
  fault,
  listAtZoom,
  removeAccess,
  schedule,
  tomorrow,
} = zoomPeople(() => app);

afterEach(async () => {
  vi.useRealTimers();
  await clearFaults();
});

const creation = "/v2/users/me/meetings";

async function addTaught() {
  const teacher = await addConnectedTeacher();
  return { teacher, courseId: await addCourse(app.context, teacher), startTime: tomorrow() };
}

const ownList = async ({ token }: Person) => {
  const { body } = await app.call("GET", "/api/zoom/teacher/meetings", { token });
  return body.data as { meetings: { _id: string }[]; waiting: { _id: string; topic: string }[] };
};

/** Runs the job that runs every minute, a few minutes later. */
async function minutesLater(minutes: number, context = app.context): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  await createWaitingMeetings(context);
}

const mailsTo = async (person: Person) => {
  await app.context.jobs.drain();
  const answer = await fetch(`${app.sandboxUrl}/mail/messages?to=${person.email}`);
  return (await answer.json()) as { subject: string; text: string }[];
};

/** The same deployment with a process that is killed during the call to Zoom. */
function dying(when: "before" | "after"): Context {
  return replaceZoom(app.context, (zoom) => ({
    async createMeeting(...input) {
      if (when === "after") await zoom.createMeeting(...input);
      throw new Error("The process was killed");
    },
  }));
}

test("a double click creates one meeting, which both requests return", async () => {
  const { teacher, courseId, startTime } = await addTaught();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => schedule(teacher, courseId, { startTime })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
  expect(await listAtZoom(teacher)).toHaveLength(1);
  await schedule(teacher, courseId, { startTime });
  await schedule(teacher, courseId, { startTime, topic: "Another group" });
  const longer = await schedule(teacher, courseId, { startTime, duration: 90 });
  expect(longer.status).toBe(409);
  expect(longer.body.message).toContain("edit it");
  expect(await listAtZoom(teacher)).toHaveLength(2);
});

describe("creating a meeting", () => {
  it("keeps the meeting that Zoom created if Zoom's response is lost after the work was done", async () => {
    const { teacher, courseId, startTime } = await addTaught();
    await fault({ match: creation, fault: "drop-response" });
    const answer = await schedule(teacher, courseId, { startTime });
    expect(answer.status).toBe(201);
    expect(await listAtZoom(teacher)).toHaveLength(1);
  });

  it("finds the meeting on the next attempt if Zoom's response stays lost", async () => {
    const { teacher, courseId, startTime } = await addTaught();
    // The request to create the meeting, and the request that looks for it.
    await fault({ match: creation, fault: "drop-response", times: 2 });
    const lost = await schedule(teacher, courseId, { startTime });
    expect(lost.status).toBe(503);
    expect(lost.body.message).toBe(meetingMessages.waits("Zoom"));
    const again = await schedule(teacher, courseId, { startTime });
    expect(again.status).toBe(201);
    expect(await listAtZoom(teacher)).toHaveLength(1);
    expect(await ownList(teacher)).toMatchObject({
      meetings: [{ _id: again.body.data._id }],
      waiting: [],
    });
  });

  it.each(["status-500", "status-429"])(
    "succeeds once Zoom works again if its response is %s",
    async (kind) => {
      const { teacher, courseId, startTime } = await addTaught();
      await fault({ match: creation, fault: kind, times: 3 });
      const answer = await schedule(teacher, courseId, { startTime });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await ownList(teacher)).toMatchObject({
        meetings: [],
        waiting: [{ topic: "Points of articulation", startTime, courseId: { _id: courseId } }],
      });
      await minutesLater(1);
      expect(await listAtZoom(teacher)).toEqual([]);
      await minutesLater(1);
      expect(await listAtZoom(teacher)).toHaveLength(1);
      expect(await ownList(teacher)).toMatchObject({ meetings: [{}], waiting: [] });
      await minutesLater(1);
      expect(await listAtZoom(teacher)).toHaveLength(1);
    },
  );

  it("keeps the meeting if Zoom's response arrives too late", async () => {
    const { teacher, courseId, startTime } = await addTaught();
    await fault({ match: creation, fault: "delay", ms: 60_000 });
    const answer = await schedule(teacher, courseId, { startTime });
    expect([201, 503]).toContain(answer.status);
    await minutesLater(1);
    expect(await listAtZoom(teacher)).toHaveLength(1);
    expect(await ownList(teacher)).toMatchObject({ meetings: [{}], waiting: [] });
  });
});

describe("a meeting whose process is killed", () => {
  it.each(["before", "after"] as const)("exists once (%s Zoom has created it)", async (when) => {
    const { teacher, courseId, startTime } = await addTaught();
    const input = { topic: "Revision", startTime, courseId, duration: 60 };
    await expect(createMeeting(dying(when), teacher.actor, input)).rejects.toThrow("killed");
    expect(await ownList(teacher)).toMatchObject({ meetings: [], waiting: [{}] });
    // The first attempt hasn't timed out yet, so its process might still be running.
    await createWaitingMeetings(app.context);
    expect(await ownList(teacher)).toMatchObject({ meetings: [], waiting: [{}] });
    await minutesLater(1);
    expect(await listAtZoom(teacher)).toHaveLength(1);
    expect(await ownList(teacher)).toMatchObject({ meetings: [{}], waiting: [] });
  });

  it("exists once even if two processes continue the work at the same time", async () => {
    const { teacher, courseId, startTime } = await addTaught();
    const input = { topic: "Revision", startTime, courseId, duration: 60 };
    await expect(createMeeting(dying("before"), teacher.actor, input)).rejects.toThrow("killed");
    await Promise.all([minutesLater(1), minutesLater(1), schedule(teacher, courseId, input)]);
    await minutesLater(1);
    expect(await listAtZoom(teacher)).toHaveLength(1);
  });
});

test("a meeting that Zoom created twice, because the first request arrived late, is reduced to one", async () => {
  const { teacher, courseId, startTime } = await addTaught();
  const input = { topic: "Revision", startTime, courseId, duration: 60 };
  let late: (() => Promise<unknown>) | undefined;
  const slow = replaceZoom(app.context, (zoom) => ({
    async createMeeting(...input) {
      late = () => zoom.createMeeting(...input);
      throw new Error("The outcome is unknown");
    },
  }));
  await expect(createMeeting(slow, teacher.actor, input)).rejects.toThrow("The outcome is unknown");
  await minutesLater(1);
  await late?.();
  expect(await listAtZoom(teacher)).toHaveLength(2);
  vi.useRealTimers();
  const [kept] = (await ownList(teacher)).meetings;
  await app.context.db.transaction((tx) =>
    app.context.jobs.send(tx, "clear-meeting-doubles", {
      meetingId: kept?._id,
      teacherId: teacher.profileId,
    }),
  );
  await app.context.jobs.drain();
  expect(await listAtZoom(teacher)).toHaveLength(1);
});

describe("after Zoom access was revoked,", () => {
  it("one email asks the teacher to reconnect, and no meeting is stored", async () => {
    const { teacher, courseId } = await addTaught();
    await removeAccess(teacher);
    for (const _ of [1, 2]) {
      const answer = await schedule(teacher, courseId);
      expect(answer.status).toBe(409);
      expect(answer.body.message).toBe(
        "Zoom is not connected. Please reconnect your Zoom account.",
      );
    }
    const status = await app.call("GET", "/api/zoom/status", { token: teacher.token });
    expect(status.body).toMatchObject({ connected: false, data: { connected: false } });
    expect(Date.parse(status.body.data.accessEndedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await ownList(teacher)).waiting).toEqual([]);
    const mails = (await mailsTo(teacher)).filter(
      ({ subject }) => subject === "Please reconnect Zoom",
    );
    expect(mails).toHaveLength(1);
  });

  it("a waiting meeting is created after the teacher reconnects", async () => {
    const { teacher, courseId, startTime } = await addTaught();
    await fault({ match: creation, fault: "status-500", times: 2 });
    expect((await schedule(teacher, courseId, { startTime })).status).toBe(503);
    await removeAccess(teacher);
    await minutesLater(1);
    expect((await ownList(teacher)).waiting).toHaveLength(1);
    await connect(teacher);
    await createWaitingMeetings(app.context);
    expect(await listAtZoom(teacher)).toHaveLength(1);
    expect(await ownList(teacher)).toMatchObject({ meetings: [{}], waiting: [] });
  });
});

describe("a meeting that is waiting for Zoom", () => {
  async function addWaiting(times = 2) {
    const taught = await addTaught();
    await fault({ match: creation, fault: "status-500", times });
    await schedule(taught.teacher, taught.courseId, { startTime: taught.startTime });
    const [waiting] = (await ownList(taught.teacher)).waiting;
    return { ...taught, id: waiting?._id ?? "" };
  }

  const cancel = ({ token }: Person, id: string) =>
    app.call("DELETE", `/api/zoom/meetings/${id}`, { token });

  it("can be canceled only by its teacher, and is then not created", async () => {
    const { teacher, id } = await addWaiting();
    expect((await cancel(await addConnectedTeacher(), id)).status).toBe(404);
    expect((await cancel(teacher, id)).status).toBe(200);
    expect((await ownList(teacher)).waiting).toEqual([]);
    await minutesLater(1);
    expect(await listAtZoom(teacher)).toEqual([]);
    expect(await app.context.db.$count(meetingRequests, eq(meetingRequests.id, id))).toBe(0);
  });

  it("is deleted at Zoom when it was canceled after Zoom's response was lost", async () => {
    const { teacher, courseId, startTime } = await addTaught();
    await fault({ match: creation, fault: "drop-response", times: 2 });
    await schedule(teacher, courseId, { startTime });
    expect(await listAtZoom(teacher)).toHaveLength(1);
    const [waiting] = (await ownList(teacher)).waiting;
    await cancel(teacher, waiting?._id ?? "");
    await minutesLater(1);
    expect(await listAtZoom(teacher)).toEqual([]);
  });

  it("expires when its time has passed, and its teacher is notified", async () => {
    const { teacher } = await addWaiting(1_000);
    await minutesLater(26 * 60);
    vi.useRealTimers();
    await clearFaults();
    expect((await ownList(teacher)).waiting).toEqual([]);
    const [mail] = await mailsTo(teacher);
    expect(mail?.subject).toBe("Your meeting was not created in Zoom: Points of articulation");
  });

  it("cannot be joined, and does not block other meetings", async () => {
    const { teacher, courseId, id } = await addWaiting();
    const student = await app.call("GET", `/api/zoom/course/${courseId}/meetings`, {
      token: teacher.token,
    });
    expect(student.body.meetings).toEqual([]);
    await clearFaults();
    const other = await schedule(teacher, courseId, { topic: "Another" });
    expect(other.status).toBe(201);
    expect(other.body.data._id).not.toBe(id);
  });
});
