/**
 * How the calls of a live page respond without a valid log-in. Visitors must not learn whether a class
 * exists. Clients whose token has expired must learn that they can renew it.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass } = attend(() => app);

const calls = [
  { method: "GET", end: "" },
  { method: "POST", end: "", body: { command: "share", from: "2:255", to: "2:257" } },
  { method: "POST", end: "", body: { command: "dance" } },
  { method: "GET", end: "/events" },
  { method: "GET", end: "/recap" },
];

interface Credentials {
  token?: string;
  headers?: Record<string, string>;
}

describe.each(calls)("$method page$end", ({ method, end, body }) => {
  const call = (classId: string, who: Credentials) =>
    app.call(method, `/api/classes/${classId}/page${end}`, { ...who, ...(body && { body }) });

  it("returns 404 to visitors, whether or not the class exists", async () => {
    const { classId } = await addClass();
    for (const id of [classId, "cls_missing"]) {
      const answer = await call(id, {});
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe("Class not found");
    }
  });

  it("returns 401 to people whose token or session is no longer valid", async () => {
    const { classId, student } = await addClass();
    const { config, db } = app.context;
    const session = await startSession(config, db, student.userId, undefined);
    await db.delete(sessions).where(eq(sessions.id, session.actor.sessionId));
    const cookie = writeSessionCookie(config, session.token, session.endsAt).split(";")[0] ?? "";
    const refused: Credentials[] = [
      { token: `${student.token.slice(0, -8)}AAAAAAAA` },
      { headers: { authorization: "Bearer broken" } },
      { headers: { cookie } },
      { headers: { cookie, authorization: `Bearer ${student.token.slice(0, -8)}AAAAAAAA` } },
    ];
    for (const who of refused) expect((await call(classId, who)).status).toBe(401);
  });
});
