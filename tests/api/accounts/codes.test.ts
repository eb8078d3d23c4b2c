import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { redeemCode } from "#server/accounts/one-time-codes.ts";
import { oneTimeCodes, users } from "#server/db/tables/accounts.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import {
  type Browser,
  createBrowser,
  join,
  newEmail,
  openConnections,
  otherCode,
  password,
  readCode,
} from "./browser.ts";

const minute = 60_000;

const { app, secondProcess } = await openTwoApps({ RATE_LIMIT_FACTOR: "1000" });
afterEach(() => {
  vi.useRealTimers();
});

async function requestCode() {
  const email = newEmail();
  const browser = createBrowser(app);
  await browser.post("/signup", { name: "Amina Yusuf", email, password });
  return { email, browser, code: await readCode(app, email) };
}

/** Sends calls through both processes at the same time. */
async function inParallel(
  number: number,
  body: (index: number) => object,
  from: (index: number) => Browser | undefined = () => undefined,
) {
  await openConnections(app);
  return Promise.all(
    Array.from({ length: number }, (_, index) =>
      (from(index) ?? createBrowser(index % 2 ? secondProcess : app)).post("/verify", body(index)),
    ),
  );
}

const accountsOf = (email: string) =>
  app.context.db.select().from(users).where(eq(users.email, email));

describe("a one-time code", () => {
  test("is stored only as a keyed hash, never in plain text", async () => {
    const { email, code } = await requestCode();
    const [row] = await app.context.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.email, email));
    expect(row?.codeHash).toHaveLength(43);
    const queued = await app.database.pool.query("select data::text from pgboss.job");
    expect(queued.rows.length).toBeGreaterThan(0);
    for (const text of [JSON.stringify(row), ...queued.rows.map((job) => job.data)]) {
      expect(text).not.toContain(`"${code}"`);
      expect(text).not.toContain(`    ${code}`);
    }
  });

  test("is compared with five of 80 parallel guesses, and with three from other browsers", async () => {
    for (const [ownGuesses, compared] of [
      [80, 5],
      [40, 5],
      [0, 3],
    ] as const) {
      const { email, code, browser } = await requestCode();
      const answers = await inParallel(
        80,
        (index) => ({ email, code: otherCode(code, index + 1) }),
        (index) => (index < ownGuesses ? browser : undefined),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(80).fill(400));
      const [row] = await app.context.db
        .select()
        .from(oneTimeCodes)
        .where(eq(oneTimeCodes.email, email));
      expect(row?.attempts).toBe(compared);
    }
  });

  test("is invalid for a source that has guessed wrong 80 times", async () => {
    const { email, code } = await requestCode();
    await inParallel(80, (index) => ({ email, code: otherCode(code, index + 1) }));
    const late = await createBrowser(app).post("/verify", { email, code });
    expect(late.status).toBe(400);
    expect(await accountsOf(email)).toEqual([]);
  });

  test("opens at most one account when it is hidden among 80 parallel guesses", async () => {
    const { email, code } = await requestCode();
    const answers = await inParallel(80, (index) => ({
      email,
      code: index === 40 ? code : otherCode(code, index + 1),
    }));
    const successes = answers.filter(({ status }) => status === 200).length;
    expect(successes).toBeLessThanOrEqual(1);
    expect(await accountsOf(email)).toHaveLength(successes);
  });

  test("succeeds once when it is used 20 times at the same time", async () => {
    const { email, code } = await requestCode();
    const answers = await inParallel(20, () => ({ email, code }));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(19).fill(400),
    ]);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test("is redeemed once, however many concurrent calls contain the correct code", async () => {
    const { email } = await requestCode();
    const [row] = await app.context.db
      .select({ id: oneTimeCodes.id })
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.email, email));
    const id = row?.id ?? "";
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        redeemCode((index % 2 ? secondProcess : app).context.db, id),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test("still works after four wrong attempts, but not after five", async () => {
    for (const [tries, status] of [
      [4, 200],
      [5, 400],
    ] as const) {
      const { email, code, browser } = await requestCode();
      for (let index = 1; index <= tries; index += 1) {
        const wrong = await browser.post("/verify", { email, code: otherCode(code, index) });
        expect(wrong.body.message).toBe(
          "Verification failed. Please check your OTP code and try again.",
        );
      }
      expect((await browser.post("/verify", { email, code })).status).toBe(status);
    }
  });

  test("is valid for ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-01T10:00:00Z") });
    const inTime = await requestCode();
    const late = await requestCode();
    vi.setSystemTime(new Date("2027-03-01T10:09:59Z"));
    expect((await inTime.browser.post("/verify", inTime)).status).toBe(200);
    vi.setSystemTime(new Date("2027-03-01T10:10:00Z"));
    const { email, code } = late;
    expect((await late.browser.post("/verify", { email, code })).status).toBe(400);
  });

  test("works only for its own address", async () => {
    const [mine, theirs] = [await requestCode(), await requestCode()];
    const answer = await mine.browser.post("/verify", { email: theirs.email, code: mine.code });
    if (mine.code !== theirs.code) expect(answer.status).toBe(400);
  });

  test("cannot reset a password when it was issued for a sign-up", async () => {
    const { email, code } = await requestCode();
    await createBrowser(app).post("/password/forgot", { email });
    const answer = await createBrowser(app).post("/verify", { email, code });
    expect(answer.body.data.user.email).toBe(email);
    const again = await createBrowser(app).post("/verify", { email, code });
    expect(again.status).toBe(400);
  });

  test.each([{ code: "" }, { code: "12345" }, { code: "1234567" }, { code: "12a456" }, {}])(
    "must consist of six digits: %o",
    async (body) => {
      const answer = await createBrowser(app).post("/verify", { email: newEmail(), ...body });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].message).toMatch(/^OTP/);
    },
  );
});

