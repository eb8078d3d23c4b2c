/**
 * Keys, cookies and tickets, and who may send them. Over real HTTP, with two processes of one
 * deployment.
 */
import { eq, sql } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getSigningKey } from "#server/accounts/sessions/signing-keys.ts";
import { connectTickets, signingKeys } from "#server/db/schema.ts";
import type { Answer } from "../../../support/app.ts";
import { addTeacher } from "../../../support/people.ts";
import { password } from "../browser.ts";
import { type Deployment, startDeployment } from "../deployment.ts";
import { isTaken, joinRemotely, logInRemotely, times, turn } from "./people.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
});
afterAll(() => site?.close());

test("signing keys sign for 30 days, verify for one day longer and are then replaced", async () => {
  const { email, token } = await joinRemotely(site);
  const kid = decodeProtectedHeader(token).kid ?? "";
  const retire = (ago: number) =>
    site.app.context.db
      .update(signingKeys)
      .set({ retiresAt: new Date(Date.now() - ago) })
      .where(eq(signingKeys.id, kid));
  const hour = 60 * 60 * 1000;
  const ask = async (origin: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${origin}/api/users/me/sessions`, { headers })).status;
  };

  await retire(23 * hour);
  const young = await site.startAnother();
  expect(await ask(young.origin)).toBe(200);
  const headers = { "content-type": "application/json", "x-forwarded-for": "10.9.0.1" };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${young.origin}/api/auth/login`, { method: "POST", headers, body });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  expect(decodeProtectedHeader(data.accessToken).kid).not.toBe(kid);
  await young.stop();

  await retire(25 * hour);
  const old = await site.startAnother();
  expect(await ask(old.origin)).toBe(401);
  const jwks = await (await fetch(`${old.origin}/api/auth/jwks.json`)).text();
  expect(jwks).not.toContain(kid);
  await old.stop();
});

describe("an access token", () => {
  /** The claims with changes, signed again with the deployment's own key. */
  const resign = async (token: string, claims: object, header: object = {}) => {
    const key = await getSigningKey(site.app.context);
    return new SignJWT({ ...decodeJwt(token), ...claims })
      .setProtectedHeader({ alg: "EdDSA", kid: key.id, typ: "at+jwt", ...header })
      .sign(key.privateKey);
  };

  test("is accepted only in the exact form in which it was signed", async () => {
    const { token, email } = await joinRemotely(site);
    const other = await joinRemotely(site);
    expect(await isTaken(site, await resign(token, {}))).toEqual([true, true]);
    const [header, payload, signature] = token.split(".");
    const publicKey = new TextEncoder().encode(
      await (await fetch(`${site.origins[0]}/api/auth/jwks.json`)).text(),
    );
    const byHmac = new SignJWT(decodeJwt(token)).setProtectedHeader({
      alg: "HS256",
      kid: decodeProtectedHeader(token).kid ?? "",
      typ: "at+jwt",
    });
    const forgeries = [
      await resign(token, { aud: "elsewhere" }),
      await resign(token, { exp: 1_700_000_000 }),
      await resign(token, { exp: undefined }),
      await resign(token, { id: other.id }),
      await resign(token, {}, { typ: "reset+jwt" }),
      new UnsecuredJWT(decodeJwt(token)).encode(),
      await byHmac.sign(publicKey),
      `${header}.${payload}.`,
      `${header}.${other.token.split(".")[1]}.${signature}`,
      email,
    ];
    for (const forgery of forgeries) {
      expect(await isTaken(site, forgery), forgery).toEqual([false, false]);
    }
  });

  test("is rejected everywhere once its account is deleted, and so is the session", async () => {
    const { browser, token, email } = await joinRemotely(site);
    const body = { currentPassword: password };
    const deleted = await browser.call("DELETE", "/users/me", { body, token });
    expect(deleted.status).toBe(200);
    expect(await isTaken(site, token)).toEqual([false, false]);
    const refreshed = await browser.call("POST", "/auth/refresh", { body: {}, at: 1 });
    expect(refreshed.status).toBe(401);
    expect((await logInRemotely(site, email)).token).toBeUndefined();
  });
});

test("cookies over HTTPS are bound to the host and to HTTPS, and hidden from scripts", async () => {
  const { email } = await joinRemotely(site);
  const secure = await site.startAnother({ APP_URL: "https://halaqa.example" });
  const answer = await fetch(`${secure.origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://halaqa.example" },
    body: JSON.stringify({ email, password }),
  });
  await secure.stop();
  expect(answer.status).toBe(200);
  const page = await answer.text();
  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual([
    "__Host-halaqa-device",
    "__Host-halaqa-session",
  ]);
  for (const cookie of cookies) {
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) {
      expect(cookie).toContain(flag);
    }
    expect(cookie).not.toMatch(/Domain=/i);
    const [, value = ""] = /^[^=]+=([^;]+)/.exec(cookie) ?? [];
    expect(value).not.toBe("");
    expect(page).not.toContain(value);
  }
});

test("cookie-authenticated calls are rejected from other origins, and origins are never echoed", async () => {
  const { browser } = await joinRemotely(site);
  for (const path of ["/auth/refresh", "/auth/logout"]) {
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: site.app.config.appUrl, "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      const answer = await browser.call("POST", path, { body: {}, headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.get("access-control-allow-origin")).not.toBe("https://evil.example");
    }
    const form = { "content-type": "text/plain" };
    expect((await browser.call("POST", path, { body: "{}", headers: form })).status).toBe(415);
  }
  expect((await browser.call("POST", "/auth/refresh", { body: {}, at: 1 })).status).toBe(200);
});

test("connecting Zoom accepts a ticket once, for one minute, and never an access token", async () => {
  const teacher = await addTeacher(site.app.context);
  const connect = (ticket: string, at: 0 | 1) =>
    site.browser().call("GET", `/zoom/connect?token=${encodeURIComponent(ticket)}`, { at });
  const issue = async () => {
    const { token } = teacher;
    const answer = await site.browser().call("POST", "/zoom/connect/ticket", { token, body: {} });
    return answer.body.data.ticket as string;
  };
  const location = async (answer: Promise<Answer>) => (await answer).headers.get("location") ?? "";
  expect(await location(connect(teacher.token, 0))).not.toMatch(/oauth\/authorize/);

  const ticket = await issue();
  const uses = await Promise.all(times(10, (index) => location(connect(ticket, turn(index)))));
  expect(uses.filter((address) => address.includes("/oauth/authorize"))).toHaveLength(1);

  const late = await issue();
  await site.app.context.db
    .update(connectTickets)
    .set({ expiresAt: sql`${connectTickets.expiresAt} - interval '61 seconds'` })
    .where(eq(connectTickets.userId, teacher.userId));
  expect(await location(connect(late, 1))).not.toMatch(/oauth\/authorize/);
});
