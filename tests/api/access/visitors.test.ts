/**
 * Sends every API call that changes data as a visitor. All except those meant for visitors must be
 * rejected.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deployment, startDeployment } from "../accounts/deployment.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
});
afterAll(() => site?.close());

/**
 * Calls of people who can't be logged in yet, of webhooks, and of the app in Zoom. A signature authenticates
 * webhooks, and Zoom's encryption authenticates the app.
 */
const meantForVisitors = new Set([
  "POST /auth/signup",
  "POST /auth/resend",
  "POST /auth/verify",
  "POST /auth/login",
  "POST /auth/refresh",
  "POST /auth/logout",
  "POST /auth/password/forgot",
  "POST /auth/password/reset/:userId",
  "POST /contact",
  "POST /guardian/conversations",
  "POST /guardian/messages",
  "POST /guardian/end",
  "POST /guardian/child",
  "POST /guardian/teacher-message",
  "POST /guardian/link",
  "POST /guardian/report",
  "POST /recitations/guardian-link/end",
  "POST /newsletter",
  "POST /newsletter/confirm",
  "POST /newsletter/unsubscribe",
  "POST /webhooks/stripe",
  "POST /webhooks/zoom",
  "POST /zoom-app/session",
  "POST /zoom-app/link/code",
  "POST /zoom-app/link",
]);

/** Calls about resources whose existence must be hidden from visitors. */
const isHiddenFromVisitors = (call: string): boolean =>
  call === "POST /classes/:id/page" || / \/staff\//.test(call);

test("a visitor cannot change anything with any API call", async () => {
  const calls = new Set(
    site.app.app.routes
      .filter(({ method }) => !["ALL", "GET", "HEAD", "OPTIONS"].includes(method))
      .map(({ method, path }) => `${method} ${path.replace(/^\/api/, "").replace(/\/$/, "")}`),
  );
  expect(calls.size).toBeGreaterThan(30);
  for (const call of meantForVisitors) expect(calls).toContain(call);
  expect([...calls].filter(isHiddenFromVisitors).length).toBeGreaterThan(20);
  for (const call of calls) {
    if (meantForVisitors.has(call)) continue;
    const [method = "", path = ""] = call.split(" ");
    const answer = await site.browser().call(method, path.replaceAll(/:\w+/g, "nobody_1"), {
      headers: { "app-id": "halaqa" },
      body: {},
    });
    expect([call, answer.status]).toEqual([call, isHiddenFromVisitors(call) ? 404 : 401]);
    expect(answer.body).toMatchObject({ success: false, status: "error" });
  }
});
