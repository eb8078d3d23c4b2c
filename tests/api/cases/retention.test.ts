/** How long cases are kept, and what remains in them of a deleted account. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { deleteOldCases } from "#server/cases/retention.ts";
import { caseReports, cases } from "#server/db/tables/cases.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { caseAbout, casesAbout } from "./support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

const day = 24 * 60 * 60_000;

const report = (person: Person, teacher: Person) =>
  app.call("POST", "/api/reports", {
    token: person.token,
    body: { about: "profile", id: teacher.profileId, category: "other", details: "Look at this" },
  });

const write = (email: string) =>
  app.call("POST", "/api/contact", {
    body: { name: "Khadija Noor", email, subject: "A question", message: "When do you open?" },
  });

const reportsFrom = (email: string) =>
  app.context.db.select().from(caseReports).where(eq(caseReports.email, email));

describe("deleting an account", () => {
  it("keeps what was reported about the person, and removes the person's messages to staff", async () => {
    const teacher = await addTeacher(app.context, { name: "Yusuf Mansour" });
    const student = await addStudent(app.context);
    await report(student, teacher);
    await write(teacher.email);
    await write("other@example.org");
    expect(await reportsFrom(teacher.email)).toHaveLength(1);
    await erasePerson(app.context.db, { id: teacher.userId, email: teacher.email });
    expect((await caseAbout(app, "profile", teacher.profileId)).evidence).toMatchObject([
      { name: "Yusuf Mansour" },
    ]);
    expect(await reportsFrom(teacher.email)).toEqual([]);
    expect(await reportsFrom("other@example.org")).toHaveLength(1);
  });

  it("keeps the person's report of someone else", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    await report(student, teacher);
    await erasePerson(app.context.db, { id: student.userId, email: student.email });
    expect((await caseAbout(app, "profile", teacher.profileId)).reports).toMatchObject([
      { details: "Look at this", email: null, name: null },
    ]);
  });
});

describe("the export of personal data", () => {
  it("contains the person's own reports, but not the names of people who reported the person", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    await report(student, teacher);
    const ofStudent = await app.call("GET", "/api/users/me/export", { token: student.token });
    expect(ofStudent.body.data.caseReports).toMatchObject([{ details: "Look at this" }]);
    const ofTeacher = await app.call("GET", "/api/users/me/export", { token: teacher.token });
    expect(ofTeacher.body.data.caseReports).toEqual([]);
    expect(JSON.stringify(ofTeacher.body)).not.toContain("Look at this");
  });
});

describe("the retention job", () => {
  it("deletes cases a year after they ended, and never pending ones", async () => {
    const [decided, pending] = [await addTeacher(app.context), await addTeacher(app.context)];
    const student = await addStudent(app.context);
    await report(student, decided);
    await report(student, pending);
    const { id } = await caseAbout(app, "profile", decided.profileId);
    await app.context.db
      .update(cases)
      .set({ status: "decided", changedAt: new Date() })
      .where(eq(cases.id, id));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 360 * day });
    await deleteOldCases(app.context);
    expect(await casesAbout(app, "profile", decided.profileId)).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * day });
    await deleteOldCases(app.context);
    expect(await casesAbout(app, "profile", decided.profileId)).toEqual([]);
    expect(await casesAbout(app, "profile", pending.profileId)).toHaveLength(1);
    vi.useRealTimers();
    expect((await report(student, decided)).status).toBe(201);
    expect(await casesAbout(app, "profile", decided.profileId)).toHaveLength(1);
  });
});
