/** Meetings, classes and trial lessons work with a meeting service that isn't Zoom. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import { createApp } from "#server/app.ts";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { joinMeeting, startMeeting, startRoom } from "#server/meetings/meetings.ts";
import { createWaitingMeetings } from "#server/meetings/waiting-meetings.ts";
import { MeetingProviderError } from "#server/providers/meetings/meeting-provider.ts";
import { findTrialRoom } from "#server/trials/trial-room.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import {
  createSecondMeetingService,
  type SecondMeetingService,
  secondService,
} from "../../support/second-meeting-service.ts";

let app: TestApp;
let api: ReturnType<typeof createApp>;
let service: SecondMeetingService;
const { id: path, name } = secondService;

beforeAll(async () => {
  // No sandbox is running, so every call to Zoom would fail.
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
beforeEach(() => {
  service = createSecondMeetingService();
  const [zoom] = app.context.meetingProviders;
  if (!zoom) throw new Error("There is no first service");
  app.context.meetingProviders = [zoom, service.provider];
  api = createApp(app.context);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

async function call(method: string, at: string, person: Person, body?: object) {
  const answer = await api.request(`/api/${at}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function authorize(teacher: Person) {
  const ticket = await call("POST", `${path}/connect/ticket`, teacher, {});
  const leads = await api.request(`/api/${path}/connect?token=${ticket.body.data.ticket}`);
  const page = new URL(leads.headers.get("location") ?? "");
  expect(page.origin).toBe("https://circle.test");
  return { code: "allowed", state: page.searchParams.get("state") ?? "" };
}

async function addConnectedTeacher(): Promise<Person> {
  const teacher = await addTeacher(app.context);
  const answer = await call("POST", `${path}/oauth/callback`, teacher, await authorize(teacher));
  expect(answer).toMatchObject({
    status: 200,
    body: { message: "Circle Call connected successfully" },
  });
  return teacher;
}

async function addMeeting() {
  const teacher = await addConnectedTeacher();
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const input = { topic: "Points of articulation", startTime, courseId };
  const made = await call("POST", "zoom/meetings", teacher, input);
  expect(made.status).toBe(201);
  return { teacher, student, courseId, id: made.body.data._id as string };
}

async function read(id: string) {
  const [meeting] = await app.context.db.select().from(meetings).where(eq(meetings.id, id));
  if (!meeting) throw new Error("The meeting is missing");
  return meeting;
}

async function notify(notification: Parameters<SecondMeetingService["notify"]>[0]) {
  const request = { method: "POST", ...service.notify(notification) };
  const answer = await api.request(`/api/webhooks/${path}`, request);
  expect(answer.status).toBe(200);
  await app.context.jobs.drain();
}

const statusOf = async (teacher: Person, at = path) =>
  (await call("GET", `${at}/status`, teacher)).body.data;

test("a teacher connects the second service, and Zoom stays unconnected", async () => {
  const teacher = await addConnectedTeacher();
  expect(await statusOf(teacher)).toMatchObject({ connected: true });
  expect(await statusOf(teacher, "zoom")).toMatchObject({ connected: false });
});

test("an authorization that was started for the second service cannot complete one for Zoom", async () => {
  const teacher = await addTeacher(app.context);
  const answer = await call("POST", "zoom/oauth/callback", teacher, await authorize(teacher));
  expect(answer).toMatchObject({
    status: 400,
    body: { message: "Failed to complete Zoom authorization" },
  });
});

test("a meeting is created, joined, started, changed and canceled at the second service", async () => {
  const { teacher, student, id } = await addMeeting();
  const [roomId = ""] = service.rooms.keys();
  expect(await read(id)).toMatchObject({ provider: path, providerMeetingId: roomId });
  vi.setSystemTime((await read(id)).startTime);
  expect(await joinMeeting(app.context, student.actor, id)).toBe(
    `https://circle.test/in/${roomId}`,
  );
  vi.useRealTimers();
  expect(await startMeeting(app.context, teacher.actor, id)).toBe(
    `https://circle.test/host/${roomId}`,
  );
  await call("PATCH", `zoom/meetings/${id}`, teacher, { topic: "Light letters", duration: 90 });
  await app.context.jobs.drain();
  expect([...service.rooms.values()]).toMatchObject([
    { topic: "Light letters", durationMinutes: 90 },
  ]);
  await call("DELETE", `zoom/meetings/${id}`, teacher);
  await app.context.jobs.drain();
  expect(service.rooms.size).toBe(0);
});

test("a meeting follows the notifications of the second service", async () => {
  const { id } = await addMeeting();
  const { providerMeetingId: meetingId } = await read(id);
  const room = service.rooms.get(meetingId);
  if (!room) throw new Error("There is no room");
  const later = new Date(room.startTime.getTime() + 3_600_000);
  service.rooms.set(meetingId, { ...room, startTime: later });
  await notify({ about: "change", meetingId, hostId: service.accountId });
  expect(await read(id)).toMatchObject({ startTime: later });
  await notify({ about: "start", meetingId, at: later });
  expect(await read(id)).toMatchObject({ status: "started" });
  await notify({ about: "end", meetingId, at: new Date(later.getTime() + 1_000) });
  expect(await read(id)).toMatchObject({ status: "ended" });
  const unsigned = { method: "POST", body: service.notify({ about: "other" }).body };
  expect((await api.request(`/api/webhooks/${path}`, unsigned)).status).toBe(400);
});

test("a meeting that was deleted at the second service is canceled, and can't be started", async () => {
  const [{ id }, other] = [await addMeeting(), await addMeeting()];
  const { providerMeetingId: meetingId } = await read(id);
  service.rooms.clear();
  await notify({ about: "deletion", meetingId, hostId: service.accountId });
  expect(await read(id)).toMatchObject({ status: "cancelled" });
  await expect(startMeeting(app.context, other.teacher.actor, other.id)).rejects.toMatchObject({
    code: "conflict",
    message: meetingMessages.gone(name),
  });
});

test("a meeting is created later if the second service is unavailable", async () => {
  const teacher = await addConnectedTeacher();
  const courseId = await addCourse(app.context, teacher);
  service.failure = new MeetingProviderError("unavailable", "Maintenance");
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const input = { topic: "Revision", startTime, courseId };
  const refused = await call("POST", "zoom/meetings", teacher, input);
  expect([refused.status, refused.body.message]).toEqual([503, meetingMessages.waits(name)]);
  service.failure = undefined;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  await createWaitingMeetings(app.context);
  expect([...service.rooms.values()]).toMatchObject([{ topic: "Revision" }]);
});

test("a class is held in a room of the second service", async () => {
  const teacher = await addConnectedTeacher();
  const date = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { _id: courseId } = await createCourse(
    app.context,
    teacher.actor,
    courseInput({ status: "published", startDate: date(2), endDate: date(22) }),
  );
  const [first] = await app.context.db.select().from(classes).where(eq(classes.courseId, courseId));
  expect((await call("POST", `classes/${first?.id}/meeting`, teacher, {})).status).toBe(201);
  expect([...service.rooms.values()]).toMatchObject([{ startTime: first?.startsAt }]);
});

test("a trial lesson is held in a room of the second service", async () => {
  const teacher = await addConnectedTeacher();
  const isTeacher = eq(profiles.id, teacher.profileId);
  await app.context.db.update(profiles).set({ offersTrials: true }).where(isTeacher);
  const slot = { day: "Monday", startTime: "10:00", endTime: "10:30" };
  const offered = await call("PUT", `teachers/${teacher.profileId}/timeslots`, teacher, {
    availableTimeSlots: [slot],
  });
  const [{ _id: slotId }] = offered.body.data.availableTimeSlots;
  const student = await addStudent(app.context);
  const booked = await call("POST", "trials", student, { slotId });
  expect(booked.body.data.room).toBe("coming");
  await createWaitingMeetings(app.context);
  vi.setSystemTime(new Date(booked.body.data.startTime));
  const room = await findTrialRoom(app.context, student.actor, booked.body.data._id);
  vi.useRealTimers();
  if (!("lesson" in room)) throw new Error("There is no room");
  expect(room.joinUrl).toMatch(/^https:\/\/circle\.test\/in\//);
  expect(await startRoom(app.context, room.lesson)).toMatch(/^https:\/\/circle\.test\/host\//);
});

test("a teacher who removes the access at the second service gets one email about it", async () => {
  const { teacher, id } = await addMeeting();
  await notify({ about: "revocation", accountId: service.accountId, at: new Date() });
  expect(await statusOf(teacher)).toMatchObject({
    connected: false,
    accessEndedAt: expect.any(String),
  });
  const subjects = app.mails.filter(({ to }) => to === teacher.email).map(({ subject }) => subject);
  expect(subjects).toEqual(["Please reconnect Circle Call"]);
  await expect(startMeeting(app.context, teacher.actor, id)).rejects.toMatchObject({
    message: meetingMessages.reconnect(name),
  });
});

test("disconnecting the second service revokes the access there and leaves the Zoom connection unchanged", async () => {
  const { teacher } = await addMeeting();
  expect((await call("POST", "zoom/disconnect", teacher, {})).status).toBe(200);
  expect(await statusOf(teacher)).toMatchObject({ connected: true, upcomingMeetings: 1 });
  expect((await call("POST", `${path}/disconnect`, teacher, {})).status).toBe(200);
  await app.context.jobs.drain();
  expect(service.revoked).toEqual(["access-1"]);
  expect(await statusOf(teacher)).toMatchObject({ connected: false, upcomingMeetings: 1 });
});
