import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import { $session, acceptToken } from "#lib/client/session/session.store.ts";
import { freshToken, refreshSession, startSession } from "#lib/client/session/session-refresh.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { reloadPage } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(reloadPage).mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

const noAnswer = () => {
  throw new TypeError("Failed to fetch");
};
const renewed = () => success({ accessToken: makeToken() });
const refreshes = (calls: { name: string }[]) =>
  calls.filter(({ name }) => name === "POST /auth/refresh").length;

describe("the session on page load", () => {
  it("makes no request when the flag for logged-in users is not set", async () => {
    const calls = answer({});
    expect(await startSession()).toEqual({ status: "signed-out" });
    expect(calls).toEqual([]);
  });

  it("is refreshed with the cookie when the flag is set, and keeps the token in memory only", async () => {
    remembered.set("isAuthenticated", "true");
    const token = makeToken();
    answer({ "POST /auth/refresh": success({ accessToken: token }) });
    expect(await startSession()).toMatchObject({
      status: "signed-in",
      accessToken: token,
      user: { id: "usr_1", email: "maryam@example.org", name: "Maryam Ali" },
    });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token);
    expect(remembered.get("isAuthenticated")).toBe("true");
  });

  it("is refreshed without the flag on pages for logged-in people", async () => {
    answer({ "POST /auth/refresh": renewed() });
    expect(await startSession(true)).toMatchObject({ status: "signed-in" });
    expect(document.documentElement.hasAttribute("data-signed-in")).toBe(true);
  });

  it.each([400, 401, 403, 404])("ends and clears the flag after a %i", async (status) => {
    remembered.set("isAuthenticated", "true");
    remembered.set("userRole", "teacher");
    answer({ "POST /auth/refresh": failure(status, "Token refresh failed") });
    expect(await startSession()).toEqual({ status: "signed-out" });
    expect({ ...localStorage }).toEqual({});
    expect(document.documentElement.hasAttribute("data-signed-in")).toBe(false);
  });

  it.each([
    ["there is no response", noAnswer],
    ["there are too many requests", failure(429, "Too many attempts. Please try again later.")],
    ["the server is down", failure(503, "The service is unavailable.")],
    ["a proxy responds with its own page", { text: "<h1>Please pay for the network</h1>" }],
    ["the token can't be read", success({ accessToken: "no.token" })],
  ])("keeps the flag while %s, and retries", async (_, trouble) => {
    remembered.set("isAuthenticated", "true");
    answer({ "POST /auth/refresh": trouble });
    expect(await startSession()).toMatchObject({ status: "unreachable" });
    expect(remembered.get("isAuthenticated")).toBe("true");
    answer({ "POST /auth/refresh": renewed() });
    await vi.advanceTimersByTimeAsync(5_000);
    expect($session.get()).toMatchObject({ status: "signed-in" });
  });
});

