/** Members of staff are also teachers and students whom others report. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";
import { caseActions } from "./support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
});
afterAll(() => app.close());

const { staffCall, decide, addReportedComment } = caseActions(() => app);

const listed = async (person: StaffPerson, search: string) =>
  (await staffCall(person, "GET", `/?view=all&search=${encodeURIComponent(search)}`)).body.data
    .total;

describe("a case about a member of staff", () => {
  it("can be read by that person while nobody else can decide it", async () => {
    const { row, author } = await addReportedComment();
    const own = await promote(app.context, author, "moderator");
    expect((await staffCall(own, "GET", `/${row.id}`)).status).toBe(200);
    await addStaffPerson(app.context, "support");
    expect((await staffCall(own, "GET", `/${row.id}`)).status).toBe(200);
  });

  it("is otherwise missing from every call of that person, and others decide it", async () => {
    const { row, author } = await addReportedComment();
    const own = await promote(app.context, author, "moderator");
    const other = await addStaffPerson(app.context, "owner");
    expect([await listed(own, row.id), await listed(other, row.id)]).toEqual([0, 1]);
    expect((await staffCall(own, "GET", "/export.csv?view=all")).body).not.toContain(row.id);
    const answers = [
      await staffCall(own, "GET", `/${row.id}`),
      await decide(own, row, "no-action"),
      await staffCall(own, "PUT", `/${row.id}/assignee`, { assign: true }),
      await staffCall(own, "POST", `/${row.id}/notes`, {
        text: "Nothing to see.",
        requestId: randomUUID(),
      }),
      await staffCall(own, "POST", `/${row.id}/replies`, {
        text: "Who are you?",
        to: "reporter",
        requestId: randomUUID(),
      }),
      await staffCall(own, "POST", `/${row.id}/closing`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await decide(other, row, "no-action")).status).toBe(200);
  });

  it("isn't counted on that person's Today page or shown in the log that owners read", async () => {
    const { row, author } = await addReportedComment();
    const own = await promote(app.context, author, "owner");
    const other = await addStaffPerson(app.context, "owner");
    await staffCall(other, "PUT", `/${row.id}/assignee`, { assign: true });
    const pending = async (person: StaffPerson): Promise<number> =>
      (await app.call("GET", "/api/staff/today", person)).body.data.people.pendingCases;
    const logged = async (person: StaffPerson): Promise<number> =>
      (await app.call("GET", `/api/staff/log?search=${row.id}`, person)).body.data.total;
    expect(await pending(own)).toBe((await pending(other)) - 1);
    expect([await logged(own), await logged(other)]).toEqual([0, 1]);
    const { token } = own;
    const file = await app.app.request(`/api/staff/log/export.csv?search=${row.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.status).toBe(200);
    expect(await file.text()).not.toContain(row.id);
  });
});

it("a case that a member of staff has reported is decided by someone else", async () => {
  const { row, reporter } = await addReportedComment();
  const own = await promote(app.context, reporter, "moderator");
  const other = await addStaffPerson(app.context, "moderator");
  expect((await decide(own, row, "hide-content")).status).toBe(403);
  expect((await decide(other, row, "no-action")).status).toBe(200);
});
