/** Who may make which call of the console. Calls are listed where they are declared. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasStaffRole, staffRoles } from "#lib/staff/staff.rules.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { listStaffCalls, type StaffCall } from "#server/staff/staff-route.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";

let app: TestApp;
let calls: StaffCall[];
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
  calls = listStaffCalls();
});
afterAll(() => app.close());

/** The status and message of a call about something that doesn't exist. */
async function make({ method, path }: StaffCall, token?: string, headers?: Record<string, string>) {
  const hasBody = method !== "get";
  const answer = await app.call(method.toUpperCase(), path.replaceAll(/:\w+/g, "none"), {
    ...(hasBody && { body: {} }),
    ...(token && { token }),
    ...(headers && { headers }),
  });
  return {
    status: answer.status,
    message: answer.body?.message as string | undefined,
    body: answer.body,
  };
}

const describeCall = ({ method, path }: StaffCall) => `${method} ${path}`;
const missing = { status: 404, message: "Endpoint not found" };

it("every route below /api/staff is declared with its roles", () => {
  const routes = app.app.routes
    .filter(({ path, method }) => path.startsWith("/api/staff/") && method !== "ALL")
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/\/$/, "")}`);
  const declared = calls.map(describeCall);
  expect(declared.length).toBeGreaterThan(10);
  expect([...new Set(routes)].sort()).toEqual([...declared].sort());
});

describe("people who aren't staff", () => {
  it("get the same response from every call as from a path that does not exist", async () => {
    const student = await addStudent(app.context);
    const teacher = await addTeacher(app.context);
    const newcomer = await addAccount(app.context);
    const tokens = [undefined, "an.invalid.token", student.token, teacher.token, newcomer.token];
    const unknown: StaffCall = {
      method: "get",
      path: "/api/staff/none",
      roles: "any",
      isSignIn: false,
    };
    const wrong: string[] = [];
    for (const call of [unknown, ...calls]) {
      for (const [index, token] of tokens.entries()) {
        const { status, message } = await make(call, token);
        if (status !== missing.status || message !== missing.message) {
          wrong.push(`${describeCall(call)} for caller ${index}: ${status} ${message}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

it("staff without a second factor in this session may only enter one", async () => {
  const late = new Date(Date.now() - 12 * 60 * 60 * 1_000 - 1_000);
  const people = [
    await addStaffPerson(app.context, "owner", null),
    await addStaffPerson(app.context, "owner", late),
  ];
  for (const call of calls) {
    for (const { token } of people) {
      const { status, body } = await make(call, token);
      if (call.isSignIn) expect(status, describeCall(call)).not.toBe(401);
      else {
        expect(status, describeCall(call)).toBe(401);
        expect(body.errors, describeCall(call)).toMatchObject([{ field: "secondFactor" }]);
      }
    }
  }
});

it.each(staffRoles)(
  "a member of staff with the role %s may make the calls that the role allows, and no others",
  async (role) => {
    const { token } = await addStaffPerson(app.context, role);
    const wrong: string[] = [];
    for (const call of calls) {
      const { status, message } = await make(call, token);
      const isAllowed = hasStaffRole(role, call.roles);
      const isRefused = status === 403 || status === 401 || message === missing.message;
      const isEnrollment = call.isSignIn && status === 403;
      if (isAllowed ? isRefused && !isEnrollment : status !== 403) {
        wrong.push(`${describeCall(call)}: ${status} ${message}`);
      }
      if (status >= 500) wrong.push(`${describeCall(call)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  },
);

it("reading leaves no entry in the audit log, exports leave one, and refused changes leave none", async () => {
  const { token } = await addStaffPerson(app.context, "owner");
  const count = () => app.context.db.$count(staffActions);
  const wrong: string[] = [];
  for (const call of calls.filter(({ isSignIn }) => !isSignIn)) {
    const before = await count();
    const { status } = await make(call, token);
    const entries = (await count()) - before;
    const isExport = call.path.endsWith("/export.csv");
    if (isExport && status !== 200) wrong.push(`${describeCall(call)}: ${status}`);
    // Most changes fail without input. Those that need none succeed, and must be logged.
    const isChange = call.method !== "get" && status < 300;
    const wanted = isExport || isChange ? 1 : 0;
    if (entries !== wanted) wrong.push(`${describeCall(call)}: ${status}, ${entries} entries`);
  }
  expect(wrong).toEqual([]);
});
