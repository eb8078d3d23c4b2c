import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount, addStudent } from "../../support/people.ts";
import { createBrowser, join, type Member, password } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";

async function logInAgain({ email }: Member, userAgent = firefox): Promise<string> {
  const headers = { "user-agent": userAgent };
  const answer = await createBrowser(app).post("/login", { email, password }, { headers });
  return answer.body.data.accessToken;
}

const list = async (token: string) =>
  (await app.call("GET", "/api/users/me/sessions", { token })).body.data as {
    _id: string;
    device: string;
    current: boolean;
    firstSeenAt: string;
    lastSeenAt: string;
  }[];

const isAlive = async (token: string) =>
  (await app.call("GET", "/api/users/me/sessions", { token })).status === 200;

describe("a person's sessions", () => {
  test("are listed with their devices, the current one first and marked", async () => {
    const member = await join(app);
    const token = await logInAgain(member);
    const sessions = await list(token);
    expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: "Firefox on Linux", current: true },
      { device: "Unknown device", current: false },
    ]);
    for (const { firstSeenAt, lastSeenAt } of sessions) {
      expect(Date.parse(firstSeenAt)).toBeLessThanOrEqual(Date.parse(lastSeenAt));
    }
  });

  test("can be ended one by one, and their access tokens stop working at once", async () => {
    const member = await join(app);
    const token = await logInAgain(member);
    const other = (await list(token)).find(({ current }) => !current);
    const end = () => app.call("DELETE", `/api/users/me/sessions/${other?._id}`, { token });
    expect((await end()).status).toBe(200);
    expect(await isAlive(member.token)).toBe(false);
    expect((await member.browser.post("/refresh")).status).toBe(401);
    expect(await isAlive(token)).toBe(true);
    expect((await end()).status).toBe(404);
  });

  test("all end, including the current one, when the person logs out everywhere", async () => {
    const member = await join(app);
    const token = await logInAgain(member);
    const answer = await app.call("DELETE", "/api/users/me/sessions", { token });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/halaqa-session=;.*Max-Age=0/);
    expect(await isAlive(token)).toBe(false);
    expect(await isAlive(member.token)).toBe(false);
  });

  test("cannot be seen or ended by anyone else, whether they exist or not", async () => {
    const victim = await addAccount(app.context);
    const stranger = await addStudent(app.context);
    expect(await list(stranger.token)).toHaveLength(1);
    const answers = [victim.actor.sessionId, "ses_missing"].map((id) =>
      app.call("DELETE", `/api/users/me/sessions/${id}`, { token: stranger.token }),
    );
    const [existing, missing] = await Promise.all(answers);
    expect(existing?.status).toBe(404);
    expect(existing?.body).toEqual(missing?.body);
    expect(await isAlive(victim.token)).toBe(true);
  });

  test("are not available to visitors", async () => {
    for (const [method, path] of [
      ["GET", "/sessions"],
      ["DELETE", "/sessions"],
      ["DELETE", "/sessions/ses_1"],
      ["GET", "/export"],
      ["DELETE", ""],
    ] as const) {
      const { status } = await app.call(method, `/api/users/me${path}`);
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 401`);
    }
  });
});