describe("requesting another code", () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ env: { TRUST_PROXY: "1" } });
  });
  afterAll(() => strict.close());

  let networks = 0;
  /** Creates browsers without cookies that share their own network address. */
  function newPlace(): () => Browser {
    networks += 1;
    const address = `198.51.100.${networks}`;
    return () => createBrowser(strict, address);
  }

  async function pendingPerson() {
    const [email, at] = [newEmail(), newPlace()];
    await at().post("/signup", { name: "Amina", email, password });
    return { email, at };
  }

  const people: [string, () => Promise<{ email: string; at: () => Browser }>][] = [
    ["a pending", pendingPerson],
    ["an unknown", async () => ({ email: newEmail(), at: newPlace() })],
  ];

  test.each(people)("is possible once a minute for %s address", async (kind, createPerson) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-01T10:00:00Z") });
    const { email, at } = await createPerson();
    if (kind === "an unknown") {
      expect((await at().post("/resend", { email })).status).toBe(200);
    }
    vi.setSystemTime(new Date("2027-03-01T10:00:20Z"));
    const early = await at().post("/resend", { email });
    expect(early.status).toBe(429);
    expect(early.headers.get("retry-after")).toBe("40");
    expect(early.body).toEqual({
      success: false,
      status: "error",
      message: "Too many attempts. Please try again later.",
    });
    vi.setSystemTime(new Date("2027-03-01T10:01:01Z"));
    expect((await at().post("/resend", { email })).status).toBe(200);
  });

  test.each(people)("is possible five times an hour for %s address", async (_, createPerson) => {
    const start = new Date("2027-03-02T10:00:00Z").getTime();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const { email, at } = await createPerson();
    const statuses: number[] = [];
    for (let index = 1; index <= 6; index += 1) {
      vi.setSystemTime(start + index * 2 * minute);
      statuses.push((await at().post("/resend", { email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    vi.setSystemTime(start + 65 * minute);
    expect((await at().post("/resend", { email })).status).toBe(200);
  });

  test("sends nothing to an unknown address, and nothing more to a verified one", async () => {
    const unknown = newEmail();
    await createBrowser(app).post("/resend", { email: unknown });
    const member = await join(app);
    await app.context.jobs.drain();
    const before = app.mails.length;
    await createBrowser(app).post("/resend", { email: member.email });
    await app.context.jobs.drain();
    expect(app.mails.slice(before)).toEqual([]);
    expect(app.mails.filter(({ to }) => to === unknown)).toEqual([]);
  });

  test("invalidates only the previous code of the same request", async () => {
    const { email, browser, code: first } = await requestCode();
    const other = createBrowser(app);
    await other.post("/signup", { name: "Other", email, password: "another one entirely" });
    const others = await readCode(app, email);
    await browser.post("/resend", { email });
    const second = await readCode(app, email);
    expect((await browser.post("/verify", { email, code: first })).status).toBe(
      first === second ? 200 : 400,
    );
    expect((await other.post("/verify", { email, code: others })).status).toBe(200);
  });

  test("invalidates the previous reset code", async () => {
    const { email } = await join(app);
    const stranger = createBrowser(app);
    await stranger.post("/password/forgot", { email });
    const first = await readCode(app, email);
    await stranger.post("/password/forgot", { email });
    const second = await readCode(app, email);
    if (first !== second) {
      expect((await stranger.post("/verify", { email, code: first })).status).toBe(400);
    }
    expect((await stranger.post("/verify", { email, code: second })).status).toBe(200);
  });

  test("gives each browser the code of its own request, even if other people requested codes too", async () => {
    const { email, browser } = await requestCode();
    const stranger = createBrowser(app);
    await stranger.post("/signup", { name: "Stranger", email, password: "another one entirely" });
    await app.context.jobs.drain();
    await browser.post("/resend", { email });
    const answer = await browser.post("/verify", { email, code: await readCode(app, email) });
    expect(answer.body.data.user.name).toBe("Amina Yusuf");
  });
});
