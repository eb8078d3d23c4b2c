/** What the log contains about people when the database fails during an account call. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/monitoring/log.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, type Member, newEmail, password } from "./browser.ts";

let app: TestApp;
let lines: string[];
let member: Member;
beforeAll(async () => {
  app = await createTestApp();
  member = await join(app);
  lines = [];
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  for (const context of app.contexts) context.log = log;
  await app.database.pool.query(`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`);
});
afterAll(() => app.close());

const name = "Zulaikha Bintabdullah";

/** Makes every change to the table fail with a statement timeout. */
const failChangesOf = async (table: string) => {
  await app.database.pool.query(
    `create trigger fail before insert or update on ${table} for each row execute function fail()`,
  );
  return () => app.database.pool.query(`drop trigger fail on ${table}`);
};

/** Renames the table, so that even reads fail. */
const removeTable = async (table: string) => {
  await app.database.pool.query(`alter table ${table} rename to away`);
  return () => app.database.pool.query(`alter table away rename to ${table}`);
};

const signUp = (email: string) =>
  createBrowser(app).post("/signup", { name, email, password: "a secret of the morning" });

test.each([
  ["a sign-up that runs into a time limit", () => failChangesOf("sign_ups"), signUp, 503],
  [
    "a new password that runs into a time limit",
    () => failChangesOf("users"),
    () =>
      member.browser.post(
        `/password/change/${member.id}`,
        { currentPassword: password, newPassword: "a secret of the morning" },
        { token: member.token },
      ),
    503,
  ],
  [
    "a log-in whose query fails",
    () => removeTable("users"),
    (email: string) => createBrowser(app).post("/login", { email, password }),
    500,
  ],
  [
    "a request for a code whose query fails",
    () => removeTable("one_time_codes"),
    () => createBrowser(app).post("/password/forgot", { email: member.email }),
    500,
  ],
] as const)("%s logs no addresses, names or hashes", async (_, breakIt, act, status) => {
  lines.length = 0;
  const email = newEmail("logged");
  const repair = await breakIt();
  try {
    expect((await act(email)).status).toBe(status);
  } finally {
    await repair();
  }
  const failures = lines.map((line) => JSON.parse(line)).filter(({ err }) => err);
  expect(failures).not.toEqual([]);
  const logged = lines.join("\n");
  for (const secret of [email, member.email, name, "argon2", "$v=19", "a secret of the morning"]) {
    expect(logged).not.toContain(secret);
  }
});
