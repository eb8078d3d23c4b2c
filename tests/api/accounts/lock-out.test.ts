/**
 * What strangers can prevent owners from doing, and what a group behind one network address can do,
 * with limits at factor 1.
 */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { insertAccount } from "#server/demo/rows.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { newClients } from "../../support/clients.ts";
import { hashPassword } from "../../support/password.ts";
import { type Browser, createBrowser, newEmail, otherCode, password, readCode } from "./browser.ts";

const { app, secondProcess } = await openTwoApps({ TRUST_PROXY: "1" });
const newAddress = newClients("10.7");
const name = "Amina Yusuf";
const at = (address = newAddress()) => createBrowser(app, address);

async function signUp(browser: Browser, email = newEmail()) {
  const { status } = await browser.post("/signup", { name, email, password });
  expect(status).toBe(201);
  return { email, code: await readCode(app, email) };
}

async function joinAt(browser: Browser, email = newEmail()) {
  const { code } = await signUp(browser, email);
  const { body } = await browser.post("/verify", { email, code });
  return { email, id: body.data.user.id as string, token: body.data.accessToken as string };
}

/** Sends wrong guesses at a code from the given addresses, through both processes. */
async function guessCodes(email: string, code: string, places: string[]) {
  for (const [index, place] of places.entries()) {
    const browser = createBrowser(index % 2 ? secondProcess : app, place);
    const { status } = await browser.post("/verify", { email, code: otherCode(code, index + 1) });
    expect([400, 429]).toContain(status);
  }
}

const times = <Item>(number: number, item: () => Item) => Array.from({ length: number }, item);

describe("a stranger's wrong guesses at a code", () => {
  test.each([
    ["one other address", () => times(8, () => "203.0.113.7")],
    ["many addresses", () => times(12, newAddress)],
    ["another /64 of IPv6", () => times(8, () => "2001:db8:9:9::1")],
  ])("from %s do not invalidate the code for its own browser and address", async (_, places) => {
    for (const keepsCookie of [true, false]) {
      const address = newAddress();
      const owner = at(address);
      const { email, code } = await signUp(owner);
      await guessCodes(email, code, places());
      const entering = keepsCookie ? owner : at(address);
      expect((await entering.post("/verify", { email, code })).status).toBe(200);
    }
  });

  test("from the same network address do not invalidate the code for its own browser", async () => {
    const address = newAddress();
    const owner = at(address);
    const { email, code } = await signUp(owner);
    await guessCodes(
      email,
      code,
      times(40, () => address),
    );
    expect((await owner.post("/verify", { email, code })).status).toBe(200);
  });

  test("do not invalidate a reset code for the browser that requested it", async () => {
    const { email } = await joinAt(at());
    const address = newAddress();
    const owner = at(address);
    await owner.post("/password/forgot", { email });
    const code = await readCode(app, email);
    await guessCodes(
      email,
      code,
      times(9, () => address),
    );
    expect((await owner.post("/verify", { email, code })).status).toBe(200);
  });

  test("leave two attempts for the browser that requested the code when all others are used up", async () => {
    const address = newAddress();
    const owner = at(address);
    const { email, code } = await signUp(owner);
    await guessCodes(
      email,
      code,
      times(4, () => address),
    );
    const enter = (digits: string) => owner.post("/verify", { email, code: digits });
    expect((await enter(otherCode(code, 11))).status).toBe(400);
    expect((await enter(code)).status).toBe(200);
  });
});

describe("a stranger's requests", () => {
  test("for reset codes neither invalidate other codes nor keep anyone from requesting one", async () => {
    const { email } = await joinAt(at());
    const owner = at();
    const ask = (browser: Browser) => browser.post("/password/forgot", { email });
    for (const stranger of times(5, () => at())) expect((await ask(stranger)).status).toBe(200);
    await app.context.jobs.drain();
    expect((await ask(owner)).status).toBe(200);
    const code = await readCode(app, email);
    await ask(at());
    expect((await owner.post("/verify", { email, code })).status).toBe(200);
  });

  test("for another sign-up code do not invalidate any other code", async () => {
    const owner = at();
    const { email, code } = await signUp(owner);
    const stranger = at();
    expect((await stranger.post("/resend", { email })).status).toBe(200);
    const latest = await readCode(app, email);
    // It doesn't matter which of the emails the owner reads first.
    const entered = await owner.post("/verify", { email, code });
    expect(entered.status).toBe(200);
    expect(latest).toMatch(/^\d{6}$/);
  });

  test("do not delay a browser that has its own sign-up", async () => {
    const address = newAddress();
    const email = newEmail();
    expect((await at(address).post("/resend", { email })).status).toBe(200);
    expect((await at(address).post("/signup", { name, email, password })).status).toBe(201);
  });

  test("with a stolen session do not keep the owner from changing the password", async () => {
    const { email, id, token } = await joinAt(at());
    const change = (bearer: string, currentPassword: string) =>
      at().post(
        `/password/change/${id}`,
        { currentPassword, newPassword: "a new passphrase" },
        { token: bearer },
      );
    const { body } = await at().post("/login", { email, password });
    for (const guess of times(11, () => "a guess")) await change(token, guess);
    expect((await change(token, password)).status).toBe(429);
    expect((await change(body.data.accessToken, password)).status).toBe(200);
  });
});

