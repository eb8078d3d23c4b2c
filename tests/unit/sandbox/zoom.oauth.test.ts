import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import {
  allow,
  CLIENT_ID,
  CLIENT_SECRET,
  connectAccount,
  openPage,
  REDIRECT_URI,
  startZoomWorld,
  VERIFIER,
  type ZoomWorld,
} from "./zoom-world.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("Allow leads back with a code and the state, and the code gives access to the account", async () => {
  const world = await startZoomWorld();
  const back = await allow(world, "Amina.Khan@zoom.test");
  expect(back.origin + back.pathname).toBe(REDIRECT_URI);
  expect(back.searchParams.get("state")).toBe("state-1");

  const response = await requestToken(world, {
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  });
  expect(response).toEqual({
    status: 200,
    body: {
      access_token: expect.any(String),
      token_type: "bearer",
      refresh_token: expect.any(String),
      expires_in: 3600,
      scope: expect.stringContaining("meeting:write:meeting"),
      api_url: world.base,
    },
  });
  expect(await world.zoom.me(response.body.access_token)).toMatchObject({
    email: "amina.khan@zoom.test",
    displayName: "Amina Khan",
  });
});

test("Deny leads back with access_denied and the state", async () => {
  const { zoom } = await startZoomWorld();
  const page = await openPage(zoom.authorizeUrl("state-2", VERIFIER));
  const answer = await page.press("Deny");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`${REDIRECT_URI}?error=access_denied&state=state-2`);
});

test("pressing Allow twice with the same address uses one account, and a different address uses another", async () => {
  const world = await startZoomWorld();
  const first = await world.zoom.me((await connectAccount(world)).accessToken);
  const again = await world.zoom.me((await connectAccount(world)).accessToken);
  const other = await world.zoom.me((await connectAccount(world, "b@zoom.test")).accessToken);
  expect(again.id).toBe(first.id);
  expect(other.id).not.toBe(first.id);
  expect(other.accountId).not.toBe(first.accountId);
});

test("Allow without an address creates a new account", async () => {
  const world = await startZoomWorld();
  const tokens = await connectAccount(world, "");
  expect((await world.zoom.me(tokens.accessToken)).email).toMatch(/^host\.\d+@zoom\.test$/);
  const page = await openPage(world.zoom.authorizeUrl("state-4", VERIFIER));
  expect((await page.press("Allow", { email: "not an address" })).status).toBe(400);
});

test.each([
  ["client_id", "stranger"],
  ["response_type", "token"],
  ["redirect_uri", "javascript:alert(1)"],
  ["redirect_uri", ""],
])("an authorization with %s '%s' stays on an error page", async (field, value) => {
  const { zoom } = await startZoomWorld();
  const address = new URL(zoom.authorizeUrl("state-3", VERIFIER));
  address.searchParams.set(field, value);
  const page = await openPage(address.href);
  expect(page.status).toBe(400);
  expect(page.text).toContain("(4,700)");
  expect(page.document.querySelector("form")).toBeNull();
});

test("a code works once, and for its own redirect address only", async () => {
  const world = await startZoomWorld();
  const code = (await allow(world, "a@zoom.test")).searchParams.get("code") ?? "";
  await world.zoom.exchangeCode(code, VERIFIER);
  const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
  expect(await requestToken(world, form)).toEqual({
    status: 400,
    body: { reason: `Invalid authorization code ${code}`, error: "invalid_grant" },
  });

  const other = (await allow(world, "a@zoom.test")).searchParams.get("code") ?? "";
  const elsewhere = { ...form, code: other, redirect_uri: `${REDIRECT_URI}/else` };
  expect((await requestToken(world, elsewhere)).body.reason).toBe("Redirect URI mismatch.");
});

test("a code with a challenge requires its verifier", async () => {
  const world = await startZoomWorld();
  const redeem = async (verifier?: string, method?: string) => {
    const address = new URL(world.zoom.authorizeUrl("s", VERIFIER));
    if (method !== undefined) address.searchParams.set("code_challenge_method", method);
    const answer = await (await openPage(address.href)).press("Allow");
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    return requestToken(world, {
      grant_type: "authorization_code",
      redirect_uri: REDIRECT_URI,
      code,
      ...(verifier !== undefined && { code_verifier: verifier }),
    });
  };
  const challenge = createHash("sha256").update(VERIFIER).digest("base64url");
  const refused = [await redeem(), await redeem(`${VERIFIER}x`), await redeem(challenge)];
  for (const { status, body } of refused) {
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  }
  expect((await redeem(VERIFIER)).status).toBe(200);
  // Without a method, the challenge itself is the verifier.
  expect((await redeem(challenge, "")).status).toBe(200);
});

test("a refresh returns new tokens and invalidates the old refresh token, even after a restart", async () => {
  const world = await startZoomWorld();
  const first = await connectAccount(world);
  const second = await world.zoom.refresh(first.refreshToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  await world.reopen();
  const form = { grant_type: "refresh_token", refresh_token: first.refreshToken };
  expect(await requestToken(world, form)).toEqual({
    status: 400,
    body: { reason: "Invalid Token!", error: "invalid_grant" },
  });
  const third = await world.zoom.refresh(second.refreshToken);
  expect((await world.zoom.me(third.accessToken)).email).toBe("amina.khan@zoom.test");
});

test("one of twenty refreshes with the same token succeeds", async () => {
  const world = await startZoomWorld();
  const { refreshToken } = await connectAccount(world);
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const answers = await Promise.all(Array.from({ length: 20 }, () => requestToken(world, form)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("an access token expires after an hour", async () => {
  const world = await startZoomWorld();
  const { accessToken, expiresAt } = await connectAccount(world);
  vi.useFakeTimers({ toFake: ["Date"], now: expiresAt.getTime() + 1000 });
  await expect(world.zoom.me(accessToken)).rejects.toMatchObject({
    kind: "revoked",
    code: 124,
    message: expect.stringContaining("Access token is expired."),
  });
});

test("revoking invalidates the access and refresh tokens of that connection", async () => {
  const world = await startZoomWorld();
  const mine = await connectAccount(world);
  const other = await connectAccount(world, "b@zoom.test");
  await world.zoom.revoke(mine.accessToken);
  await expect(world.zoom.me(mine.accessToken)).rejects.toMatchObject({ kind: "revoked" });
  await expect(world.zoom.refresh(mine.refreshToken)).rejects.toMatchObject({ kind: "revoked" });
  expect((await world.zoom.me(other.accessToken)).email).toBe("b@zoom.test");
});

test("a wrong secret and an unknown grant type are rejected", async () => {
  const world = await startZoomWorld();
  expect(await requestToken(world, { grant_type: "refresh_token" }, "wrong")).toEqual({
    status: 400,
    body: { reason: "Invalid client_id or client_secret", error: "invalid_client" },
  });
  const answer = await requestToken(world, { grant_type: "password" });
  expect(answer.body.error).toBe("unsupported_grant_type");
});

async function requestToken(
  { base }: ZoomWorld,
  form: Record<string, string>,
  secret = CLIENT_SECRET,
) {
  const response = await fetch(`${base}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${secret}`)}` },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: await response.json() };
}
