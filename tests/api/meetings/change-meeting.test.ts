/** A teacher changes or cancels meetings. Zoom and calendars are updated, and students are notified. */
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCourse, updateCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
let mails: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
  mails = keepQueuedMails(app);
});
afterAll(() => app.close());
beforeEach(() => void mails.splice(0));

const { addConnectedTeacher, clearFaults, connect, fault, listAtZoom, removeAccess, schedule } =
  zoomPeople(() => app);
afterEach(() => clearFaults());

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

async function addMeeting() {
  const teacher = await addConnectedTeacher();
  const student = await addStudent(app.context, { timeZone: "Asia/Karachi" });
  const gone = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher, { title: "Tajweed" });
  await addEnrollment(app.context, student, courseId);
  const { body } = await schedule(teacher, courseId, { startTime: inDays(3).toISOString() });
  return { teacher, student, gone, courseId, id: body.data._id as string };
}

const change = ({ token }: Person, id: string, body: object) =>
  app.call("PATCH", `/api/zoom/meetings/${id}`, { token, body });

const cancel = ({ token }: Person, id: string) =>
  app.call("DELETE", `/api/zoom/meetings/${id}`, { token });

const read = async (id: string) => {
  const [row] = await app.context.db.select().from(meetings).where(eq(meetings.id, id));
  return row;
};

const field = (name: string, text = "") =>
  new RegExp(`^${name}[:;](.*)$`, "m").exec(text)?.[1]?.trim();

describe("a new meeting outside classes", () => {
  it("is announced to enrolled students in their own time zone with a calendar entry", async () => {
    const { student, id } = await addMeeting();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [student.email, "A new meeting in Tajweed"],
    ]);
    const [mail] = mails;
    expect(mail?.text).toContain("Points of articulation");
    expect(mail?.text).toContain("Times are in your time zone, Asia/Karachi.");
    expect(mail?.invitation?.method).toBe("REQUEST");
    expect(field("UID", mail?.invitation?.text)).toContain(id);
  });
});

describe("moving a meeting", () => {
  it("updates Zoom and calendars, and notifies students", async () => {
    const { teacher, student, id } = await addMeeting();
    mails.splice(0);
    const startTime = inDays(5).toISOString();
    const answer = await change(teacher, id, { startTime, duration: 90, note: "I am traveling." });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ _id: id, startTime, duration: 90 });
    expect(answer.body.data.topic).toBe("Points of articulation");
    const [mail, ...others] = mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: student.email, subject: "A meeting in Tajweed was moved" });
    expect(mail?.text).toContain("Before: ");
    expect(mail?.text).toContain("I am traveling.");
    expect(field("SEQUENCE", mail?.invitation?.text)).toBe("1");
    expect(field("UID", mail?.invitation?.text)).toContain(id);
    await app.context.jobs.drain();
    expect(await listAtZoom(teacher)).toMatchObject([
      { duration: 90, start_time: `${startTime.slice(0, 19)}Z` },
    ]);
  });

  it("is announced as a new duration if only the duration changed", async () => {
    const { teacher, id } = await addMeeting();
    mails.splice(0);
    expect((await change(teacher, id, { duration: 90 })).status).toBe(200);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "The duration of a meeting in Tajweed has changed",
    ]);
    expect(mails[0]?.text).toContain("changed the duration of a meeting for Tajweed");
    expect(mails[0]?.text).not.toContain("moved");
  });

  it("notifies nobody when only the topic or nothing changed", async () => {
    const { teacher, id } = await addMeeting();
    mails.splice(0);
    expect((await change(teacher, id, {})).status).toBe(200);
    expect((await change(teacher, id, { topic: " Heavy letters " })).body.data.topic).toBe(
      "Heavy letters",
    );
    expect(mails).toEqual([]);
    await app.context.jobs.drain();
    expect(await listAtZoom(teacher)).toMatchObject([{ topic: "Heavy letters" }]);
    expect(await read(id)).toMatchObject({ sequence: 0 });
  });

  it("rejects invalid fields and past times", async () => {
    const { teacher, id } = await addMeeting();
    const wrong = await change(teacher, id, { topic: " ", startTime: "soon", duration: 10 });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors.map((each: { field: string }) => each.field)).toEqual([
      "topic",
      "startTime",
      "duration",
    ]);
    const past = await change(teacher, id, { startTime: inDays(-1).toISOString() });
    expect(past.status).toBe(400);
    expect(past.body.errors[0].field).toBe("startTime");
    expect(await read(id)).toMatchObject({ sequence: 0 });
  });

  it("takes effect at once, and reaches Zoom when it is available again", async () => {
    const { teacher, id } = await addMeeting();
    await fault({ match: "/v2/meetings/", fault: "status-500" });
    const startTime = inDays(6).toISOString();
    expect((await change(teacher, id, { startTime })).status).toBe(200);
    await app.context.jobs.drain();
    await expect
      .poll(
        async () => {
          await app.context.jobs.drain();
          return (await listAtZoom(teacher))[0]?.start_time;
        },
        { timeout: 120_000, interval: 300 },
      )
      .toBe(`${startTime.slice(0, 19)}Z`);
  });
});

