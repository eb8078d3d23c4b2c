/**
 * Which class the app shows: it is found through the meeting, through the teacher's claim, or by
 * the time.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classes } from "#server/db/tables/classes.table.ts";
import { meetingInstances } from "#server/db/tables/meeting-instances.table.ts";
import { meetingConnections, meetings } from "#server/db/tables/meetings.table.ts";
import { withProvider } from "#server/meetings/connection/with-provider.ts";
import { deleteOldInstances } from "#server/meetings/provider/meeting-instances.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { zoomPeople } from "../../support/zoom.ts";
import { attend } from "../live-pages/live-class.ts";
import { openInZoom } from "./zoom-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true, env: { RATE_LIMIT_FACTOR: "50" } });
});
afterAll(() => app.close());

const { addClass } = attend(() => app);
const zoom = openInZoom(() => app);
const { connect, deliver, schedule, clearFaults, fault } = zoomPeople(() => app);

/** Links a Zoom user with the code from the sandbox's mailbox. */
async function openLinked(person: Person, claims: object = {}, uuids: string[] = []) {
  const { uid = zoom.newUser() } = claims as { uid?: string };
  const { ticket } = await zoom.open({ uid, ...claims });
  await zoom.requestCode(ticket, person.email);
  const code = await readSentCode(person.email);
  expect((await zoom.link(ticket, person.email, code)).status).toBe(200);
  return { uid, ...(await zoom.open({ uid, ...claims }, uuids)) };
}

async function readSentCode(email: string): Promise<string> {
  await app.context.jobs.drain();
  const found = await fetch(`${app.sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`);
  const messages: { subject: string; text: string }[] = await found.json();
  const mail = messages.find(({ subject }) => subject.includes("code for Zoom"));
  return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
}

/** A class that is ongoing, in a meeting at the sandbox's Zoom. */
async function addMeetingClass() {
  const found = await addClass();
  await connect(found.teacher);
  const { body } = await schedule(found.teacher, found.courseId);
  const set = { classId: found.classId };
  const [meeting] = await app.context.db
    .update(meetings)
    .set(set)
    .where(eq(meetings.id, body.data._id))
    .returning();
  if (!meeting) throw new Error("The meeting was not stored");
  return { ...found, number: meeting.providerMeetingId };
}

const report = (type: "started" | "ended", number: string, uuid: string, at = Date.now()) =>
  deliver({
    event: `meeting.${type}`,
    event_ts: at,
    payload: { account_id: "a", object: { id: number, uuid, host_id: "h" } },
  });

/** The meeting as the sandbox's Zoom stores it. */
async function uuidAtZoom(number: string): Promise<string> {
  const meeting = await withProvider(app.context, await teacherOf(number), (service, token) =>
    service.getMeeting(token, number),
  );
  return meeting.instanceId;
}

async function teacherOf(number: string): Promise<string> {
  const [meeting] = await app.context.db
    .select()
    .from(meetings)
    .where(eq(meetings.providerMeetingId, number));
  return meeting?.teacherId ?? "";
}

const zoomUserOf = async ({ profileId }: Person): Promise<string> => {
  const isOwn = eq(meetingConnections.teacherId, profileId);
  const [row] = await app.context.db.select().from(meetingConnections).where(isOwn);
  return row?.providerUserId ?? "";
};

