/**
 * Where trial lessons take place: in one Zoom room, whatever fails at Zoom, or arranged by message
 * without Zoom.
 */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { meetingRequests } from "#server/db/tables/meeting-requests.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { startRoom } from "#server/meetings/meetings.ts";
import { createWaitingMeetings } from "#server/meetings/waiting-meetings.ts";
import { findTrialRoom } from "#server/trials/trial-room.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
let mails: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp({ sandbox: true, env: { RATE_LIMIT_FACTOR: "1000" } });
  mails = keepQueuedMails(app);
});
afterAll(() => app.close());
beforeEach(() => void mails.splice(0));

const { addConnectedTeacher, clearFaults, connect, fault, listAtZoom } = zoomPeople(() => app);
afterEach(async () => {
  vi.useRealTimers();
  await clearFaults();
});

const creation = "/v2/users/me/meetings";
const week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Books a student's lesson in the teacher's first slot. */
async function book(teacher: Person, overrides: Parameters<typeof addStudent>[1] = {}) {
  const { context, call } = app;
  await context.db
    .update(profiles)
    .set({ offersTrials: true })
    .where(eq(profiles.id, teacher.profileId));
  const { body } = await call("PUT", `/api/teachers/${teacher.profileId}/timeslots`, {
    token: teacher.token,
    body: {
      availableTimeSlots: week.map((day) => ({ day, startTime: "10:00", endTime: "10:30" })),
    },
  });
  const [slot] = body.data.availableTimeSlots;
  const student = await addStudent(context, { name: "Layla Osman", ...overrides });
  const { token } = student;
  const booked = await call("POST", "/api/trials", { token, body: { slotId: slot._id } });
  expect(booked.status).toBe(201);
  return { teacher, student, id: booked.body.data._id as string, room: booked.body.data.room };
}

const roomOf = async (person: Person) => {
  const { token } = await renewToken(app.context, person);
  const { body } = await app.call("GET", "/api/trials", { token });
  return body.data[0]?.room;
};
const enter = ({ actor }: Person, id: string) => findTrialRoom(app.context, actor, id);
const mailTo = ({ email }: Person) => mails.filter(({ to }) => to === email);

/** Runs the job that runs every minute, a few minutes later. */
async function minutesLater(minutes: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  await createWaitingMeetings(app.context);
}

