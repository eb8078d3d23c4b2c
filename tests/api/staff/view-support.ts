/** Views of the site as a person, for the tests of one file. */
import { expect } from "vitest";
import { findView } from "#server/staff/views/views.ts";
import type { TestApp } from "../../support/app.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";

export const reason = "Can't find the certificate";

export const asActor = ({ sessionId, staff }: StaffPerson) => ({
  sessionId,
  staff: { role: staff.role, secondFactorAt: new Date() },
});

export function viewActions(app: () => TestApp) {
  const start = ({ token }: StaffPerson, userId: string, body: object = { reason }) =>
    app().call("POST", "/api/staff/views", { token, body: { userId, ...body } });

  /** Starts a view in its own staff session. */
  async function addView(person: { userId: string }) {
    const staff = await addStaffPerson(app().context, "support");
    const answer = await start(staff, person.userId);
    expect(answer.status).toBe(200);
    const path: string = answer.body.data.path;
    const id = /^\/staff\/view\/([\w-]+)\/dashboard$/.exec(path)?.[1] ?? "";
    const find = (by = asActor(staff)) => findView(app().context, by, id);
    return { staff, id, find };
  }

  return { start, addView };
}
