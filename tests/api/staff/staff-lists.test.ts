/** The console's lists: the log, courses, payments and what requires staff to act today. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailSuppressions } from "#server/db/tables/mail-suppressions.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import {
  redeemRecoveryCode,
  renewRecoveryCodes,
} from "#server/staff/second-factor/recovery-codes.ts";
import { listStaffCalls } from "#server/staff/staff-route.ts";
import { exportedPageSize } from "#server/staff/staff-table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
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

it("a moderator can't show their own course again after someone else has hidden it", async () => {
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

it("a moderator can't show a course that someone else has hidden again for another reason", async () => {
  const courseId = await addCourse(app.context, await addTeacher(app.context));
  const { token } = moderator;
  const change = (which: string, body: object) =>
    app.call("POST", `/api/staff/courses/${courseId}/${which}`, { token, body });
  const readHidden = async () => (await read(`/courses/${courseId}`, moderator)).hidden;
  await change("hide", { reason });
  const { since } = await readHidden();
  await change("show", { reason, seenSince: since });
  await change("hide", { reason: "It asks for payments elsewhere." });
  const late = await change("show", { reason, seenSince: since });
  expect(late.status).toBe(409);
  expect(late.body.message).toContain("Someone else has hidden this course");
  const hidden = await readHidden();
  expect(hidden.reason).toBe("It asks for payments elsewhere.");
  expect((await change("show", { reason, seenSince: hidden.since })).status).toBe(200);
});

it("a course's page shows drafts and hidden courses with their text, seats, cases and log", async () => {
  const teacher = await addTeacher(app.context);
  const description = "See [this site](https://example.org/offer) first.";
  const draft = await addCourse(app.context, teacher, { status: "draft", description });
  expect(await read(`/courses/${draft}`, moderator)).toMatchObject({
    description,
    status: "draft",
    isPublic: false,
    teacher: { userId: teacher.userId },
    seats: [],
    payments: { count: 0 },
    cases: [],
    actions: [],
  });

  const courseId = await addCourse(app.context, teacher, { description });
  const student = await addStudent(app.context);
  await addEnrollment(app.context, student, courseId);
  expect(await read(`/courses/${courseId}`, moderator)).toMatchObject({ isPublic: true });
  await app.call("POST", "/api/reports", {
    token: student.token,
    body: { about: "course", id: courseId, category: "scam", details: "It sells something else." },
  });
  const { token } = moderator;
  await app.call("POST", `/api/staff/courses/${courseId}/hide`, { token, body: { reason } });
  const hidden = await read(`/courses/${courseId}`, moderator);
  expect(hidden).toMatchObject({
    description,
    status: "published",
    hidden: { reason },
    isPublic: false,
    students: 1,
    seats: [{ student: { userId: student.userId }, status: "enrolled" }],
  });
  expect(hidden.cases.map(({ subjectKind }: { subjectKind: string }) => subjectKind)).toContain(
    "course",
  );
  expect(hidden.actions).toContainEqual(expect.objectContaining({ kind: "hide-course", reason }));
  expect((await app.call("GET", "/api/staff/courses/none", { token })).status).toBe(404);
});

it("a moderator's own course shows them no cases, which name the people who reported it", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const student = await addStudent(app.context);
  await app.call("POST", "/api/reports", {
    token: student.token,
    body: { about: "course", id: courseId, category: "scam", details: "It sells something else." },
  });
  const own = await promote(app.context, teacher, "moderator");
  expect((await read(`/courses/${courseId}`, moderator)).cases).toHaveLength(1);
  expect(await read(`/courses/${courseId}`, own)).toMatchObject({ cases: [], actions: [] });
});

it("owners read the whole log, and others read only their own entries", async () => {
  const student = await addStudent(app.context);
  const { token } = owner;
  await app.call("POST", `/api/staff/people/${student.userId}/warn`, { token, body: { reason } });
  const search = `/log?search=${student.userId}`;
  expect((await read(search, owner)).total).toBe(1);
  expect((await read(search, moderator)).total).toBe(0);
});

it("the log is exported with the chosen filters", async () => {
  const { token } = owner;
  const { status, body } = await app.call("GET", "/api/staff/log/export.csv?kind=warn-person", {
    token,
  });
  expect(status).toBe(200);
  expect(body).toContain("Warned a person");
  expect(body).not.toContain("Hid a course");
});

it("an export has every row once, in the chosen order, although it is read in pages", async () => {
  const count = 2 * exportedPageSize + 3;
  const { db } = app.context;
  const emails = Array.from(
    { length: count },
    (_, index) => `row-${String(index).padStart(5, "0")}@pages.example`,
  );
  await db
    .insert(mailSuppressions)
    .values(emails.map((email) => ({ email, reason: "rejected" as const })));
  const { token, userId } = await addStaffPerson(app.context, "owner");
  const path = "/api/staff/suppressions/export.csv?search=pages.example&sort=-email";
  const { status, body } = await app.call("GET", path, { token });
  expect(status).toBe(200);
  const listed = [...String(body).matchAll(/row-\d+@pages\.example/g)].map(([email]) => email);
  expect(listed).toEqual(emails.toReversed());
  expect(String(body).trimEnd().split("\r\n")).toHaveLength(count + 1);
  const [entry] = await db.select().from(staffActions).where(eq(staffActions.staffId, userId));
  expect(entry).toMatchObject({ kind: "export-suppressions", details: { rows: count } });
});

it("every export is in the log, with its filters", async () => {
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

it("the Today page shows each role only what the role may see", async () => {
  const bookkeeper = await addStaffPerson(app.context, "bookkeeper");
  expect(await read("/today", moderator)).toMatchObject({ people: {}, money: null });
  expect(await read("/today", bookkeeper)).toMatchObject({ people: null, money: {} });
  expect(await read("/today", owner)).toMatchObject({
    people: {},
    money: { failedJobs: { total: 0 } },
  });
});

it("the Today page says how many recovery codes the member of staff has left", async () => {
  const { context } = app;
  const [own, other] = [await addStaffPerson(context), await addStaffPerson(context)];
  const [code] = await renewRecoveryCodes(context.config, context.db, own.userId);
  await redeemRecoveryCode(context.config, context.db, own.userId, code ?? "");
  expect(await read("/today", own)).toMatchObject({ recoveryCodesLeft: 9 });
  expect(await read("/today", other)).toMatchObject({ recoveryCodesLeft: 0 });
});

it("a failed job is listed with its error, and an owner retries it once, with one entry in the log", async () => {
  const { jobs, db } = app.context;
  let runs = 0;
  const handle = async () => {
    runs += 1;
    if (runs === 1) throw new Error("The bucket is full");
  };
  await jobs.prepare([defineJob({ name: "always-late", retryLimit: 0, handle })]);
  await db.transaction((tx) => jobs.send(tx, "always-late", {}));
  await jobs.drain();
  const listed = async () =>
    (await read("/today", owner)).money.failedJobs.jobs.filter(
      ({ name }: { name: string }) => name === "always-late",
    );
  const [job] = await listed();
  expect(job.error).toContain("The bucket is full");
  const retry = ({ token }: { token: string }) =>
    app.call("POST", `/api/staff/today/failed-jobs/${job._id}/retry`, { token });
  expect((await retry(await addStaffPerson(app.context, "bookkeeper"))).status).toBe(403);
  const answers = await Promise.all([retry(owner), retry(owner)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await db.$count(staffActions, eq(staffActions.subjectId, job._id))).toBe(1);
  await jobs.drain();
  expect(runs).toBe(2);
  expect(await listed()).toEqual([]);
});

it("payments are listed, filtered and exported", async () => {
  for (const query of ["", "?status=disputed", "?search=pay_none&sort=-amount", "?status=none"]) {
    expect(await read(`/payments${query}`, owner), query).toMatchObject({ rows: [], total: 0 });
  }
  const { token } = owner;
  expect((await app.call("GET", "/api/staff/payments/export.csv", { token })).status).toBe(200);
});
