/**
 * Tokens, codes and passwords appear in no log and only in the two kinds of responses that need
 * them.
 */
import { Writable } from "node:stream";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, newEmail, otherCode, password, readCode } from "./browser.ts";

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  app.context.log = pino({ level: "trace" }, stream);
});
afterAll(() => app.close());

test("a complete account journey leaves no secret in the log or in an unrelated response", async () => {
  const email = newEmail();
  const newPassword = "a brand new passphrase";
  const browser = createBrowser(app);
  const secrets = new Set([password, newPassword]);
  const bodies: string[] = [];
  const post = async (...[path, body, options]: Parameters<typeof browser.post>) => {
    const answer = await browser.post(path, body, options);
    for (const value of browser.cookies.values()) secrets.add(value);
    const { accessToken, ...data } = answer.body.data ?? {};
    if (accessToken) secrets.add(accessToken);
    bodies.push(JSON.stringify({ ...answer.body, data }));
    return answer;
  };

  await post("/signup", { name: "Amina", email, password });
  const code = await readCode(app, email);
  secrets.add(code);
  await post("/verify", { email, code: otherCode(code) });
  const { body } = await post("/verify", { email, code });
  const old = new Map(browser.cookies);
  await post("/login", { email, password: `${password}!` });
  await post("/login", { email, password });
  await post("/refresh");
  await post("/password/forgot", { email });
  const resetCode = await readCode(app, email);
  secrets.add(resetCode);
  const opened = await post("/verify", { email, code: resetCode });
  const token = opened.body.data.accessToken;
  await post(`/password/reset/${body.data.user.id}`, { password: newPassword }, { token });
  for (const [name, value] of old) browser.cookies.set(name, value);
  await post("/refresh");
  await post("/logout");

  // A database failure must not reveal the values of the query.
  const query = app.database.pool.query.bind(app.database.pool);
  app.database.pool.query = (() => Promise.reject(new Error("out of order"))) as typeof query;
  expect((await post("/login", { email, password })).status).toBe(500);
  app.database.pool.query = query;

  await app.context.jobs.drain();
  expect(lines.length).toBeGreaterThan(0);
  expect(secrets.size).toBeGreaterThan(8);
  for (const secret of secrets) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    expect(bodies.filter((text) => text.includes(secret))).toEqual([]);
  }
});
