/**
 * Which calls about meetings are rejected, with their messages, and what still works while Zoom
 * doesn't respond.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { meetingConnections } from "#server/db/tables/meetings.table.ts";
import { findProvider } from "#server/meetings/connection/connection.ts";
import { withProvider } from "#server/meetings/connection/with-provider.ts";
import { startMeeting } from "#server/meetings/meetings.ts";
import { MeetingProviderError } from "#server/providers/meetings/meeting-provider.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { zoomPeople } from "../../support/zoom.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
});
afterAll(() => app.close());

const { addConnectedTeacher, authorize, listAtZoom, schedule } = zoomPeople(() => app);

test.each([
  ["POST", "/connect/ticket", "Authentication required to connect to Zoom"],
  ["GET", "/connect", "You must be logged in to connect to Zoom"],
  ["POST", "/oauth/callback", "Authentication required to complete Zoom integration"],
  ["GET", "/teacher/meetings", "Authentication required to fetch meetings"],
  ["GET", "/course/crs_1/meetings", "Authentication required to fetch meetings"],
  ["POST", "/meetings", "Authentication required to create meeting"],
])("%s %s responds to visitors with '%s'", async (method, path, message) => {
  const body = method === "POST" ? { body: {} } : {};
  const answer = await app.call(method, `/api/zoom${path}`, body);
  expect([answer.status, answer.body.message]).toEqual([401, message]);
});

describe("the callback from Zoom", () => {
  it.each([
    ["without a code", { code: "" }, "Authorization code not found in callback URL"],
    ["without a state", { state: "" }, "Failed to complete Zoom authorization"],
    ["with a forged state", { state: "forged" }, "Failed to complete Zoom authorization"],
    ["with a forged code", { code: "forged" }, "Failed to complete Zoom authorization"],
  ])("is rejected %s", async (_how, part, message) => {
    const teacher = await addTeacher(app.context);
    const body = { ...(await authorize(teacher)), ...part };
    const { token } = teacher;
    const answer = await app.call("POST", "/api/zoom/oauth/callback", { token, body });
    expect(answer.body.message).toBe(message);
    expect((await app.call("GET", "/api/zoom/status", { token })).body.connected).toBe(false);
  });
});

describe("a course that is not published", () => {
  it.each(["draft", "archived"] as const)(
    "gets no meetings when it is %s, unless it has students",
    async (status) => {
      const teacher = await addConnectedTeacher();
      const courseId = await addCourse(app.context, teacher);
      await app.context.db.update(courses).set({ status }).where(eq(courses.id, courseId));
      const refused = await schedule(teacher, courseId);
      expect([refused.status, refused.body.message]).toEqual([409, meetingMessages.notTaught]);
      expect(await listAtZoom(teacher)).toEqual([]);
      await addEnrollment(app.context, await addStudent(app.context), courseId);
      expect((await schedule(teacher, courseId)).status).toBe(201);
    },
  );
});

test("a meeting that no longer exists at Zoom cannot be started, and the error says what to do", async () => {
  const teacher = await addConnectedTeacher();
  const { body } = await schedule(teacher, await addCourse(app.context, teacher));
  const [atZoom] = await listAtZoom(teacher);
  await withProvider(app.context, teacher.profileId, (zoom, token) =>
    zoom.deleteMeeting(token, String(atZoom?.id)),
  );
  await expect(startMeeting(app.context, teacher.actor, body.data._id)).rejects.toMatchObject({
    code: "conflict",
    message: meetingMessages.gone("Zoom"),
  });
});

test("other people are served while Zoom keeps more teachers waiting than there are connections", async () => {
  const teachers = await Promise.all(Array.from({ length: 12 }, () => addConnectedTeacher()));
  await app.context.db.update(meetingConnections).set({ accessTokenExpiresAt: new Date(0) });
  const silence = Promise.withResolvers<never>();
  let asked = 0;
  const zoom = findProvider(app.context, "zoom");
  const refresh = () => {
    asked += 1;
    return silence.promise;
  };
  const silent = { ...zoom, within: () => ({ ...zoom, refresh }) };
  const waiting = teachers.map(({ profileId }) =>
    withProvider({ ...app.context, meetingProviders: [silent] }, profileId, async () => "answered"),
  );
  await expect.poll(() => asked).toBeGreaterThanOrEqual(10);
  expect((await app.call("GET", "/api/courses")).status).toBe(200);
  silence.reject(new MeetingProviderError("unavailable", "Zoom did not answer"));
  const ends = await Promise.allSettled(waiting);
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  // Zoom is available again, so nobody has to wait for the pending calls to time out.
  const [first] = teachers;
  expect(await withProvider(app.context, first?.profileId ?? "", async () => "back")).toBe("back");
});