describe("the class of a meeting", () => {
  it("is found by the UUID that Zoom reported, for every start of the meeting", async () => {
    const { student, classId, number } = await addMeetingClass();
    for (const uuid of ["first+/==", "second/A=="]) {
      await report("started", number, uuid);
      const { account } = await openLinked(student, { mid: uuid });
      expect(account.place).toMatchObject({ kind: "class", _id: classId, hasEnded: false });
    }
    const spelled = await openLinked(student, { mid: "first-_" });
    expect(spelled.account.place).toMatchObject({ kind: "class", _id: classId });
  });

  it("is preferred to any other ongoing class", async () => {
    const { student, classId, number } = await addMeetingClass();
    const other = await addClass();
    await addEnrollment(app.context, student, other.courseId);
    const several = await openLinked(student, { mid: "unknown-1" });
    expect(several.account.place).toMatchObject({ kind: "choice", isClaimable: false });
    expect(several.account.place.classes).toHaveLength(2);
    await report("started", number, "known-1");
    const { account } = await openLinked(student, { mid: "known-1" });
    expect(account.place).toMatchObject({ kind: "class", _id: classId });
  });

  it("is found in a breakout room by the meeting that the client reports", async () => {
    const { student, classId, number } = await addMeetingClass();
    await report("started", number, "parent-1");
    const { account } = await openLinked(student, { mid: "breakout-1" }, ["parent-1"]);
    expect(account.place).toMatchObject({ kind: "class", _id: classId });
  });

  it("stays closed to people who aren't enrolled, whatever their client reports", async () => {
    const { number } = await addMeetingClass();
    await report("started", number, "closed-1");
    const outsider = await addStudent(app.context);
    const { account } = await openLinked(outsider, { mid: "closed-1", attendrole: "host" });
    expect(account.place).toEqual({ kind: "outsider" });
    const reported = await openLinked(outsider, { mid: "elsewhere" }, ["closed-1"]);
    expect(reported.account.place).toEqual({ kind: "outsider" });
  });

  it("is shown as ended when the meeting has ended, even if that is reported first", async () => {
    const { student, number } = await addMeetingClass();
    await report("ended", number, "ended-1");
    await report("started", number, "ended-1", Date.now() - 60_000);
    const { account } = await openLinked(student, { mid: "ended-1" });
    expect(account.place).toMatchObject({ kind: "class", hasEnded: true });
  });

  it("is shown as canceled if it was canceled", async () => {
    const { student, classId } = await addClass();
    const canceled = { status: "cancelled" as const };
    await app.context.db.update(classes).set(canceled).where(eq(classes.id, classId));
    const { account } = await openLinked(student, { mid: "unknown-2" });
    expect(account.place).toMatchObject({ kind: "class", isCanceled: true });
  });

  it("is the deep link's, or else the only ongoing one, if the meeting is unknown", async () => {
    const { student, classId } = await addClass();
    const panel = await openLinked(student, { typ: "panel", mid: undefined });
    expect(panel.account.place).toMatchObject({ kind: "class", _id: classId });
    const other = await addClass();
    const linked = await zoom.open({ uid: panel.uid, act: other.classId });
    expect(linked.account.place).toMatchObject({ kind: "class", _id: classId });
    await addEnrollment(app.context, student, other.courseId);
    const own = await zoom.open({ uid: panel.uid, act: other.classId });
    expect(own.account.place).toMatchObject({ kind: "class", _id: other.classId });
  });

  it("is missing if no class is ongoing", async () => {
    const { account } = await openLinked(await addStudent(app.context));
    expect(account.place).toEqual({ kind: "none", next: null });
  });

  it("is forgotten two days after the meeting, and when the teacher removes the app", async () => {
    const { teacher, number } = await addMeetingClass();
    const count = () =>
      app.context.db.$count(meetingInstances, eq(meetingInstances.teacherId, teacher.profileId));
    await report("started", number, "old-1", Date.now() - 3 * 24 * 60 * 60_000);
    await report("started", number, "new-1");
    await deleteOldInstances(app.context.db);
    expect(await count()).toBe(1);
    await deliver({
      event: "app_deauthorized",
      event_ts: Date.now() + 1_000,
      payload: { user_id: await zoomUserOf(teacher), account_id: "a" },
    });
    expect(await count()).toBe(0);
  });
});

describe("a room in which the teacher stays for the next class", () => {
  const minute = 60_000;

  /**
   * The teacher's class in the meeting has just ended, and another one with other students is
   * beginning.
   */
  async function addFollowingClass() {
    const first = await addMeetingClass();
    const { teacher, courseId } = first;
    const now = Date.now();
    const ended = { startsAt: new Date(now - 62 * minute), endsAt: new Date(now - 2 * minute) };
    await app.context.db.update(classes).set(ended).where(eq(classes.id, first.classId));
    const nextCourse = await addCourse(app.context, teacher);
    const startsAt = new Date(now + minute);
    const times = { plannedStart: startsAt, startsAt, endsAt: new Date(now + 61 * minute) };
    const [next] = await app.context.db
      .insert(classes)
      .values({ courseId: nextCourse, teacherId: teacher.profileId, ...times })
      .returning();
    if (!next) throw new Error("The class was not stored");
    const follower = await addStudent(app.context);
    await addEnrollment(app.context, follower, nextCourse);
    const mid = await uuidAtZoom(first.number);
    await report("started", first.number, mid, now - 60 * minute);
    return { ...first, courseId, nextId: next.id, follower, mid };
  }

  it("shows the students of each class their own class", async () => {
    const { student, follower, classId, nextId, mid } = await addFollowingClass();
    const toFollower = await openLinked(follower, { mid });
    expect(toFollower.account.place).toMatchObject({ kind: "class", _id: nextId });
    const toStudent = await openLinked(student, { mid });
    expect(toStudent.account.place).toMatchObject({ kind: "class", _id: classId });
    const { account } = await openLinked(await addStudent(app.context), { mid });
    expect(account.place).toEqual({ kind: "outsider" });
  });

  it("lets the teacher choose, and claim the meeting for the next class", async () => {
    const { teacher, classId, nextId, mid, number } = await addFollowingClass();
    const { account, ticket } = await openLinked(teacher, { uid: await zoomUserOf(teacher), mid });
    expect(account.place).toMatchObject({ kind: "choice", isClaimable: true });
    const offered = account.place.classes.map(({ _id }: { _id: string }) => _id);
    expect(offered).toEqual([classId, nextId]);
    const claimed = await app.call("POST", "/api/zoom-app/claims", {
      token: account.accessToken,
      body: { ticket, meetingNumber: number, classId: nextId },
    });
    expect(claimed).toMatchObject({ status: 200, body: { data: { _id: nextId } } });
  });

  it("shows only the first class while it takes place", async () => {
    const { teacher, follower, classId, mid } = await addFollowingClass();
    const endsAt = new Date(Date.now() + 30_000);
    await app.context.db.update(classes).set({ endsAt }).where(eq(classes.id, classId));
    const { account } = await openLinked(teacher, { mid });
    expect(account.place).toMatchObject({ kind: "class", _id: classId });
    // The students of the next class may join early.
    const early = await openLinked(follower, { mid });
    expect(early.account.place).toMatchObject({ kind: "class", isHost: false });
  });
});

