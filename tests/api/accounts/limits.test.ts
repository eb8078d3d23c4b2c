import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createTestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { type Browser, createBrowser, newEmail, password, readCode } from "./browser.ts";

const start = new Date("2027-03-01T10:00:00Z").getTime();
const minute = 60_000;
const day = 24 * 60 * minute;

const { app, secondProcess } = await openTwoApps({ TRUST_PROXY: "1" });
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;

/** A network address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  return `10.1.${addresses >> 8}.${addresses & 255}`;
}

/** Sends calls one after another, alternating between the two processes. */
async function statusesOf(
  times: number,
  call: (browser: Browser) => ReturnType<Browser["post"]>,
  address?: string,
) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const browser = createBrowser(index % 2 ? secondProcess : app, address ?? newAddress());
    statuses.push((await call(browser)).status);
  }
  return statuses;
}

const times = (number: number, status: number) => Array<number>(number).fill(status);

async function joinFromAnywhere(email = newEmail()) {
  const browser = createBrowser(app, newAddress());
  await browser.post("/signup", { name: "Amina Yusuf", email, password });
  await browser.post("/verify", { email, code: await readCode(app, email) });
  return { email, browser };
}

const guess = (email: string) => (browser: Browser) =>
  browser.post("/login", { email, password: "a wrong guess" });