describe("refreshing the session", () => {
  it("makes one call for any number of simultaneous requests", async () => {
    const calls = answer({ "POST /auth/refresh": renewed() });
    await Promise.all([refreshSession(), refreshSession(), refreshSession()]);
    expect(calls).toHaveLength(1);
  });

  it("happens automatically 60 seconds before each token expires", async () => {
    const calls = answer({
      "POST /auth/refresh": () => success({ accessToken: makeToken({}, 900) }),
    });
    acceptToken(makeToken({}, 900));
    await vi.advanceTimersByTimeAsync(839_000);
    expect(refreshes(calls)).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refreshes(calls)).toBe(1);
    await vi.advanceTimersByTimeAsync(840_000);
    expect(refreshes(calls)).toBe(2);
  });

  it("waits a sensible time for tokens that last under a minute or for years", async () => {
    const calls = answer({
      "POST /auth/refresh": () => success({ accessToken: makeToken({}, 40) }),
    });
    acceptToken(makeToken({}, 40));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(refreshes(calls)).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(refreshes(calls)).toBe(1);
    acceptToken(makeToken({}, 400 * 86_400));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(refreshes(calls)).toBe(1);
  });

  it.each([-7_200, 7_200])(
    "relies on the token's lifetime when the clock is off by %i seconds",
    async (off) => {
      const calls = answer({ "POST /auth/refresh": renewed() });
      const iat = Math.floor(Date.now() / 1000) + off;
      const token = makeToken({ iat, exp: iat + 900 });
      acceptToken(token);
      expect(await freshToken()).toBe(token);
      await vi.advanceTimersByTimeAsync(839_000);
      expect(calls).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(refreshes(calls)).toBe(1);
    },
  );

  it("does not log in a person who has logged out in the meantime", async () => {
    acceptToken(makeToken());
    const { forgetSession } = await import("#lib/client/session/session.store.ts");
    answer({
      "POST /auth/refresh": () => {
        forgetSession();
        return renewed();
      },
    });
    expect(await refreshSession()).toEqual({ status: "signed-out" });
    expect(remembered.get("isAuthenticated")).toBeNull();
  });

  it("does not log out a person who logged in while it was being rejected", async () => {
    visitAsGuest();
    const token = makeToken();
    answer({
      "POST /auth/refresh": () => {
        acceptToken(token);
        return failure(401, "Token refresh failed");
      },
    });
    expect(await refreshSession()).toMatchObject({ status: "signed-in", accessToken: token });
  });

  it("reloads the page when the cookie now belongs to another person", async () => {
    acceptToken(makeToken());
    remembered.set("userRole", "teacher");
    answer({ "POST /auth/refresh": success({ accessToken: makeToken({ id: "usr_2" }) }) });
    expect(await refreshSession()).toMatchObject({ user: { id: "usr_2" } });
    expect(remembered.get("userRole")).toBeNull();
    expect(reloadPage).toHaveBeenCalledOnce();
  });
});

describe("the session while offline or asleep", () => {
  it("continues without a response, and retries with increasing delays", async () => {
    const token = makeToken({}, 900);
    acceptToken(token);
    const calls = answer({ "POST /auth/refresh": noAnswer });
    await vi.advanceTimersByTimeAsync(840_000);
    expect(refreshes(calls)).toBe(1);
    expect($session.get()).toMatchObject({ status: "signed-in", accessToken: token });
    await vi.advanceTimersByTimeAsync(5_000 + 10_000 + 20_000);
    expect(refreshes(calls)).toBe(4);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(refreshes(calls)).toBeLessThan(4 + 62);
    expect($session.get()).toMatchObject({ status: "signed-in" });
    expect(remembered.get("isAuthenticated")).toBe("true");
  });

  it("resumes as soon as the network is back", async () => {
    acceptToken(makeToken({}, 900));
    answer({ "POST /auth/refresh": noAnswer });
    await startSession();
    await vi.advanceTimersByTimeAsync(1_000_000);
    const token = makeToken();
    const calls = answer({ "POST /auth/refresh": success({ accessToken: token }) });
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes(calls)).toBe(1);
    expect($session.get()).toMatchObject({ status: "signed-in", accessToken: token });
  });

  it("reports a failed refresh to an API call, not that nobody is logged in", async () => {
    acceptToken(makeToken({}, 900));
    answer({ "POST /auth/refresh": noAnswer });
    await vi.advanceTimersByTimeAsync(1_000_000);
    await expect(freshToken()).rejects.toMatchObject({
      message: "Token refresh failed",
      status: 0,
    });
  });

  it.each(["focus", "online"])("is refreshed after sleep, at %s", async (event) => {
    acceptToken(makeToken({}, 900));
    await startSession();
    const calls = answer({ "POST /auth/refresh": renewed() });
    dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual([]);
    // A sleeping device stops timers but not its clock.
    vi.setSystemTime(Date.now() + 3_600_000);
    dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes(calls)).toBe(1);
  });

  it("has a valid token for the first call after sleep", async () => {
    acceptToken(makeToken({}, 900));
    vi.setSystemTime(Date.now() + 3_600_000);
    const token = makeToken();
    answer({ "POST /auth/refresh": success({ accessToken: token }) });
    expect(await freshToken()).toBe(token);
  });
});
