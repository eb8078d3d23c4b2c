/** The link that opens a class in the app in Zoom: who gets it, and where it leads. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSessionToken, hashSessionToken } from "#server/accounts/sessions/session-token.ts";
import { setContext } from "#server/context.ts";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { enterZoomApp } from "#server/zoom-app/enter-zoom-app.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { zoomPeople } from "../../support/zoom.ts";
import { attend } from "../live-pages/live-class.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
  setContext(app.context);
});
afterAll(() => app.close());

const { addClass } = attend(() => app);
const { connect, schedule, clearFaults, fault } = zoomPeople(() => app);

/** A class that is ongoing, in a meeting at the sandbox's Zoom. */
async function addMeetingClass() {
  const found = await addClass();
  await connect(found.teacher);
  const { body } = await schedule(found.teacher, found.courseId);
  const set = { classId: found.classId };
  await app.context.db.update(meetings).set(set).where(eq(meetings.id, body.data._id));
  return { ...found, meetingId: body.data._id as string };
}

/** Clicks the link. Visitors have no cookie. */
async function open(classId: string, person?: Person) {
  const headers = person && { cookie: await cookieOf(person.actor) };
  const answer = await enterZoomApp(
    new Request(`http://localhost/zoom/open/${classId}`, { headers }),
    classId,
  );
  expect(answer.status).toBe(302);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return answer.headers.get("location");
}

/** The cookie of a person whose session is already in the database. */
async function cookieOf({ sessionId }: { sessionId: string }): Promise<string> {
  const token = createSessionToken(app.config, sessionId);
  const tokenHash = hashSessionToken(app.config, token);
  await app.context.db.update(sessions).set({ tokenHash }).where(eq(sessions.id, sessionId));
  return `halaqa-session=${token}`;
}

async function readLink(person: Person, courseId: string) {
  const list = `/api/classes/course/${courseId}`;
  const { body } = await app.call("GET", list, { token: person.token });
  return body.data.classes[0].meeting.zoomUrl;
}

test("classes with a meeting in Zoom have the link, and others don't", async () => {
  const { student, teacher, courseId, classId, meetingId } = await addMeetingClass();
  for (const person of [student, teacher]) {
    expect(await readLink(person, courseId)).toBe(`${app.config.appUrl}/zoom/open/${classId}`);
  }
  const set = { provider: "another" };
  await app.context.db.update(meetings).set(set).where(eq(meetings.id, meetingId));
  expect(await readLink(student, courseId)).toBeUndefined();
});

test("members of the class are sent to Zoom", async () => {
  const { student, teacher, classId } = await addMeetingClass();
  for (const person of [student, teacher]) {
    expect(await open(classId, person)).toMatch(`${app.sandboxUrl}/zoom/launch/`);
  }
});

test("people who aren't in the class are sent to its page on the site, which refuses them", async () => {
  const { classId } = await addMeetingClass();
  const stranger = await addStudent(app.context);
  expect(await open(classId, stranger)).toBe(`/classes/${classId}/quran`);
  expect(await open("cls_missing", stranger)).toBe("/classes/cls_missing/quran");
});

test("visitors have to log in first", async () => {
  const { classId } = await addMeetingClass();
  expect(await open(classId)).toBe(`/login?returnTo=%2Fclasses%2F${classId}%2Fquran`);
});

test("the class opens on the site if Zoom can't create the link", async () => {
  const { student, classId } = await addMeetingClass();
  await fault({ match: "/v2/zoomapp", fault: "status-500", times: 5 });
  expect(await open(classId, student)).toBe(`/classes/${classId}/quran`);
  await clearFaults();
  const unconnected = await addClass();
  expect(await open(unconnected.classId, unconnected.student)).toBe(
    `/classes/${unconnected.classId}/quran`,
  );
});

test("a person who opens Zoom too often is sent to the site, and others are still sent to Zoom", async () => {
  const { student, teacher, classId } = await addMeetingClass();
  const places = new Set<string | null>();
  for (let time = 0; time <= 30; time += 1) places.add(await open(classId, student));
  expect(places).toContain(`/classes/${classId}/quran`);
  expect(await open(classId, teacher)).toMatch(`${app.sandboxUrl}/zoom/launch/`);
});
