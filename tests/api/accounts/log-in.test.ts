import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, newEmail, password, readCode } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

const logIn = (body: object) => createBrowser(app).post("/login", body);
const failed = {
  success: false,
  status: "error",
  message: "Login failed. Please check your credentials and try again.",
};

test("a wrong password and an unknown address get the same response", async () => {
  const { email } = await join(app);
  const wrong = await logIn({ email, password: "a wrong guess" });
  const unknown = await logIn({ email: newEmail(), password: "a wrong guess" });
  expect([wrong.status, wrong.body]).toEqual([401, failed]);
  expect([unknown.status, unknown.body]).toEqual([401, failed]);
  expect(unknown.headers.getSetCookie()).toEqual(wrong.headers.getSetCookie());
});

test("the response to an invalid log-in names every invalid field", async () => {
  const { status, body } = await logIn({ email: "", password: "" });
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { field: "email", message: "Email is required." },
    { field: "password", message: "Password is required." },
  ]);
});

describe("an unverified address", () => {
  const notVerified = "Please verify your email to login.";

  test("is reported only after the correct password", async () => {
    const email = newEmail();
    await createBrowser(app).post("/signup", { name: "Amina", email, password });
    expect((await logIn({ email, password: "a wrong guess" })).body).toEqual(failed);
    const right = await logIn({ email, password });
    expect([right.status, right.body.message]).toEqual([403, notVerified]);
  });

  test("receives no email from the log-in itself", async () => {
    const email = newEmail();
    await createBrowser(app).post("/signup", { name: "Amina", email, password });
    await app.context.jobs.drain();
    const before = app.mails.length;
    await logIn({ email, password });
    await app.context.jobs.drain();
    expect(app.mails.length).toBe(before);
  });

  test("is verified for the sign-up whose password was entered when several requests are pending", async () => {
    const email = newEmail();
    await createBrowser(app).post("/signup", { name: "Amina", email, password });
    await createBrowser(app).post("/signup", { name: "Stranger", email, password: "another one" });
    const phone = createBrowser(app);
    expect((await phone.post("/login", { email, password })).body.message).toBe(notVerified);
    await app.context.jobs.drain();
    await phone.post("/resend", { email });
    const answer = await phone.post("/verify", { email, code: await readCode(app, email) });
    expect(answer.body.data.user.name).toBe("Amina");
  });
});

test("many simultaneous log-ins all succeed", async () => {
  const { email } = await join(app);
  const answers = await Promise.all(Array.from({ length: 30 }, () => logIn({ email, password })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
