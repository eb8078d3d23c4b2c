/** What must hold of accounts, over real HTTP, from two processes of one deployment. */
import { eq, sql } from "drizzle-orm";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectTickets, oneTimeCodes, sessions, signingKeys, users } from "#server/db/schema.ts";
import type { Answer } from "../../support/app.ts";
import { addTeacher } from "../../support/people.ts";
import { newEmail, otherCode, password } from "./browser.ts";
import { type Deployment, type RemoteBrowser, startDeployment } from "./deployment.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
}, 120_000);
afterAll(() => site?.close());

const name = "Amina Yusuf";
const ownOrigin = () => site.app.config.appUrl;
const turn = (index: number) => (index % 2) as 0 | 1;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);
const session = (browser: RemoteBrowser) => browser.cookies.get("halaqa-session") ?? "";

async function join(email = newEmail("remote")) {
  const browser = site.browser();
  await browser.call("POST", "/auth/signup", { body: { name, email, password } });
  const code = await site.readCode(email);
  const { body } = await browser.call("POST", "/auth/verify", { body: { email, code }, at: 1 });
  return {
    browser,
    email,
    id: body.data.user.id as string,
    token: body.data.accessToken as string,
  };
}

async function logIn(email: string, secret = password) {
  const browser = site.browser();
  const answer = await browser.call("POST", "/auth/login", { body: { email, password: secret } });
  return { browser, token: answer.body.data?.accessToken as string };
}

/** Whether an access token is taken, by each of the processes. */
async function taken(token: string): Promise<boolean[]> {
  const ask = (at: 0 | 1) => site.browser().call("GET", "/users/me/sessions", { token, at });
  return (await Promise.all([ask(0), ask(1)])).map(({ status }) => status === 200);
}

describe("addresses", () => {
  test.each([
    ["/auth/signup", (email: string) => ({ name, email, password })],
    ["/auth/login", (email: string) => ({ email, password: "a wrong guess" })],
    ["/auth/password/forgot", (email: string) => ({ email })],
    ["/auth/resend", (email: string) => ({ email })],
  ])("known, pending and unknown get the same answer of %s", async (path, bodyFor) => {
    const known = (await join()).email;
    const pending = newEmail("pending");
    await site.browser().call("POST", "/auth/signup", { body: { name, email: pending, password } });
    // The next code waits for a minute, for whatever address.
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
  });

  test("that are pending are told so after the right password only", async () => {
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

describe("whoever signs up first with somebody else's address", () => {
  const strangers = "the stranger's own passphrase";
  test.each([
    ["before the owner", true, true],
    ["before the owner, who has no cookie", true, false],
    ["after the owner", false, true],
    ["after the owner, who has no cookie", false, false],
  ])("%s, gains nothing", async (_, strangerFirst, keepsCookie) => {
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
    // The owner reads the mailbox, and types any code that is there.
    const codes = site.app.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /^\s*(\d{6})$/m.exec(text)?.[1] ?? "");
    expect(codes).toHaveLength(2);
    if (!keepsCookie) owner.cookies.clear();
    for (const code of codes) {
      await owner.call("POST", "/auth/verify", { body: { email, code }, at: 1 });
    }
    expect((await logIn(email, strangers)).token).toBeUndefined();
    expect(session(stranger)).toBe("");
    // With the cookie the owner's own account stands; without, nobody's does.
    expect((await logIn(email)).token !== undefined).toBe(keepsCookie);
  });
});

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

  test("is compared with five of 80 guesses at once, counted in both processes", async () => {
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

  test("that is right works once, for 20 calls at once in both processes", async () => {
    const { email, browser, code } = await ask();
    const uses = times(20, (index) => verify(browser.cookies, { email, code }, turn(index)));
    const statuses = statusesOf(await Promise.all(uses));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 400, 429].includes(status))).toBe(true);
    const found = await site.app.context.db.select().from(users).where(eq(users.email, email));
    expect(found).toHaveLength(1);
  });
});

