import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { findActor } from "#server/accounts/sessions/access-token.ts";
import { findSession } from "#server/accounts/sessions/session-cookie.ts";
import { sessions, users } from "#server/db/tables/accounts.table.ts";

import { createTestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import {
  type Browser,
  createBrowser,
  join,
  type Member,
  password,
  writeCookies,
} from "./browser.ts";

const name = "halaqa-session";
const day = 24 * 60 * 60_000;
const start = new Date("2027-03-01T10:00:00Z").getTime();

const { app, secondProcess } = await openTwoApps({ RATE_LIMIT_FACTOR: "1000" });
afterEach(() => {
  vi.useRealTimers();
});

const freeze = (now: number) => vi.useFakeTimers({ toFake: ["Date"], now });

/** A browser with the same cookies, such as another tab or an attacker with stolen cookies. */
function copyOf(browser: Browser, test = app): Browser {
  const copy = createBrowser(test);
  for (const [key, value] of browser.cookies) copy.cookies.set(key, value);
  return copy;
}

/** Whether the access token is accepted. */
async function isLetIn(token: string): Promise<boolean> {
  return (await findActor(app.context, token)) !== undefined;
}

async function sessionOf({ id }: Member) {
  const [row] = await app.context.db.select().from(sessions).where(eq(sessions.userId, id));
  return row;
}

describe("the clock that a browser reports", () => {
  test("is stored for emails when the session starts and when it is refreshed", async () => {
    const { browser, id, email } = await join(app);
    const readStored = async () => {
      const [user] = await app.context.db.select().from(users).where(eq(users.id, id));
      return user?.hourCycle;
    };
    expect(await readStored()).toBeNull();
    browser.cookies.set("clock", "12");
    await browser.post("/refresh");
    expect(await readStored()).toBe("h12");
    const other = createBrowser(app);
    other.cookies.set("clock", "24");
    await other.post("/login", { email, password });
    expect(await readStored()).toBe("h23");
    browser.cookies.set("clock", "sundial");
    await browser.post("/refresh");
    expect(await readStored()).toBe("h23");
  });
});

describe("the session cookie", () => {
  test("is hidden from scripts and not sent by other sites", async () => {
    const { email } = await join(app);
    // Freeze the clock, so that a slow machine doesn't change the cookie's maximum age.
    freeze(Date.now());
    const { headers } = await createBrowser(app).post("/login", { email, password });
    const cookie = headers.getSetCookie().find((header) => header.startsWith(`${name}=`)) ?? "";
    const attributes = cookie.split("; ").slice(1).sort();
    expect(attributes).toEqual([
      "HttpOnly",
      `Max-Age=${14 * 24 * 60 * 60}`,
      "Path=/",
      "SameSite=Lax",
    ]);
  });

  test("is bound to the host and to HTTPS where the site uses HTTPS", async () => {
    const secure = await createTestApp({
      env: { APP_URL: "https://halaqa.example", RATE_LIMIT_FACTOR: "1000" },
      database: app.database,
    });
    const { browser } = await join(secure);
    expect(browser.cookies.has(`__Host-${name}`)).toBe(true);
    const { headers } = await browser.post("/refresh");
    for (const cookie of headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-/);
      expect(cookie).toContain("; Secure");
      expect(cookie).toContain("; HttpOnly");
      expect(cookie).not.toContain("Domain");
    }
    await secure.close();
  });

  test("contains a token that the database stores only as a keyed hash", async () => {
    const member = await join(app);
    const token = member.browser.cookies.get(name) ?? "";
    const row = await sessionOf(member);
    const [, secret = ""] = token.split(".");
    expect(secret).not.toBe("");
    expect(JSON.stringify(row)).not.toContain(secret);
  });
});

