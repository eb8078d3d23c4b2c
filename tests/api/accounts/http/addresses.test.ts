/**
 * What strangers can find out about an email address or gain from it. Over real HTTP, with two
 * processes of one deployment.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, password } from "../browser.ts";
import { type Deployment, startDeployment } from "../deployment.ts";
import { joinRemotely, logInRemotely, name, sessionOf } from "./people.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
});
afterAll(() => site?.close());

describe("an email address", () => {
  test.each([
    ["/auth/signup", (email: string) => ({ name, email, password })],
    ["/auth/login", (email: string) => ({ email, password: "a wrong guess" })],
    ["/auth/password/forgot", (email: string) => ({ email })],
    ["/auth/resend", (email: string) => ({ email })],
  ])(
    "gets the same response from %s whether it is known, pending or unknown",
    async (path, bodyFor) => {
      const known = (await joinRemotely(site)).email;
      const pending = newEmail("pending");
      await site
        .browser()
        .call("POST", "/auth/signup", { body: { name, email: pending, password } });
      // Otherwise another code could be requested only after a minute.
      await site.app.database.pool.query("delete from rate_limits");
      const shape = async (email: string, at: 0 | 1) => {
        const { status, body, headers } = await site
          .browser()
          .call("POST", path, { body: bodyFor(email), at });
        const cookies = headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
        return { status, cookies, body: JSON.stringify(body).replaceAll(email, "…") };
      };
      const unknown = await shape(newEmail("unknown"), 0);
      expect(await shape(known, 1)).toEqual(unknown);
      expect(await shape(pending, 0)).toEqual(unknown);
    },
  );

  test("that is taken gets an email about another sign-up, but without a code", async () => {
    const { email } = await joinRemotely(site);
    const body = { name: "Mallory", email, password: "the stranger's own passphrase" };
    await site.browser().call("POST", "/auth/signup", { body, at: 1 });
    await site.app.context.jobs.drain();
    const mails = site.app.mails.filter(({ to }) => to === email);
    expect(mails.at(-1)?.subject).toBe("You already have a Halaqa account");
    expect(mails.at(-1)?.text).not.toMatch(/^\s*\d{6}$/m);
  });

  test("that is pending is reported as such only after the correct password", async () => {
    const email = newEmail("pending");
    await site.browser().call("POST", "/auth/signup", { body: { name, email, password } });
    const words = "Please verify your email to login.";
    const right = await site.browser().call("POST", "/auth/login", { body: { email, password } });
    expect(right).toMatchObject({ status: 403, body: { message: words } });
    const body = { email, password: "a wrong guess" };
    const wrong = await site.browser().call("POST", "/auth/login", { body, at: 1 });
    expect(wrong.body.message).not.toBe(words);
  });
});

describe("a stranger who signs up with another person's address", () => {
  const strangers = "the stranger's own passphrase";
  test.each([
    ["before the owner", true, true],
    ["before the owner, who has no cookie", true, false],
    ["after the owner", false, true],
    ["after the owner, who has no cookie", false, false],
  ])("gains nothing by signing up %s", async (_, strangerFirst, keepsCookie) => {
    const email = newEmail("owner");
    const owner = site.browser();
    const stranger = site.browser();
    const askAs = {
      owner: () => owner.call("POST", "/auth/signup", { body: { name, email, password } }),
      stranger: () =>
        stranger.call("POST", "/auth/signup", {
          body: { name: "Mallory", email, password: strangers },
          at: 1,
        }),
    };
    await askAs[strangerFirst ? "stranger" : "owner"]();
    await askAs[strangerFirst ? "owner" : "stranger"]();
    await site.app.context.jobs.drain();
    // The owner reads the mailbox and enters every code in it.
    const codes = site.app.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /^\s*(\d{6})$/m.exec(text)?.[1] ?? "");
    expect(codes).toHaveLength(2);
    if (!keepsCookie) owner.cookies.clear();
    for (const code of codes) {
      await owner.call("POST", "/auth/verify", { body: { email, code }, at: 1 });
    }
    expect((await logInRemotely(site, email, strangers)).token).toBeUndefined();
    expect(sessionOf(stranger)).toBe("");
    // With the cookie, the owner's own account is verified. Without it, nobody's is.
    expect((await logInRemotely(site, email)).token !== undefined).toBe(keepsCookie);
  });
});
