/**
 * Rooms that are created automatically for upcoming classes, and emails to teachers about classes
 * without one.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { requestDueRooms } from "#server/classes/class-rooms.ts";
import { noticeMissingRooms } from "#server/classes/missing-rooms.ts";
import { meetingRequests } from "#server/db/tables/meeting-requests.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { createWaitingMeetings } from "#server/meetings/waiting-meetings.ts";
import { findRoom } from "#server/rooms/find-room.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addStudent, type Person, renewToken } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { zoomPeople } from "../../support/zoom.ts";
import { begin, teachIn } from "./taught-classes.ts";

let app: TestApp;
let mails: QueuedMail[];
const zoom = zoomPeople(() => app);
const { addTaught, rows } = teachIn(() => app);
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
  mails = keepQueuedMails(app);
});
beforeEach(() => void mails.splice(0));
afterAll(() => app.close());

const hour = 60 * 60 * 1_000;

/** A course with three weekly classes and a student, two days before the first class. */
async function addClassesSoon({ connected = true, student = true } = {}) {
  const taught = await addTaught();
  if (connected) await zoom.connect(taught.teacher);
  const person = await addStudent(app.context);
  if (student) await addEnrollment(app.context, person, taught.courseId);
  const [first] = await rows(taught.courseId);
  if (!first) throw new Error("The course has no class");
  vi.setSystemTime(first.startsAt.getTime() - 48 * hour);
  return { ...taught, student: person, first };
}

const roomsOf = (courseId: string) =>
  app.context.db.select().from(meetings).where(eq(meetings.courseId, courseId));

async function createRooms(): Promise<void> {
  await Promise.all([requestDueRooms(app.context), requestDueRooms(app.context)]);
  await createWaitingMeetings(app.context);
}

/** A call by a person, whose token has expired since the clock was moved. */
async function callAs(person: Person, method: string, path: string, body?: object) {
  const { token } = await renewToken(app.context, person);
  return app.call(method, path, { token, ...(body && { body }) });
}

describe("the room of a class", () => {
  it("is created once, three days ahead, and only for the classes of that time", async () => {
    const { courseId, first } = await addClassesSoon();
    vi.setSystemTime(first.startsAt.getTime() - 73 * hour);
    await createRooms();
    expect(await roomsOf(courseId)).toEqual([]);
    vi.setSystemTime(first.startsAt.getTime() - 71 * hour);
    await createRooms();
    await createRooms();
    expect(await roomsOf(courseId)).toMatchObject([
      { classId: first.id, startTime: first.startsAt, duration: 60, status: "scheduled" },
    ]);
  });

  it("leads students of the class into the meeting", async () => {
    const { first, student } = await addClassesSoon();
    await createRooms();
    const list = await callAs(student, "GET", `/api/classes/course/${first.courseId}`);
    expect(list.body.data.classes[0].meeting.joinUrl).toMatch(/\/join\/mtg_/);
  });

  it("isn't created for a course without students, nor without a connected service", async () => {
    const empty = await addClassesSoon({ student: false });
    await createRooms();
    expect(await roomsOf(empty.courseId)).toEqual([]);
    const waiting = async () => {
      const { body } = await callAs(empty.teacher, "GET", "/api/timeline");
      return body.data.timeline[0];
    };
    expect(await waiting()).toMatchObject({ room: "none", waitsForStudents: true });
    await addEnrollment(app.context, empty.student, empty.courseId);
    expect(await waiting()).not.toHaveProperty("waitsForStudents");
    await createRooms();
    expect(await roomsOf(empty.courseId)).toHaveLength(1);
    vi.setSystemTime(begin);
    const unconnected = await addClassesSoon({ connected: false });
    await createRooms();
    expect(await roomsOf(unconnected.courseId)).toEqual([]);
    expect(
      await app.context.db.$count(
        meetingRequests,
        eq(meetingRequests.courseId, unconnected.courseId),
      ),
    ).toBe(0);
  });

  it("is requested as soon as the teacher connects a service", async () => {
    const { courseId, teacher } = await addClassesSoon({ connected: false });
    await zoom.connect(await renewToken(app.context, teacher));
    await createWaitingMeetings(app.context);
    expect(await roomsOf(courseId)).toHaveLength(1);
  });

  it("isn't created again after the teacher has canceled it", async () => {
    const { courseId, teacher } = await addClassesSoon();
    await createRooms();
    const [room] = await roomsOf(courseId);
    const canceled = await callAs(teacher, "DELETE", `/api/zoom/meetings/${room?.id}`);
    expect(canceled.status).toBe(200);
    await createRooms();
    expect(await roomsOf(courseId)).toMatchObject([{ id: room?.id, status: "cancelled" }]);
  });

  it.each(["has it", "waits for it"])(
    "stays the only one of a class that %s when the teacher schedules a meeting beside the class",
    async (state) => {
      const { courseId, teacher, student, first } = await addClassesSoon();
      await requestDueRooms(app.context);
      if (state === "has it") await createWaitingMeetings(app.context);
      const startTime = new Date(first.startsAt.getTime() - 600_000).toISOString();
      const input = { topic: "Extra revision", startTime, duration: 60, courseId };
      const made = await callAs(teacher, "POST", "/api/zoom/meetings", input);
      expect(made.status).toBe(201);
      await createWaitingMeetings(app.context);
      const rooms = await roomsOf(courseId);
      expect(rooms).toHaveLength(2);
      expect(rooms.find(({ topic }) => topic === "Extra revision")?.classId).toBeNull();
      const room = rooms.find(({ classId }) => classId === first.id);
      expect(await findRoom(app.context, student.actor, first.id)).toEqual({ meetingId: room?.id });
      const isAboutMeeting = ({ to, text }: QueuedMail) =>
        to === student.email && text.includes("Extra revision");
      expect(mails.filter(isAboutMeeting)).toHaveLength(1);
    },
  );

  it("is created again if its class was canceled and then reinstated", async () => {
    const { courseId, teacher, first } = await addClassesSoon();
    await createRooms();
    await callAs(teacher, "POST", `/api/classes/${first.id}/cancel`, {});
    vi.setSystemTime(Date.now() + hour);
    const time = { date: "2027-03-10", startTime: "19:00", endTime: "20:00" };
    const moved = await callAs(teacher, "PATCH", `/api/classes/${first.id}`, time);
    expect(moved.status).toBe(200);
    await createRooms();
    const scheduled = (await roomsOf(courseId)).filter(({ status }) => status === "scheduled");
    expect(scheduled).toMatchObject([{ classId: first.id }]);
  });

  it("is created only once if the teacher creates it at the same moment", async () => {
    const { courseId, teacher, first } = await addClassesSoon();
    const [created] = await Promise.all([
      callAs(teacher, "POST", `/api/classes/${first.id}/meeting`, {}),
      requestDueRooms(app.context),
    ]);
    await createWaitingMeetings(app.context);
    expect([201, 409]).toContain(created.status);
    expect(await roomsOf(courseId)).toHaveLength(1);
  });
});

