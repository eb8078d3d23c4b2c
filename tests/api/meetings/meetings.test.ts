import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { wallClock } from "#lib/time/format-time.ts";
import { createCourse, updateCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { attendances, meetingConnections, meetings } from "#server/db/tables/meetings.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { joinMeeting, startMeeting } from "#server/meetings/meetings.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";
import { zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
});
afterAll(() => app.close());
afterEach(() => fetch(`${app.sandboxUrl}/faults`, { method: "DELETE" }));

const { addConnectedTeacher, authorize, connect, deliver, fault, listAtZoom, schedule } =
  zoomPeople(() => app);

const isConnected = async (teacher: Person) =>
  (await app.call("GET", "/api/zoom/status", { token: teacher.token })).body.connected;

describe("connecting Zoom", () => {
  it("stores tokens that cannot be read from the database", async () => {
    const teacher = await addTeacher(app.context);
    expect(await isConnected(teacher)).toBe(false);
    await connect(teacher);
    expect(await isConnected(teacher)).toBe(true);
    const [row] = await app.context.db
      .select()
      .from(meetingConnections)
      .where(eq(meetingConnections.teacherId, teacher.profileId));
    expect(row?.accessTokenEncrypted).toMatch(/^eyJ/);
    expect(row?.refreshTokenEncrypted).toMatch(/^eyJ/);
  });

  it("accepts a ticket once, and no access token in its place", async () => {
    const teacher = await addTeacher(app.context);
    const ticket = await app.call("POST", "/api/zoom/connect/ticket", {
      token: teacher.token,
      body: {},
    });
    const path = `/api/zoom/connect?token=${ticket.body.data.ticket}`;
    expect((await app.call("GET", path)).status).toBe(302);
    expect((await app.call("GET", path)).status).toBe(401);
    expect((await app.call("GET", `/api/zoom/connect?token=${teacher.token}`)).status).toBe(401);
    expect((await app.call("GET", "/api/zoom/connect")).status).toBe(401);
  });

  it("accepts a state once, from the teacher who requested it", async () => {
    const teacher = await addTeacher(app.context);
    const other = await addTeacher(app.context);
    const body = await authorize(teacher);
    const callback = (token: string) =>
      app.call("POST", "/api/zoom/oauth/callback", { token, body });
    expect((await callback(other.token)).status).toBe(400);
    expect(await isConnected(other)).toBe(false);
    expect((await callback(teacher.token)).status).toBe(200);
    expect((await callback(teacher.token)).status).toBe(400);
  });

  it("is possible for teachers only", async () => {
    const student = await addStudent(app.context);
    const account = await addAccount(app.context);
    for (const token of [student.token, account.token]) {
      expect((await app.call("GET", "/api/zoom/status", { token })).status).toBe(403);
      const ticket = await app.call("POST", "/api/zoom/connect/ticket", { token, body: {} });
      expect(ticket.status).toBe(403);
    }
    expect((await app.call("GET", "/api/zoom/status")).status).toBe(401);
  });

  it("is undone when Zoom reports that access was removed", async () => {
    const teacher = await addConnectedTeacher();
    const [row] = await app.context.db
      .select()
      .from(meetingConnections)
      .where(eq(meetingConnections.teacherId, teacher.profileId));
    const answer = await deliver({
      event: "app_deauthorized",
      payload: { user_id: row?.providerUserId },
    });
    expect(answer.status).toBe(200);
    expect(await isConnected(teacher)).toBe(false);
    const courseId = await addCourse(app.context, teacher);
    expect((await schedule(teacher, courseId)).status).toBe(409);
  });

  it("is not undone by a late event about the previous connection", async () => {
    const teacher = await addConnectedTeacher();
    const taken = new Date().toISOString();
    await connect(teacher);
    const [row] = await app.context.db
      .select()
      .from(meetingConnections)
      .where(eq(meetingConnections.teacherId, teacher.profileId));
    const payload = { user_id: row?.providerUserId };
    await deliver({ event: "app_deauthorized", event_ts: Date.parse(taken), payload });
    await deliver({
      event: "app_deauthorized",
      payload: { ...payload, deauthorization_time: taken },
    });
    expect(await isConnected(teacher)).toBe(true);
  });
});