describe("canceling a meeting", () => {
  it("removes it from every list, from Zoom and from calendars, once", async () => {
    const { teacher, student, courseId, id } = await addMeeting();
    mails.splice(0);
    expect((await cancel(teacher, id)).status).toBe(200);
    expect((await cancel(teacher, id)).status).toBe(200);
    expect(mails).toMatchObject([
      {
        to: student.email,
        subject: "A meeting in Tajweed was canceled",
        invitation: { method: "CANCEL" },
      },
    ]);
    expect(field("SEQUENCE", mails[0]?.invitation?.text)).toBe("1");
    for (const person of [teacher, student]) {
      const list = await app.call("GET", `/api/zoom/course/${courseId}/meetings`, {
        token: person.token,
      });
      expect(list.body.meetings).toEqual([]);
    }
    await app.context.jobs.drain();
    expect(await listAtZoom(teacher)).toEqual([]);
  });

  it("works without Zoom after access has been revoked", async () => {
    const { teacher, id } = await addMeeting();
    await removeAccess(teacher);
    expect((await cancel(teacher, id)).status).toBe(200);
    await app.context.jobs.drain();
    expect(await read(id)).toMatchObject({ status: "cancelled" });
  });
});

it("a change made while Zoom access was revoked reaches Zoom after reconnecting", async () => {
  const { teacher, courseId, id } = await addMeeting();
  const { body } = await schedule(teacher, courseId, { topic: "Heavy letters" });
  await removeAccess(teacher);
  const startTime = inDays(6).toISOString();
  expect((await change(teacher, id, { startTime })).status).toBe(200);
  expect((await cancel(teacher, body.data._id)).status).toBe(200);
  await app.context.jobs.drain();
  await connect(teacher);
  await app.context.jobs.drain();
  expect(await listAtZoom(teacher)).toMatchObject([{ start_time: `${startTime.slice(0, 19)}Z` }]);
});

it("a meeting can be changed and canceled only by its teacher", async () => {
  const { teacher, student, id } = await addMeeting();
  const other = await addConnectedTeacher();
  for (const each of [id, "mtg_missing"]) {
    expect((await change(other, each, { topic: "Mine" })).status).toBe(404);
    expect((await cancel(other, each)).status).toBe(404);
    expect((await change(student, each, { topic: "Mine" })).status).toBe(403);
    expect((await cancel(student, each)).status).toBe(403);
  }
  expect((await app.call("DELETE", `/api/zoom/meetings/${id}`)).status).toBe(401);
  expect(await read(id)).toMatchObject({ teacherId: teacher.profileId, status: "scheduled" });
});

it("a meeting can no longer be changed once it has started", async () => {
  const { teacher, courseId, id } = await addMeeting();
  const past = await addPastMeeting(app.context, teacher, courseId);
  await app.context.db.update(meetings).set({ status: "started" }).where(eq(meetings.id, id));
  for (const each of [id, past]) {
    expect((await change(teacher, each, { topic: "Later" })).status).toBe(409);
    expect((await cancel(teacher, each)).status).toBe(409);
  }
});

it("a meeting outside classes is canceled with its course too", async () => {
  const { teacher, student, courseId, id } = await addMeeting();
  const past = await addPastMeeting(app.context, teacher, courseId);
  mails.splice(0);
  const answer = await app.call("POST", `/api/courses/${courseId}/cancel`, {
    token: teacher.token,
    body: {},
  });
  expect(answer.status).toBe(200);
  expect(await read(id)).toMatchObject({ status: "cancelled", sequence: 1 });
  expect((await read(past))?.status).not.toBe("cancelled");
  expect(mails.filter(({ subject }) => subject.includes("meeting"))).toEqual([]);
  expect(mails.some(({ to }) => to === student.email)).toBe(true);
  await app.context.jobs.drain();
  expect(await listAtZoom(teacher)).toEqual([]);
});

