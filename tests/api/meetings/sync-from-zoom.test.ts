/** Changes that teachers make in Zoom are applied here, and changes made here are sent to Zoom. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCourse } from "#server/courses/courses.ts";
import { meetingConnections, meetings } from "#server/db/tables/meetings.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { withProvider } from "#server/meetings/connection/with-provider.ts";
import { pushMeeting } from "#server/meetings/provider/push-to-provider.ts";
import type { MeetingPlan, MeetingProvider } from "#server/providers/meetings/meeting-provider.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { replaceZoom, zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
let mails: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
  mails = keepQueuedMails(app);
});
afterAll(() => app.close());
beforeEach(() => void mails.splice(0));

const { addConnectedTeacher, clearFaults, deliver, fault, listAtZoom, schedule } = zoomPeople(
  () => app,
);
afterEach(() => clearFaults());

const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000 + days * 86_400) * 1000);

async function read(id: string) {
  const [row] = await app.context.db.select().from(meetings).where(eq(meetings.id, id));
  if (!row) throw new Error("The meeting is missing");
  return row;
}

async function addMeeting() {
  const teacher = await addConnectedTeacher();
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher, { title: "Tajweed" });
  await addEnrollment(app.context, student, courseId);
  const { body } = await schedule(teacher, courseId, { startTime: inDays(3).toISOString() });
  mails.splice(0);
  return { teacher, student, ...(await read(body.data._id)) };
}

const inZoom = (
  { profileId }: Person,
  call: (zoom: MeetingProvider, token: string) => Promise<void>,
): Promise<void> => withProvider(app.context, profileId, call);

let events = 0;
/** Sends a change event from Zoom twice and waits until it is processed. */
async function tell(what: "updated" | "deleted", providerMeetingId: string, more: object = {}) {
  events += 1;
  const object = { id: Number(providerMeetingId), ...more };
  const event = { event: `meeting.${what}`, event_ts: events, payload: { object } };
  for (const _ of [1, 2]) expect((await deliver(event)).status).toBe(200);
  await app.context.jobs.drain();
}

const subjects = () => mails.splice(0).map(({ to, subject }) => [to, subject]);