describe("a school of 60 people behind one network address", () => {
  /** More than the number of emails that an address may cause in an hour. */
  const moreThanMails = 22;

  async function addPupils(number: number) {
    const passwordHash = await hashPassword(password);
    const emails = times(number, () => newEmail("pupil"));
    for (const email of emails) await insertAccount(app.context.db, { email, name, passwordHash });
    return emails;
  }

  test("can log in from unknown browsers despite typos, and refresh in many tabs", async () => {
    const address = newAddress();
    const pupils = await addPupils(60);
    const logIn = async (email: string, index: number) => {
      const browser = createBrowser(index % 2 ? secondProcess : app, address);
      const post = (typed: string) => browser.post("/login", { email, password: typed });
      // A third of the people mistype their password, some of them twice: 35 failures in total.
      for (const _ of times(index % 3 ? 0 : 1 + (index % 4 ? 1 : 0), () => 0)) {
        expect((await post("mistyped")).status).toBe(401);
      }
      expect((await post(password)).status).toBe(200);
      for (const { status } of await Promise.all(times(3, () => browser.post("/refresh")))) {
        expect(status).toBe(200);
      }
    };
    // One group after another.
    for (const start of [0, 20, 40]) {
      const classmates = pupils.slice(start, start + 20);
      await Promise.all(classmates.map((email, index) => logIn(email, start + index)));
    }
  });

  test("can sign up", async () => {
    const address = newAddress();
    for (const _ of times(moreThanMails, () => 0)) await joinAt(at(address));
  });

  test("can reset its passwords", async () => {
    const address = newAddress();
    for (const email of await addPupils(moreThanMails)) {
      const browser = at(address);
      expect((await browser.post("/password/forgot", { email })).status).toBe(200);
      const code = await readCode(app, email);
      expect((await browser.post("/verify", { email, code })).status).toBe(200);
    }
  });

  test("can refresh sessions although another client at the same address sends invalid tokens", async () => {
    const address = newAddress();
    const browser = at(address);
    await joinAt(browser);
    for (const { status } of await Promise.all(times(125, () => at(address).post("/refresh")))) {
      expect([401, 429]).toContain(status);
    }
    expect((await at(address).post("/refresh")).status).toBe(429);
    expect((await browser.post("/refresh")).status).toBe(200);
  });

  test("can log in from known browsers although another client has used up the address's limit", async () => {
    const address = newAddress();
    const browser = at(address);
    const { email } = await joinAt(browser);
    for (const guessed of times(31, () => newEmail())) {
      await at(address).post("/login", { email: guessed, password: "a guess" });
    }
    expect((await at(address).post("/login", { email, password })).status).toBe(429);
    expect((await browser.post("/login", { email, password })).status).toBe(200);
  });
});

describe("a family that shares one browser", () => {
  test("can register three children, one by one or all before the first code is entered", async () => {
    const browser = at();
    const children = [];
    for (const child of ["first", "second", "third"]) {
      children.push(await signUp(browser, newEmail(child)));
    }
    for (const { email, code } of children) {
      // Another person's request for the address must not affect this browser's request.
      await at().post("/signup", { name: "X", email, password: "another passphrase" });
      await app.context.jobs.drain();
      expect((await browser.post("/verify", { email, code })).status).toBe(200);
    }
  });

  test("has a known browser for each of its members", async () => {
    const browser = at();
    const emails = times(3, () => newEmail("sibling"));
    for (const email of emails) await joinAt(browser, email);
    for (const email of emails) {
      for (const place of times(21, newAddress)) {
        await at(place).post("/login", { email, password: "a guess" });
      }
      expect((await browser.post("/login", { email, password })).status).toBe(200);
    }
  });
});

test("correct passwords do not count as failures, but their number is limited too", async () => {
  const browser = at();
  const { email, id } = await joinAt(browser);
  const logIn = async () => (await browser.post("/login", { email, password })).status;
  for (const _ of times(35, () => 0)) expect(await logIn()).toBe(200);
  const { db } = app.context;
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(36);
  await app.database.pool.query(
    "update rate_limits set points = 199 where key like 'log-in-account:%'",
  );
  expect(await logIn()).toBe(200);
  expect(await logIn()).toBe(429);
});
