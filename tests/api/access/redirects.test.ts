/**
 * Redirects of the API: only to this site, and to Zoom with a state that belongs to the teacher.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTeacher, type Person } from "../../support/people.ts";
import { type Deployment, startDeployment } from "../accounts/deployment.ts";
import { statusesOf, times, turn } from "../accounts/http/people.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment({}, { sandbox: true });
});
afterAll(() => site?.close());

/**
 * Follows the teacher's link to Zoom and grants access there. @returns the parameters that Zoom
 * sends back.
 */
async function authorize({ token, email }: Person) {
  const browser = site.browser();
  const ticket = await browser.call("POST", "/zoom/connect/ticket", { token, body: {} });
  const query = new URLSearchParams({ token: ticket.body.data.ticket });
  const leads = await browser.call("GET", `/zoom/connect?${query}`, { at: 1 });
  const page = new URL(leads.headers.get("location") ?? "");
  const form = new URLSearchParams(page.search);
  form.set("decision", "allow");
  form.set("email", email);
  const allowed = await fetch(page.origin + page.pathname, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = new URL(allowed.headers.get("location") ?? "");
  return {
    page,
    back,
    code: back.searchParams.get("code") ?? "",
    state: back.searchParams.get("state") ?? "",
  };
}

const complete = ({ token }: Person, body: { code: string; state: string }, at: 0 | 1) =>
  site.browser().call("POST", "/zoom/oauth/callback", { token, body, at });

describe("the state parameter of an authorization", () => {
  test("is random, and is accepted only when Zoom redirects to this site", async () => {
    const teacher = await addTeacher(site.app.context);
    const [first, second] = [await authorize(teacher), await authorize(teacher)];
    expect(first.state).not.toBe(second.state);
    for (const { state, page, back } of [first, second]) {
      expect(state).toMatch(/^[\w-]{22,}$/);
      expect(page.searchParams.get("redirect_uri")).toBe(
        `${site.app.config.appUrl}/zoom/auth/callback`,
      );
      expect(back.origin + back.pathname).toBe(`${site.app.config.appUrl}/zoom/auth/callback`);
    }
  });

  test("is bound to the teacher who requested it and works once across both processes", async () => {
    const teacher = await addTeacher(site.app.context);
    const thief = await addTeacher(site.app.context);
    const { code, state } = await authorize(teacher);
    expect((await complete(thief, { code, state }, 0)).status).toBe(400);
    expect((await complete(teacher, { code, state: `${state}x` }, 0)).status).toBe(400);
    const uses = await Promise.all(
      times(10, (index) => complete(teacher, { code, state }, turn(index))),
    );
    expect(statusesOf(uses).filter((status) => status === 200)).toHaveLength(1);
    expect(statusesOf(uses).filter((status) => status === 400)).toHaveLength(9);
    const connected = await site
      .browser()
      .call("GET", "/zoom/status", { token: thief.token, at: 1 });
    expect(connected.body.connected).toBe(false);
  });
});

describe("the return path of a checkout", () => {
  const evil = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "cs_none/../../../../evil",
    "%2f%2fevil.example",
    "\u2028//evil.example",
  ];
  test.each(evil)("stays on a page of this site for '%s'", async (value) => {
    const asked = encodeURIComponent(value);
    const paths = [
      `/enrollment/checkout/return?session_id=${asked}&returnTo=${asked}&url=${asked}`,
      `/enrollment/checkout/cancel?payment=${asked}&signature=${asked}&returnTo=${asked}`,
      `/zoom/connect?token=${asked}&redirect_uri=${asked}&returnTo=${asked}`,
    ];
    for (const [index, path] of paths.entries()) {
      const answer = await site
        .browser()
        .call("GET", path, { at: turn(index), headers: { accept: "text/html" } });
      expect(answer.status, path).toBeLessThan(500);
      const location = answer.headers.get("location");
      if (location === null) continue;
      expect(new URL(location, site.app.config.appUrl).origin).toBe(site.app.config.appUrl);
      expect(location).not.toMatch(/^(\/[/\\]|javascript:)/);
      expect(location).not.toContain("evil");
    }
  });
});