describe("limits", () => {
  const guess = (email: string, browser: RemoteBrowser, at: 0 | 1) =>
    browser.call("POST", "/auth/login", { body: { email, password: "a wrong guess" }, at });

  test("of log-ins count together in both processes, also at once", async () => {
    const email = newEmail("limit");
    const browser = site.browser();
    const answers = await Promise.all(times(12, (index) => guess(email, browser, turn(index))));
    expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(5);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(7);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("count a whole /64 of IPv6 as one", async () => {
    const email = newEmail("limit");
    const answers = await Promise.all(
      times(12, (index) => guess(email, site.browser(`2001:db8:1:2::${index + 1}`), turn(index))),
    );
    expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(5);
    const neighbour = await guess(newEmail("limit"), site.browser("2001:db8:1:3::1"), 0);
    expect(neighbour.status).toBe(401);
  });

  test("that strangers use up leave the owner's own browser alone", async () => {
    const { browser, email } = await join();
    await browser.call("POST", "/auth/logout", { body: {} });
    const strangers = times(14, (index) => guess(email, site.browser(), turn(index)));
    expect(statusesOf(await Promise.all(strangers))).toContain(429);
    const elsewhere = await site
      .browser()
      .call("POST", "/auth/login", { body: { email, password } });
    expect(elsewhere.status).toBe(429);
    const own = await browser.call("POST", "/auth/login", { body: { email, password }, at: 1 });
    expect(own.status).toBe(200);
  });
});

describe("a session", () => {
  const refresh = async (cookie: string, at: 0 | 1) => {
    const browser = site.browser();
    browser.cookies.set("halaqa-session", cookie);
    const answer = await browser.call("POST", "/auth/refresh", { body: {}, at });
    return { ...answer, cookie: session(browser) };
  };

  test("refreshed from 20 tabs at once has one successor in both processes", async () => {
    const { browser } = await join();
    const cookie = session(browser);
    const answers = await Promise.all(times(20, (index) => refresh(cookie, turn(index))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1);
    expect(answers[0]?.cookie).not.toBe(cookie);
  });

  test("ends when a used token comes back after 10 s, its access tokens included", async () => {
    const { browser, id, token } = await join();
    const cookie = session(browser);
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
    expect(await taken(token)).toEqual([false, false]);
  });

  test("ends alone at log-out, at once in the other process", async () => {
    const { email, token } = await join();
    const other = await logIn(email);
    expect(await taken(other.token)).toEqual([true, true]);
    await other.browser.call("POST", "/auth/logout", { body: {}, at: 1 });
    expect(await taken(other.token)).toEqual([false, false]);
    expect(await taken(token)).toEqual([true, true]);
  });

  test("survives a change of the password only where that was made", async () => {
    const { browser, email, id, token } = await join();
    const other = await logIn(email);
    const change = (currentPassword: string) =>
      browser.call("POST", `/auth/password/change/${id}`, {
        body: { currentPassword, newPassword: "another quiet morning" },
        token,
      });
    expect((await change("a wrong guess")).status).toBe(400);
    expect(await taken(other.token)).toEqual([true, true]);
    expect((await change(password)).status).toBe(200);
    expect(await taken(other.token)).toEqual([false, false]);
    expect(await taken(token)).toEqual([true, true]);
  });

  test("ends with a reset, which signs nobody in and mails the owner", async () => {
    const { email, id, token } = await join();
    const browser = site.browser();
    await browser.call("POST", "/auth/password/forgot", { body: { email } });
    const code = await site.readCode(email);
    const verified = await browser.call("POST", "/auth/verify", { body: { email, code }, at: 1 });
    const reset = verified.body.data.accessToken as string;
    expect(session(browser)).toBe("");
    expect(await taken(reset)).toEqual([false, false]);
    const set = (bearer: string, at: 0 | 1) =>
      browser.call("POST", `/auth/password/reset/${id}`, {
        body: { password: "a third quiet morning" },
        token: bearer,
        at,
      });
    expect((await set(token, 0)).status).toBe(401);
    const answers = await Promise.all(times(6, (index) => set(reset, turn(index))));
    expect(statusesOf(answers).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    expect(session(browser)).toBe("");
    expect(await taken(token)).toEqual([false, false]);
    await site.app.context.jobs.drain();
    const told = site.app.mails.filter(
      ({ to, subject }) => to === email && subject.endsWith("password was changed"),
    );
    expect(told).toHaveLength(1);
  });
});

test("keys sign for 30 days and verify one day longer; others take their place", async () => {
  const { email, token } = await join();
  const kid = decodeProtectedHeader(token).kid ?? "";
  const retire = (ago: number) =>
    site.app.context.db
      .update(signingKeys)
      .set({ retiresAt: new Date(Date.now() - ago) })
      .where(eq(signingKeys.id, kid));
  const hour = 60 * 60 * 1000;
  const ask = async (origin: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${origin}/api/users/me/sessions`, { headers })).status;
  };

  await retire(23 * hour);
  const young = await site.startAnother();
  expect(await ask(young.origin)).toBe(200);
  const headers = { "content-type": "application/json", "x-forwarded-for": "10.9.0.1" };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${young.origin}/api/auth/login`, { method: "POST", headers, body });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  expect(decodeProtectedHeader(data.accessToken).kid).not.toBe(kid);
  await young.stop();

  await retire(25 * hour);
  const old = await site.startAnother();
  expect(await ask(old.origin)).toBe(401);
  const jwks = await (await fetch(`${old.origin}/api/auth/jwks.json`)).text();
  expect(jwks).not.toContain(kid);
  await old.stop();
});

test("cookies on https are bound to host and https, out of reach of scripts", async () => {
  const { email } = await join();
  const secure = await site.startAnother({ APP_URL: "https://halaqa.example" });
  const answer = await fetch(`${secure.origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://halaqa.example" },
    body: JSON.stringify({ email, password }),
  });
  await secure.stop();
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual([
    "__Host-halaqa-device",
    "__Host-halaqa-session",
  ]);
  for (const cookie of cookies) {
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) {
      expect(cookie).toContain(flag);
    }
    expect(cookie).not.toMatch(/Domain=/i);
  }
});

test("calls by the cookie are refused from elsewhere, and origins are named, not echoed", async () => {
  const { browser } = await join();
  for (const path of ["/auth/refresh", "/auth/logout"]) {
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: ownOrigin(), "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      const answer = await browser.call("POST", path, { body: {}, headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.get("access-control-allow-origin")).not.toBe("https://evil.example");
    }
    const form = { "content-type": "text/plain" };
    expect((await browser.call("POST", path, { body: "{}", headers: form })).status).toBe(415);
  }
  expect((await browser.call("POST", "/auth/refresh", { body: {}, at: 1 })).status).toBe(200);
});

test("the way to Zoom takes a ticket once, for a minute, and never an access token", async () => {
  const teacher = await addTeacher(site.app.context);
  const connect = (ticket: string, at: 0 | 1) =>
    site.browser().call("GET", `/zoom/connect?token=${encodeURIComponent(ticket)}`, { at });
  const issue = async () => {
    const { token } = teacher;
    const answer = await site.browser().call("POST", "/zoom/connect/ticket", { token, body: {} });
    return answer.body.data.ticket as string;
  };
  const location = async (answer: Promise<Answer>) => (await answer).headers.get("location") ?? "";
  expect(await location(connect(teacher.token, 0))).not.toMatch(/oauth\/authorize/);

  const ticket = await issue();
  const uses = await Promise.all(times(10, (index) => location(connect(ticket, turn(index)))));
  expect(uses.filter((address) => address.includes("/oauth/authorize"))).toHaveLength(1);

  const late = await issue();
  await site.app.context.db
    .update(connectTickets)
    .set({ expiresAt: sql`${connectTickets.expiresAt} - interval '61 seconds'` })
    .where(eq(connectTickets.userId, teacher.userId));
  expect(await location(connect(late, 1))).not.toMatch(/oauth\/authorize/);
});