describe("log-ins", () => {
  test("are limited to 5 attempts in 15 minutes per network and email address, whether the address is known or not", async () => {
    const { email } = await joinFromAnywhere();
    for (const tried of [email, newEmail()]) {
      const address = newAddress();
      expect(await statusesOf(6, guess(tried), address)).toEqual([...times(5, 401), 429]);
      vi.setSystemTime(Date.now() + 15 * minute + 1000);
      expect(await statusesOf(1, guess(tried), address)).toEqual([401]);
    }
  });

  test("are limited to 10 attempts per email address from anywhere, whether the address is known or not", async () => {
    const { email } = await joinFromAnywhere();
    for (const tried of [email, newEmail()]) {
      expect(await statusesOf(11, guess(tried))).toEqual([...times(10, 401), 429]);
    }
  });

  test("are limited to 30 attempts per network address in 15 minutes", async () => {
    const anyone = (browser: Browser) => guess(newEmail())(browser);
    expect(await statusesOf(31, anyone, newAddress())).toEqual([...times(30, 401), 429]);
  });

  test("are counted one by one when they arrive in parallel", async () => {
    const address = newAddress();
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        guess(email)(createBrowser(index % 2 ? secondProcess : app, address)),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test("get a response with Retry-After once they exceed the limit", async () => {
    const address = newAddress();
    const email = newEmail();
    await statusesOf(5, guess(email), address);
    vi.setSystemTime(start + 5 * minute);
    const { status, headers, body } = await guess(email)(createBrowser(app, address));
    expect([status, headers.get("retry-after")]).toEqual([429, "600"]);
    expect(body.message).toBe("Too many attempts. Please try again later.");
  });

  test("from strangers do not lock out an owner at another network address", async () => {
    const { email } = await joinFromAnywhere();
    await statusesOf(11, guess(email));
    const elsewhere = createBrowser(app, newAddress());
    expect((await elsewhere.post("/login", { email, password })).status).toBe(200);
  });

  test("from strangers at many addresses are evaluated at most 20 times in 15 minutes", async () => {
    const { email } = await joinFromAnywhere();
    await statusesOf(20, guess(email));
    const elsewhere = createBrowser(app, newAddress());
    expect((await elsewhere.post("/login", { email, password })).status).toBe(429);
    vi.setSystemTime(Date.now() + 15 * minute + 1000);
    expect((await elsewhere.post("/login", { email, password })).status).toBe(200);
  });

  test("from strangers do not lock out a browser that the owner has used", async () => {
    const { email, browser } = await joinFromAnywhere();
    await statusesOf(21, guess(email));
    const stranger = createBrowser(app, newAddress());
    expect((await stranger.post("/login", { email, password })).status).toBe(429);
    await browser.post("/logout");
    expect((await browser.post("/login", { email, password })).status).toBe(200);
  });

  test("have their own limit in a known browser", async () => {
    const { email, browser } = await joinFromAnywhere();
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await guess(email)(browser)).status);
    expect(statuses).toEqual([...times(10, 401), 429]);
  });

  test("are not exempt from limits with another person's device cookie or a forged one", async () => {
    const { email } = await joinFromAnywhere();
    const { browser: other } = await joinFromAnywhere();
    await statusesOf(20, guess(email));
    const device = other.cookies.get("halaqa-device") ?? "";
    for (const cookie of [device, `${device}x`, "nonsense", "a.b"]) {
      const browser = createBrowser(app, newAddress());
      browser.cookies.set("halaqa-device", cookie);
      expect((await browser.post("/login", { email, password })).status).toBe(429);
    }
  });

  test("start a new count after a successful attempt", async () => {
    const { email } = await joinFromAnywhere();
    const address = newAddress();
    await statusesOf(4, guess(email), address);
    expect((await createBrowser(app, address).post("/login", { email, password })).status).toBe(
      200,
    );
    expect(await statusesOf(5, guess(email), address)).toEqual(times(5, 401));
  });

  test("are counted by IPv6 /64", async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let host = 1; host <= 6; host += 1) {
      const browser = createBrowser(app, `2001:db8:7:1::${host.toString(16)}`);
      statuses.push((await guess(email)(browser)).status);
    }
    expect(statuses).toEqual([...times(5, 401), 429]);
  });

  test("are counted for an email address of 254 characters as for any other", async () => {
    const long = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.org`;
    expect(await statusesOf(1, guess(long))).toEqual([401]);
  });
});

test("X-Forwarded-For is ignored without a configured proxy", async () => {
  const direct = await createTestApp();
  const statuses: number[] = [];
  const email = newEmail();
  for (let index = 0; index < 6; index += 1) {
    statuses.push((await guess(email)(createBrowser(direct, newAddress()))).status);
  }
  expect(statuses).toEqual([...times(5, 401), 429]);
  await direct.close();
});

describe("code attempts", () => {
  const enter = (email: string) => (browser: Browser) =>
    browser.post("/verify", { email, code: "000000" });

  test("are limited to 30 per network address in 15 minutes", async () => {
    const anyone = (browser: Browser) => enter(newEmail())(browser);
    expect(await statusesOf(31, anyone, newAddress())).toEqual([...times(30, 400), 429]);
  });

  test("are limited to 20 a day per email address, whether the address is known or not", async () => {
    const { email } = await joinFromAnywhere();
    expect(await statusesOf(21, enter(email))).toEqual([...times(20, 400), 429]);
    expect(await statusesOf(21, enter(newEmail()))).toEqual([...times(20, 400), 429]);
    vi.setSystemTime(start + day + 1000);
    expect(await statusesOf(1, enter(email))).toEqual([400]);
  });

  test("for a password reset stay available to the owner's browser after strangers' guesses", async () => {
    const { email, browser } = await joinFromAnywhere();
    await statusesOf(21, enter(email));
    await browser.post("/password/forgot", { email });
    const answer = await browser.post("/verify", { email, code: await readCode(app, email) });
    expect(answer.status).toBe(200);
  });
});

describe("account emails", () => {
  test("can be requested 20 times an hour per network address, across all calls", async () => {
    const calls = [
      (browser: Browser) => browser.post("/signup", { name: "Amina", email: newEmail(), password }),
      (browser: Browser) => browser.post("/password/forgot", { email: newEmail() }),
      (browser: Browser) => browser.post("/resend", { email: newEmail() }),
    ];
    const address = newAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      const call = calls[index % calls.length];
      if (call) statuses.push((await call(createBrowser(app, address))).status);
    }
    expect(statuses.slice(0, 20).every((status) => status < 300)).toBe(true);
    expect(statuses[20]).toBe(429);
    for (const call of calls) {
      expect((await call(createBrowser(secondProcess, address))).status).toBe(429);
    }
  });

  test("with a reset code are sent once a minute and 5 times an hour, for known and unknown addresses", async () => {
    const { email } = await joinFromAnywhere();
    for (const asked of [email, newEmail()]) {
      const address = newAddress();
      const ask = (browser: Browser) => browser.post("/password/forgot", { email: asked });
      expect(await statusesOf(2, ask, address)).toEqual([200, 429]);
      for (let index = 0; index < 4; index += 1) {
        vi.setSystemTime(Date.now() + minute + 1000);
        expect(await statusesOf(1, ask, address)).toEqual([200]);
      }
      vi.setSystemTime(Date.now() + minute + 1000);
      expect(await statusesOf(1, ask, address)).toEqual([429]);
      vi.setSystemTime(Date.now() + 60 * minute);
      expect(await statusesOf(1, ask, address)).toEqual([200]);
    }
  });

  test("for sign-ups are limited to 5 an hour per recipient from one network address, 20 from anywhere", async () => {
    const email = newEmail();
    const ask = (browser: Browser) => browser.post("/signup", { name: "Amina", email, password });
    expect(await statusesOf(6, ask, newAddress())).toEqual([...times(5, 201), 429]);
    expect(await statusesOf(16, ask)).toEqual([...times(15, 201), 429]);
  });

  test("with a requested code are limited to 10 an hour, whatever the client address", async () => {
    const email = newEmail();
    const ask = (browser: Browser) => browser.post("/password/forgot", { email });
    expect(await statusesOf(11, ask)).toEqual([...times(10, 200), 429]);
  });

  test("of all kinds are limited to 20 an hour for one recipient, and a reset code is still sent", async () => {
    const { email } = await joinFromAnywhere();
    const post = (path: string, body: object) =>
      app.call("POST", path, { body, headers: { "x-forwarded-for": newAddress() } });
    const forms = [
      () => post("/api/auth/signup", { email, name: "Amina", password }),
      () => post("/api/newsletter", { email }),
      () => post("/api/auth/resend", { email }),
    ];
    const statuses: number[] = [];
    for (const form of forms) {
      for (let times = 0; times < 12; times += 1) statuses.push((await form()).status);
    }
    // The owner's own sign-up is one of them.
    expect(statuses.filter((status) => status < 300)).toHaveLength(19);
    const ask = (browser: Browser) => browser.post("/password/forgot", { email });
    expect(await statusesOf(3, ask)).toEqual(times(3, 200));
  });

  test("requested by a stranger do not keep the owner from signing up", async () => {
    const email = newEmail();
    await createBrowser(app, newAddress()).post("/signup", { name: "X", email, password });
    const owner = await createBrowser(app, newAddress()).post("/signup", {
      name: "Amina",
      email,
      password: "the owner's own passphrase",
    });
    expect(owner.status).toBe(201);
  });
});

test("session refreshes are limited to 120 a minute per network address", async () => {
  const refresh = (browser: Browser) => browser.post("/refresh");
  const address = newAddress();
  const statuses = await statusesOf(121, refresh, address);
  expect(statuses).toEqual([...times(120, 401), 429]);
  vi.setSystemTime(start + minute + 1000);
  expect(await statusesOf(1, refresh, address)).toEqual([401]);
});

test.each([
  ["an IPv4 address", (port: number) => `203.0.113.77:${port}`],
  ["an IPv6 address in brackets", (port: number) => `[2001:db8:77::1]:${port}`],
  ["an IPv4 address in IPv6", (port: number) => `[::ffff:203.0.113.78]:${port}`],
  ["an invalid address", (port: number) => `unknown-${port}`],
])(
  "requests are counted together even if a proxy adds a different port to %s each time",
  async (_, at) => {
    const address = (index: number) => at(40_000 + index);
    const statuses: number[] = [];
    for (let index = 0; index < 121; index += 1) {
      statuses.push((await createBrowser(app, address(index)).post("/refresh")).status);
    }
    expect(statuses).toEqual([...times(120, 401), 429]);
  },
);

test("a configured factor multiplies every limit except the five attempts per code", async () => {
  const loose = await createTestApp({ env: { RATE_LIMIT_FACTOR: "3" } });
  const email = newEmail();
  const statuses: number[] = [];
  for (let tries = 0; tries < 16; tries += 1) {
    statuses.push((await guess(email)(createBrowser(loose))).status);
  }
  expect(statuses).toEqual([...times(15, 401), 429]);

  const pending = newEmail();
  const browser = createBrowser(loose);
  await browser.post("/signup", { name: "Amina", email: pending, password });
  const code = await readCode(loose, pending);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 5; tries += 1) {
    await browser.post("/verify", { email: pending, code: wrong });
  }
  expect((await browser.post("/verify", { email: pending, code })).status).toBe(400);
  await loose.close();
});
