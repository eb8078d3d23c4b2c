/** Everything at once around one address, from two processes: nothing fails, one account remains. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { openTwoApps } from "../../support/open-two-apps.ts";
import { type Browser, createBrowser, join, newEmail, password, readCode } from "./browser.ts";

const { app, secondProcess } = await openTwoApps({ RATE_LIMIT_FACTOR: "1000" });

/** Each call several times, all at once, by turns through both processes. */
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
