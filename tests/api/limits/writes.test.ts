/** How many changes one account can make. A normal day stays far below the limit. */
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

async function openApp(env: Record<string, string> = {}) {
  const app = await createTestApp({ env });
  onTestFinished(() => app.close());
  return app;
}

test("an account that makes too many changes is stopped but can still read, and others can write", async () => {
  // A twentieth of the normal limit.
  const app = await openApp({ RATE_LIMIT_FACTOR: "0.05" });
  const teacher = await addTeacher(app.context);
  const other = await addTeacher(app.context);
  const change = ({ profileId, token }: typeof teacher, method = "PATCH") =>
    app.call(method, `/api/teachers/${profileId}`, { token, body: { bio: "Patient" } });
  for (let time = 0; time < 30; time += 1) expect((await change(teacher)).status).toBe(200);
  for (const method of ["PATCH", "PUT", "PATCH"]) {
    const refused = await change(teacher, method);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const { token } = teacher;
  const remove = await app.call("DELETE", "/api/courses/crs_missing", { token });
  expect(remove.status).toBe(429);
  expect(
    (await app.call("GET", `/api/courses/teacher/${teacher.profileId}`, { token })).status,
  ).toBe(200);
  expect((await change(other)).status).toBe(200);
});

test("reading and typing don't count as changes, and have no effect beyond their own limits", async () => {
  // A tenth of the normal limits: 60 changes, and 12 saves of progress and 6 notices a minute.
  const app = await openApp({ RATE_LIMIT_FACTOR: "0.1" });
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  await addEnrollment(app.context, student, await addCourse(app.context, teacher));
  const heard: string[] = [];
  await app.context.live.subscribe({
    profileId: teacher.profileId,
    sessionId: teacher.actor.sessionId,
    address: "127.0.0.1",
    deliver: ({ type }) => heard.push(type),
    end: () => {},
  });
  const call = (method: string, path: string, body: object) =>
    app.call(method, `/api/messages${path}`, { token: student.token, body });
  const opened = await call("POST", "/threads", { recipientId: teacher.profileId });
  const thread = `/threads/${opened.body.data.threadId}`;
  for (const clientId of ["message-1", "message-2"]) {
    await call("POST", `${thread}/messages`, { text: "Salam", clientId });
  }
  const reader = { token: teacher.token };
  const read = (readSeq: number) =>
    app.call("PUT", `/api/messages${thread}/state`, { ...reader, body: { readSeq } });
  for (let time = 0; time < 70; time += 1) {
    expect((await read(1)).status).toBe(200);
    expect((await call("POST", `${thread}/typing`, {})).status).toBe(200);
  }
  expect((await read(2)).body.data).toEqual({ readSeq: 1, deliveredSeq: 1 });
  const own = await call("POST", `${thread}/messages`, { text: "Salam", clientId: "message-3" });
  expect(own.status).toBe(201);
  const profile = `/api/teachers/${teacher.profileId}`;
  const change = await app.call("PATCH", profile, { ...reader, body: { bio: "Patient" } });
  expect(change.status).toBe(200);
  await expect.poll(() => heard.filter((type) => type === "message")).toHaveLength(3);
  expect(heard.filter((type) => type === "typing")).toHaveLength(6);
});

test("a teacher can move three classes, mark forty attendances and write to forty students", async () => {
  const app = await openApp();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-08T10:30:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const teacher = await addTeacher(app.context, { timeZone: "UTC" });
  const { token } = teacher;
  const input = courseInput({
    status: "published",
    price: 0,
    startDate: "2027-03-01",
    endDate: "2027-04-30",
    schedule: [{ day: "Monday", startTime: "10:00", endTime: "11:00" }],
    maxStudents: 60,
  });
  const { _id: courseId } = await createCourse(app.context, teacher.actor, input);
  const students = [];
  for (let index = 0; index < 40; index += 1) {
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, courseId);
    students.push(student);
  }
  const rows = await app.context.db
    .select()
    .from(classes)
    .where(eq(classes.courseId, courseId))
    .orderBy(classes.startsAt);
  const [, today, ...coming] = rows;
  const call = async (method: string, path: string, body: object) =>
    (await app.call(method, path, { token, body })).status;
  const statuses = [];
  for (const [index, { id }] of coming.slice(0, 3).entries()) {
    const body = { date: `2027-04-0${index + 1}`, startTime: "15:00", endTime: "16:00" };
    statuses.push(await call("PATCH", `/api/classes/${id}`, body));
  }
  for (const { profileId } of students) {
    vi.setSystemTime(Date.now() + 8_000);
    statuses.push(
      await call("PUT", `/api/classes/${today?.id}/attendance`, {
        studentId: profileId,
        present: true,
      }),
    );
    const opened = await app.call("POST", "/api/messages/threads", {
      token,
      body: { recipientId: profileId },
    });
    const path = `/api/messages/threads/${opened.body.data.threadId}/messages`;
    const body = { text: "Please revise surah Ya-Sin.", clientId: `to-${profileId}` };
    statuses.push(opened.status, await call("POST", path, body));
  }
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  expect(statuses).toHaveLength(3 + 40 * 3);
});
