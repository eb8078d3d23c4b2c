/**
 * The calls that a session of the app in Zoom may make: those that its panel needs, and no others.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { attend } from "../live-pages/live-class.ts";
import { openInZoom } from "./zoom-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass } = attend(() => app);
const zoom = openInZoom(() => app);
const refused = {
  status: 403,
  body: { message: "This isn't possible in Zoom. Please use the website." },
};

/** A class whose teacher and student have opened the app. */
async function openClass() {
  const found = await addClass();
  const { courseId, student, teacher } = found;
  const tokenOf = async (person: typeof teacher): Promise<string> =>
    (await zoom.openLinked(person)).account.accessToken;
  const log = `/api/recitations/course/${courseId}/student/${student.profileId}`;
  return {
    ...found,
    log,
    teacherToken: await tokenOf(teacher),
    studentToken: await tokenOf(student),
  };
}

const lesson = () => ({
  clientId: crypto.randomUUID(),
  kind: "sabaq",
  // Yesterday, because today may not have begun in the student's time zone.
  date: new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10),
  ...{ fromSurah: 112, fromVerse: 1, toSurah: 112, toVerse: 4 },
  mistakes: 1,
  markedWords: [{ verse: "112:1", word: 2, mistake: "forgotten" }],
});

const bookmark = {
  id: crypto.randomUUID(),
  kind: "bookmark",
  clock: Date.now() * 1_000,
  verse: 1,
  name: "In class",
  changed: ["verse", "name"],
};

describe("the session of the app in Zoom", () => {
  it("lets the teacher mark the recitations of the course's students", async () => {
    const { log, teacherToken, teacher } = await openClass();
    const passage = `${log}/passage?from=112:1&to=112:4`;
    expect(await app.call("GET", passage, { token: teacherToken })).toMatchObject({
      status: 200,
      body: { data: { weakWords: [] } },
    });
    const saved = await app.call("POST", log, { token: teacherToken, body: lesson() });
    expect(saved.status).toBe(201);
    const { body } = await app.call("GET", log, { token: teacher.token });
    expect(body.data.lessons).toMatchObject([{ _id: saved.body.data._id, mistakes: 1 }]);
  });

  it("lets people keep their own private notes", async () => {
    const { student, studentToken } = await openClass();
    const change = { since: 0, loading: false, changes: [bookmark] };
    const synced = await app.call("POST", "/api/study/sync", { token: studentToken, body: change });
    expect(synced.status).toBe(200);
    const read = { since: 0, loading: true, changes: [] };
    const onSite = await app.call("POST", "/api/study/sync", { token: student.token, body: read });
    expect(onSite.body.data.changes).toMatchObject([{ id: bookmark.id, name: "In class" }]);
  });

  it("has no more rights than its owner", async () => {
    const { log, studentToken } = await openClass();
    const other = await openClass();
    for (const token of [studentToken, other.teacherToken]) {
      const saved = await app.call("POST", log, { token, body: lesson() });
      const prepared = await app.call("GET", `${log}/passage?from=112:1&to=112:4`, { token });
      expect([saved.status, prepared.status]).toEqual([403, 403]);
    }
  });

  it("can make no other calls, not even those that its owner may make on the site", async () => {
    const { student, courseId, classId, log, studentToken, teacherToken } = await openClass();
    const calls: [string, string, object?][] = [
      ["GET", "/api/users/me/sessions"],
      ["DELETE", "/api/users/me/sessions"],
      ["GET", "/api/users/me/export"],
      ["DELETE", "/api/users/me", { password: "x" }],
      ["POST", `/api/auth/password/change/${student.userId}`, { newPassword: "x" }],
      ["GET", `/api/students/${student.profileId}`],
      ["GET", "/api/messages"],
      ["GET", "/api/plans/me"],
      ["POST", "/api/plans/checkout", { interval: "month" }],
      ["GET", "/api/zoom-app/links"],
      ["DELETE", "/api/zoom-app/links/zln_x"],
      ["GET", "/api/study/export?format=json"],
      ["GET", log],
      ["GET", `/api/recitations/course/${courseId}`],
      ["GET", "/api/recitations/marks?from=112:1&to=112:4"],
      ["POST", `/api/recitations/course/${courseId}/guardian-link`, {}],
      ["PUT", "/api/recitations/rec_x", lesson()],
      ["DELETE", "/api/recitations/rec_x"],
      ["GET", `/api/classes/${classId}/page/recap`],
    ];
    for (const token of [studentToken, teacherToken]) {
      for (const [method, path, body] of calls) {
        const answer = await app.call(method, path, { token, ...(body && { body }) });
        expect(answer, `${method} ${path}`).toMatchObject(refused);
      }
    }
  });
});
