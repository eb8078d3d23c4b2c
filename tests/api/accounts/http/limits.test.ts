/**
 * Rate limits are counted across all processes and don't affect owners. Over real HTTP, with two
 * processes of one deployment.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, password } from "../browser.ts";
import { type Deployment, type RemoteBrowser, startDeployment } from "../deployment.ts";
import { joinRemotely, statusesOf, times, turn } from "./people.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
});
afterAll(() => site?.close());

describe("rate limits", () => {
  const guess = (email: string, browser: RemoteBrowser, at: 0 | 1) =>
    browser.call("POST", "/auth/login", { body: { email, password: "a wrong guess" }, at });

  test("count log-ins across both processes, even when they arrive at the same time", async () => {
    const email = newEmail("limit");
    const browser = site.browser();
    const answers = await Promise.all(times(12, (index) => guess(email, browser, turn(index))));
    expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(5);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(7);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("count code attempts across both processes, whatever the email address", async () => {
    const known = (await joinRemotely(site)).email;
    for (const email of [known, newEmail("nobody")]) {
      const browser = site.browser();
      const answers = await Promise.all(
        times(10, (index) =>
          browser.call("POST", "/auth/password/forgot", { body: { email }, at: turn(index) }),
        ),
      );
      expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
      expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(9);
    }
  });

  test("count emails by network address, whichever person receives them", async () => {
    const browser = site.browser();
    const answers = await Promise.all(
      times(24, (index) => {
        const body = { email: newEmail("mailed") };
        return browser.call("POST", "/auth/password/forgot", { body, at: turn(index) });
      }),
    );
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(20);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(4);
  });

  test("count session refreshes by network address", async () => {
    const browser = site.browser();
    const answers = await Promise.all(
      times(130, (index) => browser.call("POST", "/auth/refresh", { body: {}, at: turn(index) })),
    );
    expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(120);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(10);
  });

  test("count a whole IPv6 /64 as one address", async () => {
    const email = newEmail("limit");
    const answers = await Promise.all(
      times(12, (index) => guess(email, site.browser(`2001:db8:1:2::${index + 1}`), turn(index))),
    );
    expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(5);
    const neighbor = await guess(newEmail("limit"), site.browser("2001:db8:1:3::1"), 0);
    expect(neighbor.status).toBe(401);
  });

  test("that strangers use up do not affect the owner's own browser", async () => {
    const { browser, email } = await joinRemotely(site);
    await browser.call("POST", "/auth/logout", { body: {} });
    const strangers = times(20, (index) => guess(email, site.browser(), turn(index)));
    expect(statusesOf(await Promise.all(strangers))).toContain(429);
    const elsewhere = await site
      .browser()
      .call("POST", "/auth/login", { body: { email, password } });
    expect(elsewhere.status).toBe(429);
    const own = await browser.call("POST", "/auth/login", { body: { email, password }, at: 1 });
    expect(own.status).toBe(200);
  });
});
