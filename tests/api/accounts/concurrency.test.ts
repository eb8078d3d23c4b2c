/** Concurrent calls for one address through two processes: none fails, and one account remains. */
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, users } from "#server/db/tables/accounts.table.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { type Browser, createBrowser, join, newEmail, password, readCode } from "./browser.ts";

const { app, secondProcess } = await openTwoApps({ RATE_LIMIT_FACTOR: "1000" });

/** Sends each call several times at once, alternating between the two processes. */
async function callAtOnce(times: number, calls: ((browser: Browser) => Promise<unknown>)[]) {
  const answers = await Promise.all(
    calls.flatMap((call) =>
      Array.from({ length: times }, (_, index) =>
        call(createBrowser(index % 2 ? secondProcess : app)),
      ),
    ),
  );
  return (answers as { status: number }[]).map(({ status }) => status);
}

test("concurrent sign-ups and verifications leave a consistent account", async () => {
  const email = newEmail();
  const owner = createBrowser(app);
  await owner.post("/signup", { name: "Amina", email, password });
  const code = await readCode(app, email);
  const statuses = await callAtOnce(6, [
    (browser) => browser.post("/signup", { name: "Amina", email, password }),
    (browser) => browser.post("/resend", { email }),
    (browser) => browser.post("/verify", { email, code }),
    (browser) => browser.post("/verify", { email, code: "000000" }),
    (browser) => browser.post("/login", { email, password }),
    () => owner.post("/signup", { name: "Amina", email, password }),
  ]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const accounts = await app.context.db.select().from(users).where(eq(users.email, email));
  expect(accounts.length).toBeLessThanOrEqual(1);
});

test("concurrent password resets leave a consistent account", async () => {
  const { email, id, token, browser: own } = await join(app);
  await own.post("/password/forgot", { email });
  const code = await readCode(app, email);
  const { body } = await own.post("/verify", { email, code });
  const resetToken = body.data.accessToken;
  const statuses = await callAtOnce(6, [
    (browser) => browser.post("/password/forgot", { email }),
    (browser) => browser.post("/verify", { email, code: "000000" }),
    (browser) =>
      browser.post(`/password/reset/${id}`, { password: "by reset token" }, { token: resetToken }),
    (browser) =>
      browser.post(
        `/password/change/${id}`,
        { currentPassword: password, newPassword: "by the owner" },
        { token },
      ),
    (browser) => browser.post("/login", { email, password }),
    () => own.post("/refresh"),
    () => own.post("/logout"),
  ]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

/** Log-ins that queue for the password comparison. */
const floodWithLogIns = (email: string) =>
  Array.from({ length: 60 }, () => createBrowser(app).post("/login", { email, password }));

test("a log-in that was queued with the old password does not survive a password reset", async () => {
  const { email, id, browser: own } = await join(app);
  await own.post("/password/forgot", { email });
  const { body } = await own.post("/verify", { email, code: await readCode(app, email) });
  const logIns = floodWithLogIns(email);
  const reset = await own.post(
    `/password/reset/${id}`,
    { password: "another quiet morning" },
    { token: body.data.accessToken },
  );
  expect(reset.status).toBe(200);
  const statuses = (await Promise.all(logIns)).map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const isLive = and(eq(sessions.userId, id), isNull(sessions.revokedAt));
  expect(await app.context.db.$count(sessions, isLive)).toBe(0);
});

test("log-ins that are queued while the account is deleted are rejected like those for an unknown address", async () => {
  const { email, id, token } = await join(app);
  const logIns = floodWithLogIns(email);
  const deleted = await app.call("DELETE", "/api/users/me", {
    token,
    body: { currentPassword: password },
  });
  expect(deleted.status).toBe(200);
  const statuses = (await Promise.all(logIns)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
  expect(await app.context.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
});
