/**
 * Response times must not reveal whether an address is known, so the server does the same work for
 * all.
 */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, newEmail, password, readCode } from "./browser.ts";

const hashing = vi.hoisted(() => ({
  computations: 0,
  /** While it is set, hashes wait until it resolves and then fail without being computed. */
  gate: undefined as Promise<void> | undefined,
}));

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const original = await importOriginal<typeof import("@node-rs/argon2")>();
  const counted =
    <Args extends unknown[], Result>(compute: (...args: Args) => Result) =>
    (...args: Args): Result => {
      hashing.computations += 1;
      if (hashing.gate) return hashing.gate.then(() => false) as Result;
      return compute(...args);
    };
  return { ...original, hash: counted(original.hash), verify: counted(original.verify) };
});

let app: TestApp;
let known: string;
let pending: string;
const queries = vi.spyOn(pg.Client.prototype, "query");

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000", TRUST_PROXY: "1" } });
  known = (await join(app)).email;
  pending = newEmail("pending");
  await createBrowser(app).post("/signup", { name: "Waiting", email: pending, password });
});
afterAll(() => app.close());
beforeEach(() => {
  queries.mockClear();
  hashing.computations = 0;
});

const textOf = (query: unknown): string =>
  typeof query === "string" ? query : String((query as { text?: unknown }).text);

/**
 * Measures one call: its response, the application's SQL statements and the number of password
 * hashes.
 */
async function workOf(path: string, body: object, token?: string) {
  queries.mockClear();
  hashing.computations = 0;
  const answer = await createBrowser(app).post(path, body, token ? { token } : {});
  const statements = queries.mock.calls
    .filter((_, index) => isOurs(queries.mock.contexts[index]))
    .map(([query]) => textOf(query));
  return { status: answer.status, body: answer.body, statements, hashes: hashing.computations };
}

/** Ignores the queue, which polls the database on its own connections. */
function isOurs(client: unknown): boolean {
  return (
    (client as { connectionParameters: { application_name: string } }).connectionParameters
      .application_name === "halaqa"
  );
}

describe.each([
  ["sign-up", "/signup", (email: string) => ({ name: "Amina", email, password })],
  ["forgot", "/password/forgot", (email: string) => ({ email })],
  ["resend", "/resend", (email: string) => ({ email })],
  ["log-in", "/login", (email: string) => ({ email, password: "a wrong guess at it" })],
])("the %s call", (_, path, bodyFor) => {
  test("does the same work for known, pending and unknown addresses", async () => {
    // The first call of each kind may include one-time initialization.
    await workOf(path, bodyFor(newEmail()));
    const unknownEmail = newEmail();
    const unknown = await workOf(path, bodyFor(unknownEmail));
    expect(unknown.statements.length).toBeGreaterThan(2);
    for (const email of [known, pending]) {
      const work = await workOf(path, bodyFor(email));
      const body = JSON.parse(JSON.stringify(work.body).replaceAll(email, unknownEmail));
      expect({ ...work, body }).toEqual(unknown);
    }
  });
});

describe("a stranger who signs up with another person's address", () => {
  const chosen = "a stranger's passphrase";

  /** Two addresses for which a stranger has signed up. The first one has an account. */
  async function signUpTwice() {
    const addresses = [(await join(app)).email, newEmail()] as const;
    for (const email of addresses) {
      await createBrowser(app).post("/signup", { name: "Stranger", email, password: chosen });
    }
    return addresses;
  }

  test.each([
    ["with the password of the sign-up", chosen, 403],
    ["with another password", "a wrong guess at it", 401],
  ])("learns nothing by logging in %s", async (_, password, status) => {
    const [taken, free] = await signUpTwice();
    const work = await workOf("/login", { email: free, password });
    expect(work.status).toBe(status);
    expect(await workOf("/login", { email: taken, password })).toEqual(work);
  });

  test("does not keep the owner from logging in", async () => {
    const { email } = await join(app);
    await createBrowser(app).post("/signup", { name: "Stranger", email, password: chosen });
    const own = await workOf("/login", { email, password });
    expect([own.status, own.hashes]).toEqual([200, 1]);
  });
});

test("log-in and sign-up cost one password hash each, and the other calls cost none", async () => {
  const email = newEmail();
  const body = { name: "Amina", email, password };
  expect((await workOf("/signup", body)).hashes).toBe(1);
  expect((await workOf("/login", { email: known, password })).hashes).toBe(1);
  expect((await workOf("/login", { email: newEmail(), password })).hashes).toBe(1);
  expect((await workOf("/password/forgot", { email: known })).hashes).toBe(0);
  expect((await workOf("/resend", { email })).hashes).toBe(0);
});

/** Waits until this many calls are answered. */
function firstAnswers(calls: Promise<unknown>[], number: number): Promise<void> {
  let answered = 0;
  return new Promise((resolve) => {
    for (const call of calls) {
      void call.then(() => {
        answered += 1;
        if (answered === number) resolve();
      });
    }
  });
}

describe("password hashes", () => {
  /** A reset token that has already been used to set a password. */
  async function takeReset() {
    const { id, email } = await join(app);
    const browser = createBrowser(app);
    await browser.post("/password/forgot", { email });
    const { body } = await browser.post("/verify", { email, code: await readCode(app, email) });
    const token: string = body.data.accessToken;
    const path = `/password/reset/${id}`;
    return { first: await workOf(path, { password: "the new passphrase" }, token), path, token };
  }

  test("are not computed for a used, forged or misdirected reset token", async () => {
    const { first, path, token } = await takeReset();
    expect([first.status, first.hashes]).toEqual([200, 1]);
    const body = { password: "yet another passphrase" };
    for (const [to, bearer] of [
      [path, token],
      [path, `${token}x`],
      ["/password/reset/usr_nobody", token],
    ] as const) {
      const work = await workOf(to, body, bearer);
      expect([to, work.status, work.hashes]).toEqual([to, 401, 0]);
    }
  });

  test("are queued with a limit per source, so that one source does not delay others", async () => {
    let open = () => {};
    hashing.gate = new Promise((resolve) => {
      open = resolve;
    });
    const attempt = (address: string) =>
      createBrowser(app, address).post("/login", { email: newEmail(), password });
    const flood = Array.from({ length: 150 }, () => attempt("192.0.2.1"));
    const refused = await Promise.race(flood);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Requests that arrive after the gate is open would find free slots.
    await firstAnswers(flood, 40);
    const other = attempt("192.0.2.2");
    open();
    expect((await other).status).toBe(401);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    hashing.gate = undefined;
    const hashed = statuses.filter((status) => status === 401).length;
    expect(hashed).toBeGreaterThanOrEqual(100);
    expect(hashed).toBeLessThanOrEqual(110);
    expect(statuses.filter((status) => status === 429)).toHaveLength(150 - hashed);
  });
});
