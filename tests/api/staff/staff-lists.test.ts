/** The console's lists: the log, courses, payments and what needs a person today. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { listStaffCalls } from "#server/staff/staff-route.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";

let app: TestApp;
let owner: StaffPerson;
let moderator: StaffPerson;
beforeAll(async () => {
  app = await createTestApp();
  owner = await addStaffPerson(app.context, "owner");
  moderator = await addStaffPerson(app.context, "moderator");
});
afterAll(() => app.close());

const reason = "The description links to another site.";

const read = async (path: string, { token }: StaffPerson) =>
  (await app.call("GET", `/api/staff${path}`, { token })).body.data;

it("a moderator doesn't show an own course that someone else has hidden", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const own = await promote(app.context, teacher, "moderator");
  const change = (which: string, { token }: StaffPerson) =>
    app.call("POST", `/api/staff/courses/${courseId}/${which}`, { token, body: { reason } });
  expect((await change("hide", moderator)).status).toBe(200);
  expect((await change("show", own)).status).toBe(403);
  expect((await read(`/courses?search=${courseId}&status=hidden`, moderator)).total).toBe(1);
  expect((await change("show", moderator)).status).toBe(200);
});

it("a moderator hides and shows a course, and the log names the course and the moderator", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const { token } = moderator;
  for (const change of ["hide", "show"]) {
    const path = `/api/staff/courses/${courseId}/${change}`;
    expect((await app.call("POST", path, { token, body: { reason } })).status).toBe(200);
    const state = await read(`/courses?search=${courseId}&status=hidden`, moderator);
    expect(state.total).toBe(change === "hide" ? 1 : 0);
  }
  const { rows } = await read(`/log?search=${courseId}&sort=at`, owner);
  expect(rows).toMatchObject([
    { kind: "hide-course", by: moderator.staff.name, reason, subjectKind: "course" },
    { kind: "show-course", by: moderator.staff.name },
  ]);
  expect(rows[0].subjectName).toBeTruthy();
});

it("owners read the whole log, and others only what they did", async () => {
  const student = await addStudent(app.context);
  const { token } = owner;
  await app.call("POST", `/api/staff/people/${student.userId}/warn`, { token, body: { reason } });
  const search = `/log?search=${student.userId}`;
  expect((await read(search, owner)).total).toBe(1);
  expect((await read(search, moderator)).total).toBe(0);
});

it("the log is exported with its filters", async () => {
  const { token } = owner;
  const { status, body } = await app.call("GET", "/api/staff/log/export.csv?kind=warn-person", {
    token,
  });
  expect(status).toBe(200);
  expect(body).toContain("warn-person");
  expect(body).not.toContain("hide-course");
});

it("every export is in the log, with what it was restricted to", async () => {
  const { token, userId } = await addStaffPerson(app.context, "owner");
  const exports = listStaffCalls().filter(({ path }) => path.endsWith("/export.csv"));
  for (const { path } of exports) {
    const before = await app.context.db.$count(staffActions);
    expect(
      (await app.call("GET", `${path}?search=Nobody&by=teacher`, { token })).status,
      path,
    ).toBe(200);
    expect((await app.context.db.$count(staffActions)) - before, path).toBe(1);
  }
  const entries = await app.context.db
    .select()
    .from(staffActions)
    .where(eq(staffActions.staffId, userId));
  expect(entries.map(({ subjectId }) => subjectId).sort()).toEqual(
    exports.map(({ path }) => path.split("/").at(-2)).sort(),
  );
  for (const { kind, details } of entries) {
    const query = kind === "export-revenue" ? { by: "teacher" } : { search: "Nobody" };
    expect(details, kind).toMatchObject({ query });
  }
});

it("a table is divided into pages without repeating or omitting rows", async () => {
  const teacher = await addTeacher(app.context);
  const ids: string[] = [];
  for (let number = 0; number < 27; number += 1) ids.push(await addCourse(app.context, teacher));
  const search = `/courses?search=${teacher.userId}&sort=price`;
  const pages = [await read(search, owner), await read(`${search}&page=2`, owner)];
  expect(pages).toMatchObject([
    { total: 27, page: 1, pages: 2 },
    { total: 27, page: 2, pages: 2 },
  ]);
  const listed = pages.flatMap(({ rows }) => rows.map(({ _id }: { _id: string }) => _id));
  expect(listed.sort()).toEqual(ids.sort());
  expect(await read(`${search}&page=3`, owner)).toMatchObject({ rows: [], total: 27 });
});

it("today shows each role only what belongs to it", async () => {
  const bookkeeper = await addStaffPerson(app.context, "bookkeeper");
  expect(await read("/today", moderator)).toMatchObject({ people: {}, money: null });
  expect(await read("/today", bookkeeper)).toMatchObject({ people: null, money: {} });
  expect(await read("/today", owner)).toMatchObject({ people: {}, money: { failedJobs: 0 } });
});

it("payments are listed, filtered and exported", async () => {
  for (const query of ["", "?status=disputed", "?search=pay_none&sort=-amount", "?status=none"]) {
    expect(await read(`/payments${query}`, owner), query).toMatchObject({ rows: [], total: 0 });
  }
  const { token } = owner;
  expect((await app.call("GET", "/api/staff/payments/export.csv", { token })).status).toBe(200);
});