describe("a trial lesson with a teacher who has connected Zoom", () => {
  it("has one Zoom room, only for its participants", async () => {
    const { teacher, student, id, room } = await book(await addConnectedTeacher());
    expect(room).toBe("coming");
    // Before the room opens, its link says when it does. Teachers can prepare it.
    const early = {
      code: "conflict",
      message: expect.stringMatching(
        /^Your trial lesson with .+ takes place on \w+, .+ The room opens 10 minutes before the start\. Times are in your time zone, .+\.$/,
      ),
    };
    await expect(enter(student, id)).rejects.toMatchObject(early);
    await expect(
      findTrialRoom(app.context, student.actor, id, "Asia/Karachi"),
    ).rejects.toMatchObject({ message: expect.stringContaining("Asia/Karachi (GMT+5).") });
    expect(await enter(teacher, id)).toEqual({ path: "/dashboard" });
    await createWaitingMeetings(app.context);
    expect(await roomOf(student)).toBe("ready");
    expect(await listAtZoom(teacher)).toMatchObject([
      { topic: "Trial lesson with Layla Osman", duration: 30 },
    ]);
    await expect(enter(student, id)).rejects.toMatchObject(early);
    expect(await enter(teacher, id)).toHaveProperty("joinUrl");
    await app.context.db
      .update(trialLessons)
      .set({ startsAt: new Date(Date.now() + 9 * 60_000) })
      .where(eq(trialLessons.id, id));
    const entered = await enter(student, id);
    if (!("lesson" in entered)) throw new Error("There is no room");
    expect((await fetch(entered.joinUrl)).status).toBe(200);
    expect(await startRoom(app.context, entered.lesson)).toContain("zak=");
    for (const stranger of [await addStudent(app.context), await addTeacher(app.context)]) {
      await expect(enter(stranger, id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(JSON.stringify((await app.call("GET", "/api/trials", student)).body)).not.toContain(
      entered.joinUrl,
    );
  });

  it("gives Zoom only the first name of a minor", async () => {
    const { teacher } = await book(await addConnectedTeacher(), { name: "Hamza Iqbal", age: 14 });
    await createWaitingMeetings(app.context);
    expect(await listAtZoom(teacher)).toMatchObject([{ topic: "Trial lesson with Hamza" }]);
  });

  it("is emailed with the link, and the calendar contains it", async () => {
    const { teacher, student, id } = await book(await addConnectedTeacher());
    const [[toStudent], [toTeacher]] = [mailTo(student), mailTo(teacher)];
    expect(toStudent?.text).toContain(`/join/${id}`);
    expect(toStudent?.text).toContain("Join with the link below, from your dashboard");
    expect(toStudent?.invitation?.text.replaceAll("\r\n ", "")).toContain(`/join/${id}`);
    expect(toTeacher?.text).toContain(`/start/${id}`);
    expect(toTeacher?.invitation?.text.replaceAll("\r\n ", "")).toContain(`/start/${id}`);
  });

  it.each(["drop-response", "status-500"])(
    "is booked at once when Zoom has the fault %s, and gets one room later",
    async (kind) => {
      const teacher = await addConnectedTeacher();
      await fault({ match: creation, fault: kind, times: 2 });
      const { student } = await book(teacher);
      await createWaitingMeetings(app.context);
      expect(await roomOf(student)).toBe("coming");
      for (const minutes of [1, 1, 1]) await minutesLater(minutes);
      expect(await roomOf(student)).toBe("ready");
      expect(await listAtZoom(teacher)).toHaveLength(1);
    },
  );

  it("keeps its room when a duplicate at Zoom is removed", async () => {
    const { teacher, id } = await book(await addConnectedTeacher());
    await createWaitingMeetings(app.context);
    const entered = await enter(teacher, id);
    const { roomId } = "lesson" in entered ? entered.lesson : { roomId: null };
    const { db, jobs } = app.context;
    await jobs.send(db, "clear-meeting-doubles", {
      meetingId: roomId,
      teacherId: teacher.profileId,
    });
    await jobs.drain();
    expect(await listAtZoom(teacher)).toHaveLength(1);
  });

  it.each(["after", "before"])(
    "deletes its room when it is canceled %s the room was created",
    async (when) => {
      const teacher = await addConnectedTeacher();
      if (when === "before") await fault({ match: creation, fault: "drop-response", times: 2 });
      const { student, id } = await book(teacher);
      await createWaitingMeetings(app.context);
      const { status } = await app.call("DELETE", `/api/trials/${id}`, { token: student.token });
      expect(status).toBe(200);
      await clearFaults();
      await app.context.jobs.drain();
      await minutesLater(6);
      expect(await listAtZoom(teacher)).toEqual([]);
      expect(await app.context.db.$count(meetingRequests, eq(meetingRequests.trialId, id))).toBe(0);
      await expect(enter(student, id)).rejects.toMatchObject({ code: "not_found" });
    },
  );

  it("falls back to messages when Zoom rejects it, and the teacher is notified", async () => {
    const { teacher, student, id } = await book(await addConnectedTeacher());
    await app.context.db
      .update(meetingRequests)
      .set({ topic: "x".repeat(201) })
      .where(eq(meetingRequests.trialId, id));
    await createWaitingMeetings(app.context);
    expect(await roomOf(student)).toBe("none");
    expect(mailTo(teacher).at(-1)?.text).toContain("message your student a link");
    expect(await enter(student, id)).toEqual({
      path: `/dashboard/messages?to=${teacher.profileId}`,
    });
  });

  it("can be joined until an hour after its end", async () => {
    const { student, id } = await book(await addConnectedTeacher());
    await createWaitingMeetings(app.context);
    const ended = (minutes: number) =>
      app.context.db
        .update(trialLessons)
        .set({
          startsAt: new Date(Date.now() - 120 * 60_000),
          endsAt: new Date(Date.now() - minutes * 60_000),
        })
        .where(eq(trialLessons.id, id));
    await ended(50);
    expect(await enter(student, id)).toHaveProperty("joinUrl");
    await ended(70);
    await expect(enter(student, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a trial lesson with a teacher without a Zoom connection", () => {
  it("is arranged by message until Zoom is connected, and then both are emailed the link", async () => {
    const teacher = await addTeacher(app.context);
    const { student, id, room } = await book(teacher);
    expect(room).toBe("none");
    expect(mailTo(student)[0]?.text).toContain("Your teacher will message you a link");
    expect(await enter(teacher, id)).toEqual({
      path: `/dashboard/messages?to=${student.profileId}`,
    });
    mails.splice(0);
    await connect(teacher);
    expect(await roomOf(student)).toBe("coming");
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your Zoom room for the trial lesson with .+ is ready$/),
      expect.stringMatching(/^Your Zoom room for the trial lesson with .+ is ready$/),
    ]);
    await createWaitingMeetings(app.context);
    expect(await roomOf(teacher)).toBe("ready");
    mails.splice(0);
    await connect(teacher);
    expect(mails).toEqual([]);
    expect(await listAtZoom(teacher)).toHaveLength(1);
  });
});
