/**
 * How sessions are refreshed and ended, and how passwords affect them. Over real HTTP, with two
 * processes of one deployment.
 */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessions } from "#server/db/schema.ts";
import { password } from "../browser.ts";
import { type Deployment, startDeployment } from "../deployment.ts";
import {
  isTaken,
  joinRemotely,
  logInRemotely,
  sessionOf,
  statusesOf,
  times,
  turn,
} from "./people.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
});
afterAll(() => site?.close());

describe("a session", () => {
  const refresh = async (cookie: string, at: 0 | 1) => {
    const browser = site.browser();
    browser.cookies.set("halaqa-session", cookie);
    const answer = await browser.call("POST", "/auth/refresh", { body: {}, at });
    return { ...answer, cookie: sessionOf(browser) };
  };

  test("has one successor when 20 tabs refresh it through both processes", async () => {
    const { browser } = await joinRemotely(site);
    const cookie = sessionOf(browser);
    const answers = await Promise.all(times(20, (index) => refresh(cookie, turn(index))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1);
    expect(answers[0]?.cookie).not.toBe(cookie);
  });

  test("ends together with its access tokens when a used token is sent again after 10 seconds", async () => {
    const { browser, id, token } = await joinRemotely(site);
    const cookie = sessionOf(browser);
    const successor = await refresh(cookie, 0);
    await site.app.context.db
      .update(sessions)
      .set({
        retiredTokens: sql`(
          select jsonb_agg(jsonb_set(one, '{usedAt}', to_jsonb((one->>'usedAt')::bigint - 11000)))
          from jsonb_array_elements(${sessions.retiredTokens}) one
        )`,
      })
      .where(eq(sessions.userId, id));
    expect((await refresh(cookie, 1)).status).toBe(401);
    expect((await refresh(successor.cookie, 0)).status).toBe(401);
    expect(await isTaken(site, token)).toEqual([false, false]);
  });

  test("is the only one to end at log-out, and ends at once in the other process", async () => {
    const { email, token } = await joinRemotely(site);
    const other = await logInRemotely(site, email);
    expect(await isTaken(site, other.token)).toEqual([true, true]);
    await other.browser.call("POST", "/auth/logout", { body: {}, at: 1 });
    expect(await isTaken(site, other.token)).toEqual([false, false]);
    expect(await isTaken(site, token)).toEqual([true, true]);
  });

  test("survives a password change only in the browser that made the change", async () => {
    const { browser, email, id, token } = await joinRemotely(site);
    const other = await logInRemotely(site, email);
    const change = (currentPassword: string) =>
      browser.call("POST", `/auth/password/change/${id}`, {
        body: { currentPassword, newPassword: "another quiet morning" },
        token,
      });
    expect((await change("a wrong guess")).status).toBe(400);
    expect(await isTaken(site, other.token)).toEqual([true, true]);
    expect((await change(password)).status).toBe(200);
    expect(await isTaken(site, other.token)).toEqual([false, false]);
    expect(await isTaken(site, token)).toEqual([true, true]);
  });

  test("ends with a password reset, which logs nobody in and emails the owner", async () => {
    const { email, id, token } = await joinRemotely(site);
    const browser = site.browser();
    await browser.call("POST", "/auth/password/forgot", { body: { email } });
    const code = await site.readCode(email);
    const verified = await browser.call("POST", "/auth/verify", { body: { email, code }, at: 1 });
    const reset = verified.body.data.accessToken as string;
    expect(sessionOf(browser)).toBe("");
    expect(await isTaken(site, reset)).toEqual([false, false]);
    const set = (bearer: string, at: 0 | 1) =>
      browser.call("POST", `/auth/password/reset/${id}`, {
        body: { password: "a third quiet morning" },
        token: bearer,
        at,
      });
    expect((await set(token, 0)).status).toBe(401);
    const answers = await Promise.all(times(6, (index) => set(reset, turn(index))));
    expect(statusesOf(answers).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    expect(sessionOf(browser)).toBe("");
    expect(await isTaken(site, token)).toEqual([false, false]);
    await site.app.context.jobs.drain();
    const notices = site.app.mails.filter(
      ({ to, subject }) => to === email && subject.endsWith("password was changed"),
    );
    expect(notices).toHaveLength(1);
  });
});
