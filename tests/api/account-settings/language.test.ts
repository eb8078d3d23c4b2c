import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent } from "../../support/people.ts";
import { join } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000", LANGUAGES: "ar,fr" } });
});
afterAll(() => app.close());

const path = "/api/users/me/language";
const offered = ["en", "ar", "fr"];

test("a person who signs up in Arabic gets emails in Arabic", async () => {
  const { email } = await runWithLanguage("ar", () => join(app));
  const [user] = await app.context.db.select().from(users).where(eq(users.email, email));
  expect(user?.language).toBe("ar");
});

test("a person can choose one of the languages that the site offers", async () => {
  const { token } = await addStudent(app.context);
  const read = async () => (await app.call("GET", path, { token })).body.data;
  expect(await read()).toEqual({ language: "en", offered });
  const saved = await app.call("PATCH", path, { token, body: { language: "fr" } });
  expect(saved.body.data).toEqual({ language: "fr", offered });
  expect(await read()).toEqual({ language: "fr", offered });
});

test.for(["es", "xx", ""])("the language %s can't be chosen", async (language) => {
  const { token } = await addStudent(app.context);
  const answer = await app.call("PATCH", path, { token, body: { language } });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([
    { field: "language", message: "Choose a language from the list." },
  ]);
});

test("visitors can neither read nor choose a language for emails", async () => {
  expect((await app.call("GET", path)).status).toBe(401);
  expect((await app.call("PATCH", path, { body: { language: "ar" } })).status).toBe(401);
});
