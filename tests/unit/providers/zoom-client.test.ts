import { createHmac } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ZoomError } from "#server/providers/meetings/zoom/errors.ts";
import { urlValidationAnswer, verifyWebhook } from "#server/providers/meetings/zoom/webhook.ts";
import { createZoomClient } from "#server/providers/meetings/zoom/zoom-client.ts";
import {
  callApi,
  classInput,
  clearFaults,
  connectAccount,
  setFault,
  startZoomWorld,
  VERIFIER,
} from "../sandbox/zoom-world.ts";

test("a meeting can be created, read, changed and deleted", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const created = await world.zoom.createMeeting(accessToken, classInput);
  expect(created).toMatchObject({
    id: expect.stringMatching(/^\d{11}$/),
    topic: classInput.topic,
    startTime: classInput.startTime,
    durationMinutes: 45,
    timeZone: "Asia/Kolkata",
    status: "waiting",
  });
  const later = new Date("2030-04-01T08:30:00Z");
  await world.zoom.updateMeeting(accessToken, created.id, { startTime: later });
  expect((await world.zoom.getMeeting(accessToken, created.id)).startTime).toEqual(later);
  await world.zoom.deleteMeeting(accessToken, created.id);
  await expect(world.zoom.getMeeting(accessToken, created.id)).rejects.toMatchObject({
    kind: "not_found",
    code: 3001,
  });
});

test("the authorization address contains the client, the return address, the state and the challenge", () => {
  const zoom = clientAt("https://zoom.test");
  const url = new URL(zoom.authorizeUrl("a&b=c", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
  expect(url.origin + url.pathname).toBe("https://zoom.test/oauth/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: "id",
    redirect_uri: "http://site.test/zoom/auth/callback",
    state: "a&b=c",
    // The example in RFC 7636.
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
});

test.each(["status-500", "status-429", "silent", "drop-response"])(
  "a call with the fault %s counts as unavailable, and the next one succeeds",
  async (fault) => {
    const world = await startZoomWorld();
    const { accessToken } = await connectAccount(world);
    await setFault(world, { provider: "zoom", match: "/v2/users/me", fault, times: 1 });
    const zoom = fault === "silent" ? world.impatient(300) : world.zoom;
    await expect(zoom.me(accessToken)).rejects.toMatchObject({
      name: "ZoomError",
      kind: "unavailable",
      ...(fault === "status-429" && { retryAfter: 1, code: 429 }),
    });
    await clearFaults(world);
    expect((await world.zoom.me(accessToken)).email).toBe("amina.khan@zoom.test");
  },
);

test("a response after the time limit counts as unavailable", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  await setFault(world, { provider: "zoom", fault: "delay", ms: 60_000 });
  await expect(world.impatient(200).me(accessToken)).rejects.toMatchObject({
    kind: "unavailable",
  });
  await clearFaults(world);
});

test("a meeting whose response was lost exists nevertheless", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  await setFault(world, { provider: "zoom", match: "/meetings", fault: "drop-response" });
  await expect(world.zoom.createMeeting(accessToken, classInput)).rejects.toMatchObject({
    kind: "unavailable",
  });
  const list = await callApi(world, accessToken, "GET", "/v2/users/me/meetings");
  expect(list.body.total_records).toBe(1);
});

test("a refresh whose response was lost has used up the refresh token", async () => {
  const world = await startZoomWorld();
  const { refreshToken } = await connectAccount(world);
  await setFault(world, { provider: "zoom", match: "/oauth/token", fault: "drop-response" });
  await expect(world.zoom.refresh(refreshToken)).rejects.toMatchObject({ kind: "unavailable" });
  await expect(world.zoom.refresh(refreshToken)).rejects.toMatchObject({ kind: "revoked" });
});

test("a rejected code is reported without repeating it", async () => {
  const { zoom } = await startZoomWorld();
  const code = "a-code-that-must-not-be-logged";
  const error = await zoom.exchangeCode(code, VERIFIER).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ZoomError);
  expect(error).toMatchObject({ kind: "rejected" });
  expect(String((error as Error).message)).toContain("Invalid authorization code [secret]");
  expect(JSON.stringify(error) + String(error)).not.toContain(code);
});

test("a wrong client secret is reported and not mistaken for revoked access", async () => {
  const { base } = await startZoomWorld();
  await expect(clientAt(base).refresh("token")).rejects.toMatchObject({ kind: "rejected" });
});

test("input that Zoom rejects is reported with the fields that Zoom names", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const input = { ...classInput, topic: "x".repeat(201) };
  await expect(world.zoom.createMeeting(accessToken, input)).rejects.toMatchObject({
    kind: "rejected",
    code: 300,
    message: expect.stringContaining("topic: "),
  });
});

