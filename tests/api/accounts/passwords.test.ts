import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findActor } from "#server/accounts/sessions/access-token.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import {
  createBrowser,
  join,
  type Member,
  newEmail,
  openConnections,
  password,
  readCode,
} from "./browser.ts";

const newPassword = "a brand new passphrase";
const start = new Date("2027-03-01T10:00:00Z").getTime();
const minute = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

const canLogIn = async (email: string, chosen: string) =>
  (await createBrowser(app).post("/login", { email, password: chosen })).status === 200;
const isLetIn = async (token: string) => (await findActor(app.context, token)) !== undefined;

async function forget(email: string): Promise<string> {
  const answer = await createBrowser(app).post("/password/forgot", { email });
  expect(answer.body.message).toBe("Password reset code has been sent to your email address");
  return readCode(app, email);
}

/** Requests and enters a reset code in a browser in which nobody is logged in. */
async function openReset(email: string) {
  const browser = createBrowser(app);
  const answer = await browser.post("/verify", { email, code: await forget(email) });
  return { browser, answer, token: answer.body.data.accessToken as string };
}

const reset = (userId: string, token: string | undefined, chosen = newPassword) =>
  createBrowser(app).post(`/password/reset/${userId}`, { password: chosen }, { token });

describe("a forgotten password", () => {
  test("is reset with a code and a token, which ends every session and emails the owner", async () => {
    const { id, email, token, browser } = await join(app);
    const { answer, token: resetToken, browser: resetting } = await openReset(email);
    expect(answer.body.data.user).toEqual({ id, email, name: "Amina Yusuf" });
    expect(resetting.cookies.has("halaqa-session")).toBe(false);

    const done = await reset(id, resetToken);
    expect(done.status).toBe(200);
    expect(done.body.message).toBe("Password reset successfully");
    expect(done.headers.getSetCookie()).toEqual([]);
    expect(await canLogIn(email, password)).toBe(false);
    expect(await canLogIn(email, newPassword)).toBe(true);
    expect(await isLetIn(token)).toBe(false);
    expect((await browser.post("/refresh")).status).toBe(401);
    await app.context.jobs.drain();
    expect(app.mails.findLast(({ to }) => to === email)?.subject).toBe(
      "Your Halaqa password was changed",
    );
  });

  test("causes no email to an unknown address", async () => {
    const email = newEmail();
    const answer = await createBrowser(app).post("/password/forgot", { email });
    expect(answer.status).toBe(200);
    await app.context.jobs.drain();
    expect(app.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  test("stays valid until a new one is set", async () => {
    const { email, token } = await join(app);
    await openReset(email);
    expect(await canLogIn(email, password)).toBe(true);
    expect(await isLetIn(token)).toBe(true);
  });

  test("requires an address, with the error text from the specification", async () => {
    const answer = await createBrowser(app).post("/password/forgot", { email: "" });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("Please enter your email address");
  });
});

describe("a reset code", () => {
  test("results in one reset token, even when it is entered several times at the same time", async () => {
    const { email } = await join(app);
    const code = await forget(email);
    const enter = () => createBrowser(app).post("/verify", { email, code });
    await openConnections(app);
    const answers = await Promise.all([enter(), enter(), enter(), enter()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await enter()).status).toBe(400);
  });
});

describe("a reset token", () => {
  test("works once, even when it is used many times at the same time", async () => {
    const { id, email } = await join(app);
    const { token } = await openReset(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset(id, token, `${newPassword} ${index}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(401),
    ]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await canLogIn(email, `${newPassword} ${winner}`)).toBe(true);
  });

  test("is valid for ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const [quick, slow] = [await join(app), await join(app)];
    const [quickToken, slowToken] = [
      (await openReset(quick.email)).token,
      (await openReset(slow.email)).token,
    ];
    vi.setSystemTime(start + 10 * minute - 1000);
    expect((await reset(quick.id, quickToken)).status).toBe(200);
    vi.setSystemTime(start + 10 * minute);
    expect((await reset(slow.id, slowToken)).status).toBe(401);
  });

  test("works only for the person whom it was issued to", async () => {
    const [mine, theirs] = [await join(app), await join(app)];
    const { token } = await openReset(mine.email);
    expect((await reset(theirs.id, token)).status).toBe(401);
    expect(await canLogIn(theirs.email, password)).toBe(true);
  });

  test("remains valid when the new password is rejected", async () => {
    const { id, email } = await join(app);
    const { token } = await openReset(email);
    for (const refused of ["", "short", "password"]) {
      expect((await reset(id, token, refused)).status).toBe(400);
    }
    expect((await reset(id, token)).status).toBe(200);
  });

  test("invalidates other reset tokens and pending codes once it is used", async () => {
    const { id, email } = await join(app);
    const [first, second] = [await openReset(email), await openReset(email)];
    const waitingCode = await forget(email);
    expect((await reset(id, first.token)).status).toBe(200);
    expect((await reset(id, second.token)).status).toBe(401);
    const late = await createBrowser(app).post("/verify", { email, code: waitingCode });
    expect(late.status).toBe(400);
  });

  test.each([undefined, "nonsense", "a.b.c"])(
    "is required and must be valid: %s",
    async (token) => {
      const { id, email } = await join(app);
      expect((await reset(id, token)).status).toBe(401);
      expect(await canLogIn(email, password)).toBe(true);
    },
  );

  test("does not work for a deleted account", async () => {
    const { id, email } = await join(app);
    const { token } = await openReset(email);
    await app.context.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id));
    expect((await reset(id, token)).status).toBe(401);
  });
});

describe("changing a password", () => {
  const change = (who: Member, body: object, userId = who.id) =>
    who.browser.post(`/password/change/${userId}`, body, { token: who.token });

  test("keeps the current session, ends all others and emails the owner", async () => {
    const member = await join(app);
    const other = createBrowser(app);
    const { body } = await other.post("/login", { email: member.email, password });

    const answer = await change(member, { currentPassword: password, newPassword });
    expect(answer.status).toBe(200);
    expect(await canLogIn(member.email, newPassword)).toBe(true);
    expect(await canLogIn(member.email, password)).toBe(false);
    expect(await isLetIn(member.token)).toBe(true);
    expect((await member.browser.post("/refresh")).status).toBe(200);
    expect(await isLetIn(body.data.accessToken)).toBe(false);
    expect((await other.post("/refresh")).status).toBe(401);
    await app.context.jobs.drain();
    expect(app.mails.findLast(({ to }) => to === member.email)?.subject).toBe(
      "Your Halaqa password was changed",
    );
  });

  test("requires the current password", async () => {
    const member = await join(app);
    const answer = await change(member, { currentPassword: "something else", newPassword });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: "currentPassword", message: "Your current password is not correct." },
    ]);
    expect(await canLogIn(member.email, password)).toBe(true);
  });

  test("is possible only for one's own account, whether the other account exists or not", async () => {
    const [member, other] = [await join(app), await join(app)];
    const body = { currentPassword: password, newPassword };
    const answers = [
      await change(member, body, other.id),
      await change(member, body, "usr_nobody"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await canLogIn(other.email, password)).toBe(true);
  });

  test("is not possible for visitors", async () => {
    const { id } = await join(app);
    const answer = await createBrowser(app).post(`/password/change/${id}`, {
      currentPassword: password,
      newPassword,
    });
    expect(answer.status).toBe(401);
    expect(answer.body.message).toBe("Authentication required");
  });

  test("rejects a common or short new password and names the field", async () => {
    const member = await join(app);
    for (const refused of ["football", "short"]) {
      const answer = await change(member, { currentPassword: password, newPassword: refused });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe("newPassword");
    }
  });

  test("limits guesses at the current password with a stolen token", async () => {
    const strict = await createTestApp();
    const member = await join(strict);
    const body = { currentPassword: "a guess", newPassword };
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await change(member, body)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    await strict.close();
  });
});
