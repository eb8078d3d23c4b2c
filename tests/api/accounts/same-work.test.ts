/** Known and unknown addresses must not be told apart by time: the same work is done for both. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, newEmail, password } from "./browser.ts";

const hashing = vi.hoisted(() => ({ computations: 0 }));

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const original = await importOriginal<typeof import("@node-rs/argon2")>();
  const counted =
    <Args extends unknown[], Result>(compute: (...args: Args) => Result) =>
    (...args: Args): Result => {
      hashing.computations += 1;
      return compute(...args);
    };
  return { ...original, hash: counted(original.hash), verify: counted(original.verify) };
});

let app: TestApp;
let known: string;
let pending: string;
const queries = vi.spyOn(pg.Client.prototype, "query");

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
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

/** What one call does: its status, the SQL of the application and the number of password hashes. */
async function workOf(path: string, body: object) {
  queries.mockClear();
  hashing.computations = 0;
  const answer = await createBrowser(app).post(path, body);
  const statements = queries.mock.calls
    .filter((_, index) => isOurs(queries.mock.contexts[index]))
    .map(([query]) => textOf(query));
  return { status: answer.status, body: answer.body, statements, hashes: hashing.computations };
}

/** The queue has connections of its own, on which it looks for work in the background. */
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
])("%s", (_, path, bodyFor) => {
  test("does the same for known, pending and unknown addresses", async () => {
    // The first call of each kind may warm something up.
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

test("a log-in and a sign-up cost one password hash each, and the others none", async () => {
  const email = newEmail();
  const body = { name: "Amina", email, password };
  expect((await workOf("/signup", body)).hashes).toBe(1);
  expect((await workOf("/login", { email: known, password })).hashes).toBe(1);
  expect((await workOf("/login", { email: newEmail(), password })).hashes).toBe(1);
  expect((await workOf("/password/forgot", { email: known })).hashes).toBe(0);
  expect((await workOf("/resend", { email })).hashes).toBe(0);
});