test.each<[string, RequestListener]>([
  ["is not JSON", (_, response) => response.end("<h1>Gateway</h1>")],
  ["lacks what we need", (_, response) => response.end('{"access_token":"visible-secret"}')],
  [
    "has another type",
    (_, response) =>
      response.end('{"access_token":"visible-secret","refresh_token":1,"expires_in":"soon"}'),
  ],
  [
    "is a redirect",
    (_, response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
  ],
])("a response that %s counts as unavailable, without a retry", async (_, listener) => {
  const zoom = clientAt(await serve(listener));
  const error = await zoom.refresh("a-refresh-token").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "ZoomError", kind: "unavailable" });
  const words = `${error} ${(error as Error).cause}`;
  expect(words).not.toContain("visible-secret");
  expect(words).not.toContain("a-refresh-token");
});

test("links that don't use HTTP are never passed on", async () => {
  const meeting = {
    id: 81234567890,
    uuid: "u",
    topic: "t",
    join_url: "javascript:alert(1)",
    start_url: "https://zoom.test/s/1",
  };
  const zoom = clientAt(await serve((_, response) => response.end(JSON.stringify(meeting))));
  await expect(zoom.getMeeting("token", "1")).rejects.toMatchObject({ kind: "unavailable" });
});

test("Retry-After can be a date", async () => {
  const at = new Date(Date.now() + 60_000).toUTCString();
  const zoom = clientAt(
    await serve((_, response) => response.writeHead(503, { "retry-after": at }).end()),
  );
  const error = await zoom.me("token").catch((thrown: unknown) => thrown);
  expect((error as ZoomError).retryAfter).toBeGreaterThan(50);
  expect((error as ZoomError).retryAfter).toBeLessThanOrEqual(60);
});

test("an unreachable address counts as unavailable", async () => {
  await expect(clientAt("http://127.0.0.1:9").me("token")).rejects.toMatchObject({
    kind: "unavailable",
  });
});

const secret = "webhook-secret";
const body = '{"event":"meeting.started","payload":{"object":{"topic":"تجويد"}}}';
const now = new Date("2030-01-01T12:00:00Z");
const seconds = Math.floor(now.getTime() / 1000);

test("a webhook signed by Zoom is accepted as text and as bytes", () => {
  expect(verifyWebhook(body, signed(seconds), secret, now)).toBe(true);
  expect(verifyWebhook(Buffer.from(body), signed(seconds), secret, now)).toBe(true);
});

test("a webhook is accepted up to 300 seconds before and after its time", () => {
  expect(verifyWebhook(body, signed(seconds - 300), secret, now)).toBe(true);
  expect(verifyWebhook(body, signed(seconds + 300), secret, now)).toBe(true);
  expect(verifyWebhook(body, signed(seconds - 301), secret, now)).toBe(false);
  expect(verifyWebhook(body, signed(seconds + 301), secret, now)).toBe(false);
});

test("a webhook with another body, secret or time is rejected", () => {
  expect(verifyWebhook(`${body} `, signed(seconds), secret, now)).toBe(false);
  expect(verifyWebhook(body, signed(seconds), "another", now)).toBe(false);
  const moved = signed(seconds);
  moved.set("x-zm-request-timestamp", String(seconds + 1));
  expect(verifyWebhook(body, moved, secret, now)).toBe(false);
});

test.each(["", "soon", "1e9", "-5", "99999999999999"])(
  "a webhook with the time '%s' is rejected",
  (timestamp) => {
    const headers = signed(seconds);
    headers.set("x-zm-request-timestamp", timestamp);
    expect(verifyWebhook(body, headers, secret, now)).toBe(false);
  },
);

test("a webhook without a signature or with a short one is rejected", () => {
  expect(verifyWebhook(body, new Headers(), secret, now)).toBe(false);
  const headers = signed(seconds);
  headers.set("x-zm-signature", "v0=");
  expect(verifyWebhook(body, headers, secret, now)).toBe(false);
});

test("the endpoint's challenge is answered with its HMAC", () => {
  expect(urlValidationAnswer("plain", secret)).toEqual({
    plainToken: "plain",
    encryptedToken: createHmac("sha256", secret).update("plain").digest("hex"),
  });
});

function signed(timestamp: number): Headers {
  const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
  return new Headers({
    "x-zm-request-timestamp": String(timestamp),
    "x-zm-signature": `v0=${digest}`,
  });
}

function clientAt(base: string) {
  return createZoomClient({
    oauthBase: base,
    apiBase: base,
    clientId: "id",
    clientSecret: "secret",
    redirectUri: "http://site.test/zoom/auth/callback",
    timeoutMs: 2000,
  });
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
