/**
 * How many statements the most frequent requests cause. A lookup that runs in a loop or twice makes
 * these tests fail.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { countStatements } from "../../support/database/queries.ts";
import { join, password } from "../accounts/browser.ts";
import { converse } from "../messages/converse.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass, open, send } = converse(() => app);

test("reading one's own enrollments takes two statements: the session and the list", async () => {
  const { student } = await addClass();
  const { token } = student;
  const read = () => app.call("GET", "/api/enrollment/student/enrollments", { token });
  expect((await read()).status).toBe(200);
  expect(await countStatements(read)).toBe(2);
});

test("sending a message to a course takes five statements", async () => {
  const { student, courseId } = await addClass();
  const threadId = await open(student, courseId);
  expect((await send(student, threadId, "Salam")).status).toBe(201);
  // The session, the limit on changes, the conversation, the limit on messages, and the message.
  expect(await countStatements(() => send(student, threadId, "Salam again"))).toBe(5);
});

test("logging in takes six statements", async () => {
  const { email } = await join(app);
  const logIn = () => app.call("POST", "/api/auth/login", { body: { email, password } });
  expect((await logIn()).status).toBe(200);
  // The account, sign-ups with its address, taking and returning points, the session and its user.
  expect(await countStatements(logIn)).toBe(6);
});