describe("refreshing a session", () => {
  test("replaces the token every time", async () => {
    const { browser } = await join(app);
    const tokens = new Set([browser.cookies.get(name)]);
    for (let times = 0; times < 3; times += 1) {
      expect((await browser.post("/refresh")).status).toBe(200);
      tokens.add(browser.cookies.get(name));
    }
    expect(tokens.size).toBe(4);
  });

  test("from many tabs through two processes at the same time succeeds with one successor", async () => {
    const { browser } = await join(app);
    const tabs = Array.from({ length: 10 }, (_, index) =>
      copyOf(browser, index % 2 ? secondProcess : app),
    );
    const answers = await Promise.all(tabs.map((tab) => tab.post("/refresh")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(tabs.map((tab) => tab.cookies.get(name))).size).toBe(1);
  });

  test("with a token used less than 10 seconds ago returns the current token", async () => {
    freeze(start);
    const { browser } = await join(app);
    const slow = copyOf(browser);
    for (const seconds of [1, 3, 5]) {
      vi.setSystemTime(start + seconds * 1000);
      await browser.post("/refresh");
    }
    vi.setSystemTime(start + 10_900);
    expect((await slow.post("/refresh")).status).toBe(200);
    expect(slow.cookies.get(name)).toBe(browser.cookies.get(name));
  });

  test("works again after a response was lost", async () => {
    freeze(start);
    const { browser } = await join(app);
    await copyOf(browser).post("/refresh");
    vi.setSystemTime(start + 5_000);
    expect((await browser.post("/refresh")).status).toBe(200);
    vi.setSystemTime(start + 14 * 60_000);
    expect((await browser.post("/refresh")).status).toBe(200);
  });

  test("with a token used earlier ends the session and its access tokens", async () => {
    freeze(start);
    const { browser } = await join(app);
    const thief = copyOf(browser);
    const { body } = await browser.post("/refresh");
    vi.setSystemTime(start + 10_001);
    const reuse = await thief.post("/refresh");
    expect(reuse.status).toBe(401);
    expect(reuse.body.message).toBe("Token refresh failed");
    expect(await isLetIn(body.data.accessToken)).toBe(false);
    expect((await browser.post("/refresh")).status).toBe(401);
    expect(browser.cookies.has(name)).toBe(false);
  });

  test("with a token from many refreshes ago ends the session", async () => {
    freeze(start);
    const { browser } = await join(app);
    const thief = copyOf(browser);
    for (let times = 1; times <= 5; times += 1) {
      vi.setSystemTime(start + times * 60_000);
      await browser.post("/refresh");
    }
    expect((await thief.post("/refresh")).status).toBe(401);
    expect((await browser.post("/refresh")).status).toBe(401);
  });

  test("with a forged token changes nothing", async () => {
    const { browser, token } = await join(app);
    const [sessionId, secret, tag] = (browser.cookies.get(name) ?? "").split(".");
    const forged = [
      "",
      "nonsense",
      `${sessionId}`,
      `${sessionId}.${secret}`,
      `${sessionId}.${"A".repeat(43)}.${tag}`,
      `${sessionId}.${secret}.${"A".repeat(43)}`,
      `${sessionId}.${secret}.${tag}.more`,
    ];
    for (const value of forged) {
      const stranger = createBrowser(app);
      stranger.cookies.set(name, value);
      expect((await stranger.post("/refresh")).status).toBe(401);
    }
    expect(await isLetIn(token)).toBe(true);
    expect((await browser.post("/refresh")).status).toBe(200);
  });

  test("is possible for up to 14 days without use", async () => {
    freeze(start);
    const [patient, late] = [await join(app), await join(app)];
    vi.setSystemTime(start + 14 * day - 1);
    expect((await patient.browser.post("/refresh")).status).toBe(200);
    vi.setSystemTime(start + 14 * day);
    expect((await late.browser.post("/refresh")).status).toBe(401);
  });

  test("is possible for up to 60 days with use", async () => {
    freeze(start);
    const member = await join(app);
    for (let passed = 13; passed < 60; passed += 13) {
      vi.setSystemTime(start + passed * day);
      expect((await member.browser.post("/refresh")).status).toBe(200);
    }
    vi.setSystemTime(start + 60 * day - 60_000);
    const last = await member.browser.post("/refresh");
    expect(last.status).toBe(200);
    expect(last.headers.getSetCookie()[0]).toContain("Max-Age=60;");
    vi.setSystemTime(start + 60 * day);
    expect((await member.browser.post("/refresh")).status).toBe(401);
    expect(await isLetIn(last.body.data.accessToken)).toBe(false);
  });

  test("is rejected without a cookie", async () => {
    expect((await createBrowser(app).post("/refresh")).status).toBe(401);
  });
});

describe("logging out", () => {
  test("ends only the current session, together with its access tokens", async () => {
    const { browser, email, token } = await join(app);
    const other = createBrowser(app);
    const { body } = await other.post("/login", { email, password });
    const stolen = copyOf(browser);
    expect((await browser.post("/logout")).status).toBe(200);
    expect(browser.cookies.has(name)).toBe(false);
    expect(await isLetIn(token)).toBe(false);
    expect((await stolen.post("/refresh")).status).toBe(401);
    expect(await isLetIn(body.data.accessToken)).toBe(true);
    expect((await other.post("/refresh")).status).toBe(200);
  });

  test("works with the bearer token alone", async () => {
    const { browser, token } = await join(app);
    const answer = await app.call("POST", "/api/auth/logout", { token });
    expect(answer.status).toBe(200);
    expect((await browser.post("/refresh")).status).toBe(401);
  });

  test("succeeds a second time and for visitors", async () => {
    const { browser } = await join(app);
    for (const who of [browser, browser, createBrowser(app)]) {
      expect((await who.post("/logout")).status).toBe(200);
    }
  });
});

describe("findSession", () => {
  const find = (browser: Browser) => findSession(app.context, writeCookies(browser.cookies));

  test("returns the person of a cookie without replacing the token", async () => {
    const { browser, id, email } = await join(app);
    const expected = { userId: id, email, name: "Amina Yusuf", profile: null };
    expect(await find(browser)).toMatchObject(expected);
    expect(await find(browser)).toMatchObject(expected);
    expect((await browser.post("/refresh")).status).toBe(200);
  });

  test("says after 15 minutes that the session should be refreshed", async () => {
    freeze(start);
    const { browser } = await join(app);
    const minute = 60_000;
    for (const [minutes, isRefreshDue] of [
      [0, false],
      [14, false],
      [15, true],
      [24 * 60, true],
    ] as const) {
      vi.setSystemTime(start + minutes * minute);
      expect(await find(browser), `after ${minutes} minutes`).toMatchObject({ isRefreshDue });
    }
    await browser.post("/refresh");
    expect(await find(browser)).toMatchObject({ isRefreshDue: false });
  });

  test("says that the browser should refresh a token whose replacement it never got", async () => {
    freeze(start);
    const { browser } = await join(app);
    await copyOf(browser).post("/refresh");
    vi.setSystemTime(start + 5_000);
    expect(await find(browser)).toMatchObject({ isRefreshDue: true });
    await browser.post("/refresh");
    expect(await find(browser)).toMatchObject({ isRefreshDue: false });
  });

  test("keeps a session in daily use for 60 days if the browser refreshes it when told to", async () => {
    freeze(start);
    const member = await join(app);
    const tokens = new Set<string | undefined>();
    for (let passed = 1; passed < 60; passed += 1) {
      vi.setSystemTime(start + passed * day);
      const found = await find(member.browser);
      expect(found, `on day ${passed}`).toBeDefined();
      if (found?.isRefreshDue) await member.browser.post("/refresh");
      expect((await sessionOf(member))?.lastUsedAt).toEqual(new Date(start + passed * day));
      tokens.add(member.browser.cookies.get(name));
    }
    expect(tokens.size).toBe(59);
    vi.setSystemTime(start + 60 * day);
    expect(await find(member.browser)).toBeUndefined();
  });

  test("accepts a token that was replaced a moment ago, but none from before that", async () => {
    freeze(start);
    const { browser } = await join(app);
    const old = copyOf(browser);
    await browser.post("/refresh");
    vi.setSystemTime(start + 9_999);
    expect(await find(old)).toBeDefined();
    vi.setSystemTime(start + 10_000);
    expect(await find(old)).toBeUndefined();
    expect(await find(browser)).toBeDefined();
  });

  test("returns no person for visitors and ended sessions", async () => {
    expect(await findSession(app.context, undefined)).toBeUndefined();
    expect(await findSession(app.context, "theme=dark")).toBeUndefined();
    freeze(start);
    const [gone, idle] = [await join(app), await join(app)];
    const kept = copyOf(gone.browser);
    await gone.browser.post("/logout");
    expect(await find(kept)).toBeUndefined();
    vi.setSystemTime(start + 14 * day);
    expect(await find(idle.browser)).toBeUndefined();
  });
});
