import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { startPurges, type Tags } from "#server/gateway/page-cache/purges.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
});
afterAll(() => app.close());

async function start(): Promise<TestGateway> {
  const gateway = await startGateway({ api: new Hono().route("/", app.app) });
  app.context.purgePages = async (tags) => gateway.cache.purge(tags);
  return gateway;
}

it("the course list is cached for everyone and rebuilt after every change", async () => {
  const gateway = await start();
  const titles = async () => {
    const answer = await fetch(`${gateway.url}/api/courses`);
    expect(answer.status).toBe(200);
    expect(answer.headers.has("cache-tag")).toBe(false);
    const { data } = (await answer.json()) as { data: { courses: { title: string }[] } };
    return data.courses.map(({ title }) => title);
  };
  const change = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(method, path, { token: teacher.token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  expect(await titles()).toEqual([]);
  const { _id: id } = await change("POST", "/api/courses", courseInput({ status: "published" }));
  expect(await titles()).toEqual(["Tajweed from the first letter"]);
  await expect(countQueries(app.database, titles)).rejects.toThrow("no statements");
  await change("PUT", `/api/courses/${id}`, { title: "Renamed" });
  expect(await titles()).toEqual(["Renamed"]);
  await change("PUT", `/api/courses/${id}`, { status: "archived" });
  expect(await titles()).toEqual([]);
  await change("PUT", `/api/courses/${id}`, { status: "published" });
  expect(await titles()).toEqual(["Renamed"]);
  await change("DELETE", `/api/courses/${id}`);
  expect(await titles()).toEqual([]);
});

it("a new name of a student or a teacher appears in the course list at once", async () => {
  const gateway = await start();
  const student = await addStudent(app.context);
  const created = await app.call("POST", "/api/courses", {
    token: teacher.token,
    body: courseInput({ status: "published" }),
  });
  await addEnrollment(app.context, student, created.body.data._id);
  const read = async () => (await fetch(`${gateway.url}/api/courses`)).text();
  await app.context.purgePages(["courses"]);
  await read();
  for (const [path, person] of [
    ["students", student],
    ["teachers", teacher],
  ] as const) {
    const name = `New name of ${path}`;
    const { token, profileId } = person;
    await app.call("PATCH", `/api/${path}/${profileId}`, { token, body: { name } });
    expect(await read()).toContain(name);
  }
});

it("taking or freeing the last seat purges the cached lists in every process", async () => {
  const purged: Tags[] = [];
  const purges = startPurges({
    databaseUrl: app.database.url,
    pool: app.database.pool,
    log: pino({ level: "silent" }),
    purgeHere: (tags) => void purged.push(tags),
  });
  onTestFinished(() => purges.stop());
  await purges.listening;
  const course = await addCourse(app.context, teacher, { maxStudents: 2 });
  const seats: string[] = [];
  for (let seat = 0; seat < 2; seat += 1) {
    seats.push(await addEnrollment(app.context, await addStudent(app.context), course));
  }
  const full = [["courses", `course:${course}`]];
  await vi.waitFor(() => expect(purged.slice(1)).toEqual(full));
  await app.context.db
    .update(enrollments)
    .set({ status: "expired" })
    .where(eq(enrollments.id, seats[0] ?? ""));
  await vi.waitFor(() => expect(purged.slice(1)).toEqual([...full, ...full]));
});
