/**
 * One-time codes under many simultaneous guesses. Over real HTTP, with two processes of one
 * deployment.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oneTimeCodes, users } from "#server/db/schema.ts";
import { newEmail, otherCode, password } from "../browser.ts";
import { type Deployment, startDeployment } from "../deployment.ts";
import { name, statusesOf, times, turn } from "./people.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
});
afterAll(() => site?.close());

describe("a one-time code", () => {
  async function ask() {
    const email = newEmail("code");
    const browser = site.browser();
    await browser.call("POST", "/auth/signup", { body: { name, email, password } });
    return { email, browser, code: await site.readCode(email) };
  }
  const verify = (cookies: Map<string, string>, body: object, at: 0 | 1) => {
    const browser = site.browser();
    for (const [key, value] of cookies) browser.cookies.set(key, value);
    return browser.call("POST", "/auth/verify", { body, at });
  };

  test("is compared with five of 80 simultaneous guesses, counted across both processes", async () => {
    const { email, browser, code } = await ask();
    const guesses = times(80, (index) =>
      verify(browser.cookies, { email, code: otherCode(code, index + 1) }, turn(index)),
    );
    const statuses = statusesOf(await Promise.all(guesses));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(20);
    expect(statuses.every((status) => status === 400 || status === 429)).toBe(true);
    const [row] = await site.app.context.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.email, email));
    expect(row?.attempts).toBe(5);
    await site.app.database.pool.query("delete from rate_limits");
    expect((await verify(browser.cookies, { email, code }, 0)).status).toBe(400);
  });

  test("works once when 20 correct guesses arrive at both processes at the same time", async () => {
    const { email, browser, code } = await ask();
    const uses = times(20, (index) => verify(browser.cookies, { email, code }, turn(index)));
    const statuses = statusesOf(await Promise.all(uses));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 400, 429].includes(status))).toBe(true);
    const found = await site.app.context.db.select().from(users).where(eq(users.email, email));
    expect(found).toHaveLength(1);
  });
});