describe("a teacher's claim", () => {
  /** The teacher's app, open in this meeting as the Zoom user whom the teacher has connected. */
  const openAsTeacher = async (teacher: Person, mid: string) =>
    openLinked(teacher, { uid: await zoomUserOf(teacher), mid });

  const claim = (opened: { account: { accessToken: string }; ticket: string }, body: object) =>
    app.call("POST", "/api/zoom-app/claims", {
      token: opened.account.accessToken,
      body: { ticket: opened.ticket, ...body },
    });

  it("makes the class known to the students, after Zoom has confirmed it", async () => {
    const { teacher, student, classId, number } = await addMeetingClass();
    const mid = await uuidAtZoom(number);
    const opened = await openAsTeacher(teacher, mid);
    expect(opened.account.place).toMatchObject({ kind: "class", isHost: true, isClaimable: true });
    const answer = await claim(opened, { meetingNumber: number, classId });
    expect(answer).toMatchObject({ status: 200, body: { data: { _id: classId } } });
    expect(answer.body.data.isClaimable).toBe(false);
    expect((await claim(opened, { meetingNumber: number, classId })).status).toBe(200);
    const other = await addClass();
    await addEnrollment(app.context, student, other.courseId);
    const { account } = await openLinked(student, { mid });
    expect(account.place).toMatchObject({ kind: "class", _id: classId });
  });

  it("is refused for another meeting, another class and another Zoom user", async () => {
    const { teacher, classId, number } = await addMeetingClass();
    const other = await addMeetingClass();
    const elsewhere = await openAsTeacher(teacher, "another-meeting");
    const wrongMeeting = await claim(elsewhere, { meetingNumber: number, classId });
    expect(wrongMeeting.status).toBe(409);
    const foreign = await claim(elsewhere, { meetingNumber: other.number, classId });
    expect(foreign.status).toBe(409);
    const mid = await uuidAtZoom(number);
    const here = await openAsTeacher(teacher, mid);
    const wrongClass = await claim(here, { meetingNumber: number, classId: other.classId });
    expect(wrongClass.status).toBe(404);
    const asOther = await openLinked(teacher, { mid });
    expect(asOther.account.place).toMatchObject({ isClaimable: false });
    expect((await claim(asOther, { meetingNumber: number, classId })).status).toBe(409);
    const student = await openLinked(other.student, { mid });
    expect((await claim(student, { meetingNumber: number, classId })).status).toBe(403);
    const instances = await app.context.db
      .select()
      .from(meetingInstances)
      .where(eq(meetingInstances.teacherId, teacher.profileId));
    expect(instances).toEqual([]);
  });

  it("names its invalid fields, and returns 503 while Zoom is unavailable", async () => {
    const { teacher, classId, number } = await addMeetingClass();
    const opened = await openAsTeacher(teacher, await uuidAtZoom(number));
    expect(await claim(opened, { meetingNumber: "no", classId: "" })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "meetingNumber" }, { field: "classId" }] },
    });
    await fault({ match: "/v2/meetings", fault: "status-500", times: 5 });
    const answer = await claim(opened, { meetingNumber: number, classId });
    await clearFaults();
    expect(answer.status).toBe(503);
  });
});
