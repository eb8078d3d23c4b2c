import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, newEmail, password, readCode } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

describe("a new account", () => {
  test("is created by signing up and verifying the address, which logs the person in", async () => {
    const email = newEmail();
    const browser = createBrowser(app);
    const signedUp = await browser.post("/signup", { name: "Amina Yusuf", email, password });
    expect(signedUp.status).toBe(201);
    expect(signedUp.body).toMatchObject({ success: true, status: "success", data: { email } });

    const verified = await browser.post("/verify", { email, code: await readCode(app, email) });
    expect(verified.status).toBe(200);
    expect(verified.body.data.user).toEqual({
      id: expect.stringMatching(/^usr_/),
      email,
      name: "Amina Yusuf",
    });
    const claims = decodeJwt(verified.body.data.accessToken);
    expect(claims).toMatchObject({
      id: verified.body.data.user.id,
      email,
      name: "Amina Yusuf",
      photo: null,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(15 * 60);
    expect(decodeProtectedHeader(verified.body.data.accessToken).alg).toBe("EdDSA");

    // The welcome email is sent once, after the profile is complete.
    const token = verified.body.data.accessToken;
    const profile = { role: "student", name: "Amina Yusuf", country: "Egypt" };
    const registering = [1, 2, 3].map(() => browser.post("/register", profile, { token }));
    const statuses = (await Promise.all(registering)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
    await app.context.jobs.drain();
    expect(app.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      "Your Halaqa verification code",
      "Welcome to Halaqa",
    ]);
  });

  test("can log in, which returns an access token and a session that can be refreshed", async () => {
    const { email, id } = await join(app);
    const browser = createBrowser(app);
    const loggedIn = await browser.post("/login", { email, password });
    expect(loggedIn.status).toBe(200);
    expect(loggedIn.body.data.user).toEqual({ id, email, name: "Amina Yusuf" });

    const refreshed = await browser.post("/refresh");
    expect(refreshed.status).toBe(200);
    expect(decodeJwt(refreshed.body.data.accessToken).id).toBe(id);
  });
});