describe("scheduling a meeting", () => {
  it("creates it at Zoom and shows it to the course members with our own links", async () => {
    const teacher = await addConnectedTeacher();
    const courseId = await addCourse(app.context, teacher);
    const answer = await schedule(teacher, courseId);
    expect(answer.status).toBe(201);
    const meeting = answer.body.data;
    expect(meeting).toMatchObject({
      duration: 60,
      joinUrl: `${app.config.appUrl}/join/${meeting._id}`,
      courseId: { _id: courseId },
    });
    const list = await app.call("GET", "/api/zoom/teacher/meetings", { token: teacher.token });
    expect(list.body.meetings).toMatchObject([{ _id: meeting._id }]);
  });

  it("names every invalid field", async () => {
    const teacher = await addConnectedTeacher();
    const courseId = await addCourse(app.context, teacher);
    const answer = await schedule(teacher, courseId, {
      topic: "  ",
      startTime: "",
      duration: 301,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: "topic", message: "Meeting topic is required" },
      { field: "startTime", message: "Meeting date and time are required" },
      { field: "duration", message: "Duration must be between 15 and 300 minutes" },
    ]);
  });

  it("is rejected in another teacher's course, for students, and without a connection", async () => {
    const teacher = await addConnectedTeacher();
    const other = await addConnectedTeacher();
    const unconnected = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher);
    const ownCourse = await addCourse(app.context, unconnected);
    expect((await schedule(other, courseId)).status).toBe(404);
    expect((await schedule(other, "crs_missing")).status).toBe(404);
    expect((await schedule(student, courseId)).status).toBe(403);
    const refused = await schedule(unconnected, ownCourse);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Zoom is not connected. Please connect your Zoom account on the Meetings page.",
    ]);
    // People who may not schedule meetings get no errors about fields.
    expect((await schedule(student, courseId, { topic: "" })).status).toBe(403);
  });

  it("returns 503 while Zoom is unavailable, and shows no missing meeting", async () => {
    const teacher = await addConnectedTeacher();
    const courseId = await addCourse(app.context, teacher);
    await fault({ match: "/v2/users/me/meetings", fault: "status-500" });
    const answer = await schedule(teacher, courseId);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const list = await app.call("GET", "/api/zoom/teacher/meetings", { token: teacher.token });
    expect(list.body.meetings).toEqual([]);
  });

  it("returns 503 when Zoom's responses take too long in total", async () => {
    const teacher = await addConnectedTeacher();
    const newcomer = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    const authorization = await authorize(newcomer);
    await app.context.db
      .update(meetingConnections)
      .set({ accessTokenExpiresAt: new Date(0) })
      .where(eq(meetingConnections.teacherId, teacher.profileId));
    await fault({ fault: "delay", ms: 6_000, times: 4 });
    const answers = await Promise.all([
      schedule(teacher, courseId),
      app.call("POST", "/api/zoom/oauth/callback", { token: newcomer.token, body: authorization }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await isConnected(newcomer)).toBe(false);
  });

  it("refreshes expired tokens once, however many calls need them", async () => {
    const teacher = await addConnectedTeacher();
    const courseId = await addCourse(app.context, teacher);
    await app.context.db
      .update(meetingConnections)
      .set({ accessTokenExpiresAt: new Date(0) })
      .where(eq(meetingConnections.teacherId, teacher.profileId));
    const answers = await Promise.all(Array.from({ length: 5 }, () => schedule(teacher, courseId)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await isConnected(teacher)).toBe(true);
  });
});

describe("the meetings of a course", () => {
  it("are visible only to its teacher and enrolled students", async () => {
    const teacher = await addConnectedTeacher();
    const otherTeacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const stranger = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher);
    await addEnrollment(app.context, student, courseId);
    await schedule(teacher, courseId);
    const list = (token?: string, id = courseId) =>
      app.call("GET", `/api/zoom/course/${id}/meetings`, token ? { token } : {});

    expect((await list()).status).toBe(401);
    expect((await list(stranger.token)).status).toBe(403);
    expect((await list(otherTeacher.token)).status).toBe(403);
    const draftId = await addCourse(app.context, teacher, { status: "draft" });
    for (const id of [draftId, "crs_missing"]) {
      expect((await list(stranger.token, id)).body).toEqual((await list(stranger.token)).body);
    }
    const enrolled = await list(student.token);
    expect(enrolled.body.meetings).toHaveLength(1);
    expect(enrolled.body.meetings[0].startUrl).toBeUndefined();
    expect((await list(teacher.token)).body.meetings[0].startUrl).toContain("/start/");
    const body = JSON.stringify(enrolled.body);
    expect(body).not.toContain("zak=");
    expect(body).not.toContain("pwd=");
  });
});

