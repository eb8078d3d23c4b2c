/** Disconnecting Zoom, by the teacher here or at Zoom: which data is deleted and which is kept. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { meetingConnections, meetings } from "#server/db/tables/meetings.table.ts";
import { webhookEvents } from "#server/db/tables/payments.table.ts";
import { withProvider } from "#server/meetings/connection/with-provider.ts";
import { joinMeeting } from "#server/meetings/meetings.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
});
afterAll(() => app.close());
const zoom = zoomPeople(() => app);
const { addConnectedTeacher, authorize, clearFaults, connect, deliver, fault, schedule } = zoom;
afterEach(() => clearFaults());

const disconnect = (person?: Person) =>
  app.call("POST", "/api/zoom/disconnect", { body: {}, ...(person && { token: person.token }) });
const statusOf = async ({ token }: Person) =>
  (await app.call("GET", "/api/zoom/status", { token })).body.data;
const rowOf = async ({ profileId }: Person) => {
  const isOwn = eq(meetingConnections.teacherId, profileId);
  return (await app.context.db.select().from(meetingConnections).where(isOwn))[0];
};
const meetingsOf = ({ profileId }: Person) =>
  app.context.db.select().from(meetings).where(eq(meetings.teacherId, profileId));

/**
 * Reads the teacher's current token. @returns a function that checks whether Zoom still accepts it.
 */
async function takeToken(teacher: Person) {
  const token = await withProvider(app.context, teacher.profileId, async (_zoom, token) => token);
  const isTaken = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${app.sandboxUrl}/v2/users/me`, { headers })).status === 200;
  };
  expect(await isTaken()).toBe(true);
  return { isTaken };
}

async function addTaughtCourse() {
  const teacher = await addConnectedTeacher();
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
  return { teacher, student, courseId };
}

describe("disconnecting Zoom", () => {
  it("deletes the stored tokens and revokes them at Zoom, and can be repeated", async () => {
    const teacher = await addConnectedTeacher();
    const { isTaken } = await takeToken(teacher);
    for (const answer of [await disconnect(teacher), await disconnect(teacher)]) {
      expect(answer).toMatchObject({ status: 200, body: { connected: false } });
    }
    expect(await rowOf(teacher)).toBeUndefined();
    expect(await statusOf(teacher)).toEqual({ connected: false, upcomingMeetings: 0 });
    await app.context.jobs.drain();
    expect(await isTaken()).toBe(false);
  });

  it("deletes the tokens at once while Zoom is unavailable, and revokes them later", async () => {
    const teacher = await addConnectedTeacher();
    const { isTaken } = await takeToken(teacher);
    await fault({ match: "/oauth/revoke", fault: "status-500", times: 1 });
    expect((await disconnect(teacher)).status).toBe(200);
    expect(await rowOf(teacher)).toBeUndefined();
    await app.context.jobs.drain();
    expect(await isTaken()).toBe(true);
    await expect
      .poll(
        async () => {
          await app.context.jobs.drain();
          return isTaken();
        },
        { timeout: 120_000 },
      )
      .toBe(false);
  });

  it("is possible for teachers only, and only for their own connection", async () => {
    const teacher = await addConnectedTeacher();
    expect((await disconnect()).status).toBe(401);
    expect((await disconnect(await addStudent(app.context))).status).toBe(403);
    expect((await disconnect(await addTeacher(app.context))).status).toBe(200);
    expect(await statusOf(teacher)).toMatchObject({ connected: true });
  });

  it("keeps upcoming meetings with their rooms, counts them, and removes past ones", async () => {
    const { teacher, student, courseId } = await addTaughtCourse();
    const { _id } = (await schedule(teacher, courseId)).body.data;
    await addPastMeeting(app.context, teacher, courseId, [student]);
    expect(await statusOf(teacher)).toEqual({
      connected: true,
      account: teacher.email,
      upcomingMeetings: 1,
    });
    await disconnect(teacher);
    expect(await statusOf(teacher)).toEqual({ connected: false, upcomingMeetings: 1 });
    await app.context.db.update(meetings).set({ status: "started" }).where(eq(meetings.id, _id));
    expect(await joinMeeting(app.context, student.actor, _id)).toContain(app.sandboxUrl);
    const rows = await meetingsOf(teacher);
    expect(rows.filter(({ providerJoinUrl }) => providerJoinUrl === "")).toHaveLength(1);
    expect((await schedule(teacher, courseId, { topic: "Another" })).status).toBe(409);
  });

  it("invalidates an authorization that was started earlier", async () => {
    const teacher = await addConnectedTeacher();
    const body = await authorize(teacher);
    await disconnect(teacher);
    const { token } = teacher;
    const answer = await app.call("POST", "/api/zoom/oauth/callback", { token, body });
    expect(answer.status).toBe(400);
    expect(await statusOf(teacher)).toMatchObject({ connected: false });
  });

  it("allows connecting the same or another Zoom account afterward", async () => {
    const { teacher, courseId } = await addTaughtCourse();
    const before = (await rowOf(teacher))?.providerUserId;
    await disconnect(teacher);
    await connect(teacher);
    expect((await rowOf(teacher))?.providerUserId).toBe(before);
    await disconnect(teacher);
    await connect({ ...teacher, email: "another.host@zoom.test" });
    expect((await rowOf(teacher))?.providerUserId).not.toBe(before);
    expect((await schedule(teacher, courseId)).status).toBe(201);
  });
});

describe("a teacher who removes the app in Zoom's own settings", () => {
  it("has all Zoom account data deleted here, including the event's own content", async () => {
    const { teacher, student, courseId } = await addTaughtCourse();
    await addPastMeeting(app.context, teacher, courseId, [student]);
    const user = (await rowOf(teacher))?.providerUserId ?? "";
    const event = { event: "app_deauthorized", payload: { user_id: user, account_id: "acc_1" } };
    expect((await deliver(event, "a foreign secret")).status).toBe(400);
    expect(await statusOf(teacher)).toMatchObject({ connected: true });
    for (const _again of [1, 2]) expect((await deliver(event)).status).toBe(200);
    expect(await rowOf(teacher)).toMatchObject({
      providerUserId: "",
      providerAccountId: null,
      accessTokenEncrypted: "",
      refreshTokenEncrypted: "",
      scopes: "",
    });
    expect((await meetingsOf(teacher)).map(({ providerJoinUrl }) => providerJoinUrl)).toEqual([""]);
    const kept = await app.context.db.select().from(webhookEvents);
    expect(JSON.stringify(kept)).not.toContain(user);
    expect(await statusOf(teacher)).toMatchObject({ accessEndedAt: expect.any(String) });
    await disconnect(teacher);
    await connect(teacher);
    expect(await statusOf(teacher)).toMatchObject({ connected: true });
  });
});