describe("a meeting that its teacher changes in Zoom", () => {
  it("is moved on the site too, and students are notified once", async () => {
    const { teacher, student, id, providerMeetingId, sequence } = await addMeeting();
    const startTime = inDays(5);
    await inZoom(teacher, (zoom, token) =>
      zoom.updateMeeting(token, providerMeetingId, { startTime, durationMinutes: 90 }),
    );
    await tell("updated", providerMeetingId);
    expect(await read(id)).toMatchObject({ startTime, duration: 90, sequence: sequence + 1 });
    expect((await read(id)).movedAt).not.toBeNull();
    expect(subjects()).toEqual([[student.email, "A meeting in Tajweed was moved"]]);
    await tell("updated", providerMeetingId);
    expect(subjects()).toEqual([]);
    expect(await read(id)).toMatchObject({ sequence: sequence + 1 });
  });

  it("gets its new topic on the site too, without a notification", async () => {
    const { teacher, id, providerMeetingId, sequence } = await addMeeting();
    await inZoom(teacher, (zoom, token) =>
      zoom.updateMeeting(token, providerMeetingId, { topic: "Light\n \u202eletters\u200b" }),
    );
    await tell("updated", providerMeetingId);
    expect(await read(id)).toMatchObject({ topic: "Light  letters", sequence });
    expect(subjects()).toEqual([]);
  });

  it("keeps its values here when Zoom reports a duration or past time that only Zoom allows", async () => {
    const { teacher, id, providerMeetingId, startTime } = await addMeeting();
    await inZoom(teacher, (zoom, token) =>
      zoom.updateMeeting(token, providerMeetingId, { durationMinutes: 400 }),
    );
    await tell("updated", providerMeetingId);
    expect(await read(id)).toMatchObject({ duration: 300, startTime });
    subjects();
    await inZoom(teacher, (zoom, token) =>
      zoom.updateMeeting(token, providerMeetingId, { startTime: inDays(-3) }),
    );
    await tell("updated", providerMeetingId);
    expect(await read(id)).toMatchObject({ startTime });
    expect(subjects()).toEqual([]);
  });

  it("keeps a change made here that has not reached Zoom yet", async () => {
    const { teacher, id, providerMeetingId, sequence } = await addMeeting();
    const [here, there] = [inDays(4), inDays(6)];
    await inZoom(teacher, (zoom, token) =>
      zoom.updateMeeting(token, providerMeetingId, { startTime: there }),
    );
    await app.call("PATCH", `/api/zoom/meetings/${id}`, {
      token: teacher.token,
      body: { startTime: here.toISOString() },
    });
    await tell("updated", providerMeetingId);
    expect(await read(id)).toMatchObject({ startTime: here, sequence: sequence + 1 });
    const [atZoom] = await listAtZoom(teacher);
    expect(Date.parse(atZoom?.start_time ?? "")).toBe(here.getTime());
  });

  it("is moved back to its class, and an email says how to move the class", async () => {
    const teacher = await addConnectedTeacher();
    const { _id: courseId } = await createCourse(
      app.context,
      teacher.actor,
      courseInput({ status: "published" }),
    );
    const { body } = await app.call("GET", `/api/classes/course/${courseId}`, teacher);
    const [first] = body.data.classes;
    const opened = await app.call("POST", `/api/classes/${first._id}/meeting`, {
      token: teacher.token,
      body: {},
    });
    const { id, providerMeetingId, startTime } = await read(opened.body.data._id);
    mails.splice(0);
    await inZoom(teacher, (zoom, token) =>
      zoom.updateMeeting(token, providerMeetingId, { startTime: inDays(400) }),
    );
    await tell("updated", providerMeetingId);
    expect(await read(id)).toMatchObject({ startTime });
    const [atZoom] = await listAtZoom(teacher);
    expect(Date.parse(atZoom?.start_time ?? "")).toBe(startTime.getTime());
    expect(subjects()).toEqual([
      [teacher.email, expect.stringMatching(/^The time of your class hasn't changed/)],
    ]);
  });
});

describe("a meeting that its teacher deletes in Zoom", () => {
  it("is canceled on the site too, and students are notified once", async () => {
    const { teacher, student, id, providerMeetingId } = await addMeeting();
    await inZoom(teacher, (zoom, token) => zoom.deleteMeeting(token, providerMeetingId));
    await tell("updated", providerMeetingId);
    expect(await read(id)).toMatchObject({ status: "scheduled" });
    await tell("deleted", providerMeetingId);
    expect(await read(id)).toMatchObject({ status: "cancelled" });
    expect(subjects()).toEqual([[student.email, "A meeting in Tajweed was canceled"]]);
    await tell("deleted", providerMeetingId);
    expect(subjects()).toEqual([]);
  });

  it("is kept if it still exists at Zoom or belonged to another account", async () => {
    const { teacher, id, providerMeetingId } = await addMeeting();
    await tell("deleted", providerMeetingId);
    expect(await read(id)).toMatchObject({ status: "scheduled" });
    await inZoom(teacher, (zoom, token) => zoom.deleteMeeting(token, providerMeetingId));
    await tell("deleted", providerMeetingId, { host_id: "another account" });
    expect(await read(id)).toMatchObject({ status: "scheduled" });
    await app.context.db
      .update(meetingConnections)
      .set({ revokedAt: new Date() })
      .where(eq(meetingConnections.teacherId, teacher.profileId));
    await tell("deleted", providerMeetingId);
    expect(await read(id)).toMatchObject({ status: "scheduled" });
  });

  it("is canceled once Zoom is available again, if it was not when the event arrived", async () => {
    const { teacher, id, providerMeetingId } = await addMeeting();
    await inZoom(teacher, (zoom, token) => zoom.deleteMeeting(token, providerMeetingId));
    await fault({ match: `/v2/meetings/${providerMeetingId}`, fault: "status-500" });
    await tell("deleted", providerMeetingId);
    await expect
      .poll(
        async () => {
          await app.context.jobs.drain();
          return (await read(id)).status;
        },
        { timeout: 120_000 },
      )
      .toBe("cancelled");
  });
});

describe("pushing a meeting to Zoom", () => {
  /** The same deployment with a Zoom that delays changes until it is released. */
  function slowZoom(updates: Partial<MeetingPlan>[]) {
    const gate = Promise.withResolvers<void>();
    const context = replaceZoom(app.context, (zoom) => ({
      async updateMeeting(token, meetingId, input) {
        const isFirst = updates.push(input) === 1;
        if (isFirst) await gate.promise;
        return zoom.updateMeeting(token, meetingId, input);
      },
    }));
    return { context, letGo: gate.resolve };
  }

  it("sends the latest change last when two processes push and the first is slower", async () => {
    const { teacher, id } = await addMeeting();
    const rename = (topic: string, second: number) =>
      app.context.db
        .update(meetings)
        .set({ topic, updatedAt: new Date(second * 1_000) })
        .where(eq(meetings.id, id));
    const updates: Partial<MeetingPlan>[] = [];
    const { context, letGo } = slowZoom(updates);
    await rename("First", 1);
    const first = pushMeeting(context, id);
    await expect.poll(() => updates.length).toBe(1);
    await rename("Second", 2);
    await pushMeeting(app.context, id);
    letGo();
    await first;
    expect(updates.map(({ topic }) => topic)).toEqual(["First", "Second"]);
    expect(await listAtZoom(teacher)).toMatchObject([{ topic: "Second" }]);
    const { updatedAt, pushedAt } = await read(id);
    expect(pushedAt).toEqual(updatedAt);
  });
});