describe("joining and starting a meeting", () => {
  async function addMeeting() {
    const teacher = await addConnectedTeacher();
    const student = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher);
    await addEnrollment(app.context, student, courseId);
    const answer = await schedule(teacher, courseId);
    return { teacher, student, courseId, meetingId: answer.body.data._id as string };
  }

  it("leads students who are early to the course's room, without recording attendance", async () => {
    const { student, teacher, courseId, meetingId } = await addMeeting();
    const room = `/dashboard/enrolled-courses/${courseId}`;
    expect(await joinMeeting(app.context, student.actor, meetingId)).toBe(room);
    const recorded = eq(attendances.meetingId, meetingId);
    expect(await app.context.db.$count(attendances, recorded)).toBe(0);
    expect(await joinMeeting(app.context, teacher.actor, meetingId)).toContain(app.sandboxUrl);
    await app.context.db
      .update(meetings)
      .set({ status: "started" })
      .where(eq(meetings.id, meetingId));
    expect(await joinMeeting(app.context, student.actor, meetingId)).toContain(app.sandboxUrl);
  });

  it("leads enrolled students to Zoom and records attendance once", async () => {
    const { student, meetingId } = await addMeeting();
    await app.context.db
      .update(meetings)
      .set({ startTime: new Date() })
      .where(eq(meetings.id, meetingId));
    const urls = await Promise.all(
      [1, 2, 3].map(() => joinMeeting(app.context, student.actor, meetingId)),
    );
    expect(new Set(urls).size).toBe(1);
    const page = await fetch(urls[0] ?? "");
    expect(await page.text()).toContain("Points of articulation");
    const rows = await app.context.db
      .select()
      .from(attendances)
      .where(eq(attendances.meetingId, meetingId));
    expect(rows).toMatchObject([{ studentId: student.profileId }]);
  });

  it("reveals nothing to other people, not even that the meeting exists", async () => {
    const { student, meetingId } = await addMeeting();
    const strangers = [await addStudent(app.context), await addTeacher(app.context)];
    for (const { actor } of strangers) {
      for (const id of [meetingId, "mtg_missing"]) {
        const refusal = { code: "not_found", message: "Meeting not found" };
        await expect(joinMeeting(app.context, actor, id)).rejects.toMatchObject(refusal);
        await expect(startMeeting(app.context, actor, id)).rejects.toMatchObject(refusal);
      }
    }
    await expect(startMeeting(app.context, student.actor, meetingId)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("gives the teacher a start URL that is created on click", async () => {
    const { teacher, meetingId } = await addMeeting();
    const first = await startMeeting(app.context, teacher.actor, meetingId);
    const page = await fetch(first);
    expect(page.status).toBe(200);
    expect(first).toContain("zak=");
  });
});

describe("the meeting of a class", () => {
  const dateIn = (days: number) =>
    new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

  async function addTaught() {
    const teacher = await addConnectedTeacher();
    const { _id: courseId } = await createCourse(
      app.context,
      teacher.actor,
      courseInput({ status: "published", startDate: dateIn(2), endDate: dateIn(22) }),
    );
    const [first, second] = await app.context.db
      .select()
      .from(classes)
      .where(eq(classes.courseId, courseId))
      .orderBy(asc(classes.startsAt));
    if (!first || !second) throw new Error("The course has no classes");
    return { teacher, courseId, first, second };
  }

  const post = (teacher: Person, path: string) =>
    app.call("POST", `/api/classes/${path}`, { token: teacher.token, body: {} });

  const readMeeting = async (classId: string) => {
    const [row] = await app.context.db.select().from(meetings).where(eq(meetings.classId, classId));
    return row;
  };

  it("is created once, at the time of the class, and students find it there", async () => {
    const { teacher, courseId, first } = await addTaught();
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    const made = await post(teacher, `${first.id}/meeting`);
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      startTime: first.startsAt.toISOString(),
      duration: 60,
    });
    expect((await post(teacher, `${first.id}/meeting`)).status).toBe(409);
    expect((await post(student, `${first.id}/meeting`)).status).toBe(403);
    const list = await app.call("GET", `/api/classes/course/${courseId}`, { token: student.token });
    const { meeting } = list.body.data.classes[0];
    expect(meeting).toMatchObject({ _id: made.body.data._id, status: "scheduled" });
    expect(meeting.startUrl).toBeUndefined();
  });

  it("can be any meeting that overlaps with the class, however it was created", async () => {
    const { teacher, courseId, first, second } = await addTaught();
    const late = new Date(first.startsAt.getTime() + 15 * 60_000).toISOString();
    await schedule(teacher, courseId, { startTime: late });
    const besides = new Date(second.endsAt.getTime() + 60 * 60_000).toISOString();
    await schedule(teacher, courseId, { startTime: besides });
    expect(await readMeeting(first.id)).toMatchObject({ startTime: new Date(late) });
    expect(await readMeeting(second.id)).toBeUndefined();
  });

  it("is moved and canceled with the class, at Zoom too", async () => {
    const { teacher, first } = await addTaught();
    await post(teacher, `${first.id}/meeting`);
    const atZoom = async () => {
      const row = await readMeeting(first.id);
      const { withProvider } = await import("#server/meetings/connection/with-provider.ts");
      return withProvider(app.context, teacher.profileId, (zoom, token) =>
        zoom.getMeeting(token, row?.providerMeetingId ?? ""),
      );
    };
    await app.call("PATCH", `/api/classes/${first.id}`, {
      token: teacher.token,
      body: { date: dateIn(3), startTime: "06:00", endTime: "06:45" },
    });
    await app.context.jobs.drain();
    const [moved] = await app.context.db.select().from(classes).where(eq(classes.id, first.id));
    expect(await atZoom()).toMatchObject({ startTime: moved?.startsAt, durationMinutes: 45 });
    expect(await readMeeting(first.id)).toMatchObject({ startTime: moved?.startsAt, duration: 45 });
    await post(teacher, `${first.id}/cancel`);
    await app.context.jobs.drain();
    expect(await readMeeting(first.id)).toMatchObject({ status: "cancelled" });
    await expect(atZoom()).rejects.toThrow();
  });

  it("is canceled, at Zoom too, when the class is dropped", async () => {
    const { teacher, courseId, first } = await addTaught();
    await post(teacher, `${first.id}/meeting`);
    await updateCourse(app.context, teacher.actor, courseId, { startDate: dateIn(12) });
    const [row] = await app.context.db.select().from(classes).where(eq(classes.id, first.id));
    expect(row?.status).toBe("dropped");
    expect(await readMeeting(first.id)).toMatchObject({ status: "cancelled" });
    await app.context.jobs.drain();
    expect(await listAtZoom(teacher)).toEqual([]);
  });

  it("counts as a meeting outside classes while the class is canceled, and rejoins it afterward", async () => {
    const { teacher, courseId, first } = await addTaught();
    await post(teacher, `${first.id}/cancel`);
    const startTime = first.startsAt.toISOString();
    const { body } = await schedule(teacher, courseId, { startTime });
    expect(body.data.classId).toBeUndefined();
    const { date, time } = wallClock(startTime, body.data.timeZone);
    const moved = await app.call("PATCH", `/api/classes/${first.id}`, {
      token: teacher.token,
      body: { date, startTime: time, endTime: "18:05" },
    });
    expect(moved.status).toBe(200);
    expect(await readMeeting(first.id)).toMatchObject({ id: body.data._id });
  });
});