describe("a teacher of a class without a room", () => {
  const sentTo = ({ email }: Person) => mails.filter(({ to }) => to === email);
  const noticeThreeTimes = async () => {
    await Promise.all([noticeMissingRooms(app.context), noticeMissingRooms(app.context)]);
    await noticeMissingRooms(app.context);
  };

  it("is emailed 24 and 2 hours before it starts, once each", async () => {
    const { teacher, first } = await addClassesSoon({ connected: false });
    vi.setSystemTime(first.startsAt.getTime() - 25 * hour);
    await noticeThreeTimes();
    expect(sentTo(teacher)).toEqual([]);
    vi.setSystemTime(first.startsAt.getTime() - 23 * hour);
    await noticeThreeTimes();
    expect(sentTo(teacher).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^No meeting yet: .+, Wed, Mar 10,/),
    ]);
    expect(sentTo(teacher)[0]?.text).toContain("/dashboard/meetings");
    vi.setSystemTime(first.startsAt.getTime() - 2 * hour);
    await noticeThreeTimes();
    expect(sentTo(teacher)).toHaveLength(2);
    vi.setSystemTime(first.startsAt.getTime() - hour);
    await noticeThreeTimes();
    expect(sentTo(teacher)).toHaveLength(2);
  });

  it("is led to the page of the class to create the meeting, if a service is connected", async () => {
    const { teacher, first } = await addClassesSoon();
    vi.setSystemTime(first.startsAt.getTime() - 3 * hour);
    await noticeThreeTimes();
    expect(sentTo(teacher)[0]?.text).toContain(`/dashboard/classes/${first.courseId}`);
  });

  it("isn't emailed if the class has a room, has no students or was canceled", async () => {
    const ready = await addClassesSoon();
    await createRooms();
    vi.setSystemTime(ready.first.startsAt.getTime() - 3 * hour);
    await noticeThreeTimes();
    vi.setSystemTime(begin);
    const empty = await addClassesSoon({ connected: false, student: false });
    const canceled = await addClassesSoon({ connected: false });
    await callAs(canceled.teacher, "POST", `/api/classes/${canceled.first.id}/cancel`, {});
    mails.splice(0);
    vi.setSystemTime(empty.first.startsAt.getTime() - 3 * hour);
    await noticeThreeTimes();
    expect([ready, empty, canceled].flatMap(({ teacher }) => sentTo(teacher))).toEqual([]);
  });
});