describe("the meeting of a class", () => {
  async function addRoom() {
    const teacher = await addConnectedTeacher();
    const student = await addStudent(app.context);
    const { _id: courseId } = await createCourse(
      app.context,
      teacher.actor,
      courseInput({
        status: "published",
        startDate: inDays(2).toISOString().slice(0, 10),
        endDate: inDays(22).toISOString().slice(0, 10),
      }),
    );
    await addEnrollment(app.context, student, courseId);
    const [first] = await app.context.db
      .select()
      .from(classes)
      .where(eq(classes.courseId, courseId))
      .orderBy(asc(classes.startsAt));
    if (!first) throw new Error("The course has no classes");
    const made = await app.call("POST", `/api/classes/${first.id}/meeting`, {
      token: teacher.token,
      body: {},
    });
    return { teacher, student, courseId, first, id: made.body.data._id as string };
  }

  it("is not announced to students, who have already been notified of the class", async () => {
    const { id, first } = await addRoom();
    expect(await read(id)).toMatchObject({ classId: first.id });
    expect(mails).toEqual([]);
  });

  it("must stay within its class, and the error says to move the class", async () => {
    const { teacher, first, id } = await addRoom();
    const early = new Date(first.startsAt.getTime() - 10 * 60_000).toISOString();
    expect((await change(teacher, id, { startTime: early })).status).toBe(200);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.invitation).toBeUndefined();
    const elsewhere = await change(teacher, id, { startTime: inDays(40).toISOString() });
    expect(elsewhere.status).toBe(409);
    expect(elsewhere.body.message).toContain("Move the class");
    expect(await read(id)).toMatchObject({ classId: first.id, startTime: new Date(early) });
  });

  it("can be canceled while the class remains, and created again", async () => {
    const { teacher, student, first, id } = await addRoom();
    expect((await cancel(teacher, id)).status).toBe(200);
    expect(mails).toMatchObject([{ to: student.email }]);
    expect(mails[0]?.text).toContain("The class itself still takes place");
    expect(mails[0]?.invitation).toBeUndefined();
    const again = await app.call("POST", `/api/classes/${first.id}/meeting`, {
      token: teacher.token,
      body: {},
    });
    expect(again.status).toBe(201);
    expect(again.body.data._id).not.toBe(id);
  });

  it("moves when the weekly schedule moves", async () => {
    const { teacher, courseId, first, id } = await addRoom();
    await updateCourse(app.context, teacher.actor, courseId, {
      schedule: [{ day: "Monday", startTime: "05:10", endTime: "05:55" }],
    });
    const [moved] = await app.context.db.select().from(classes).where(eq(classes.id, first.id));
    expect(moved?.startsAt).not.toEqual(first.startsAt);
    expect(await read(id)).toMatchObject({ startTime: moved?.startsAt, duration: 45 });
    await app.context.jobs.drain();
    expect(await listAtZoom(teacher)).toMatchObject([{ duration: 45 }]);
  });

  it("follows its class while it waits for Zoom", async () => {
    const { teacher, first, id } = await addRoom();
    await cancel(teacher, id);
    await fault({ match: "/v2/users/me/meetings", fault: "status-500", times: 2 });
    const open = () =>
      app.call("POST", `/api/classes/${first.id}/meeting`, { token: teacher.token, body: {} });
    expect((await open()).status).toBe(503);
    const date = inDays(3).toISOString().slice(0, 10);
    await app.call("PATCH", `/api/classes/${first.id}`, {
      token: teacher.token,
      body: { date, startTime: "06:00", endTime: "06:45" },
    });
    const [moved] = await app.context.db.select().from(classes).where(eq(classes.id, first.id));
    const made = await open();
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      startTime: moved?.startsAt.toISOString(),
      duration: 45,
    });
    await app.context.jobs.drain();
    expect((await open()).status).toBe(409);
    const living = (await listAtZoom(teacher)).filter(({ duration }) => duration === 45);
    expect(living).toHaveLength(1);
  });

  it("is created once when the course is renamed while Zoom is unavailable", async () => {
    const { teacher, courseId, first, id } = await addRoom();
    await cancel(teacher, id);
    await fault({ match: "/v2/users/me/meetings", fault: "status-500", times: 2 });
    const open = () =>
      app.call("POST", `/api/classes/${first.id}/meeting`, { token: teacher.token, body: {} });
    expect((await open()).status).toBe(503);
    await updateCourse(app.context, teacher.actor, courseId, { title: "Tajweed for beginners" });
    expect((await open()).status).toBe(201);
    await app.context.jobs.drain();
    expect(await listAtZoom(teacher)).toHaveLength(1);
    expect(await app.context.db.$count(meetings, eq(meetings.classId, first.id))).toBe(2);
  });
});
