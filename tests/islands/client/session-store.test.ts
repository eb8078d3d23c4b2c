import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import {
  $session,
  acceptToken,
  freshToken,
  refreshSession,
  signOut,
  startSession,
} from "#lib/client/session.store.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("on load", () => {
  it("asks nobody when the flag doesn't say that somebody is signed in", async () => {
    const calls = answer({});
    expect(await startSession()).toEqual({ status: "signed-out" });
    expect(calls).toEqual([]);
  });

  it("refreshes by the cookie when the flag is set, and keeps the token in memory only", async () => {
    remembered.set("isAuthenticated", "true");
    const token = makeToken();
    answer({ "POST /auth/refresh": success({ accessToken: token }) });
    expect(await startSession()).toMatchObject({
      status: "signed-in",
      accessToken: token,
      user: { id: "usr_1", email: "maryam@example.org", name: "Maryam Ali" },
    });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token);
  });

  it("signs out and clears the flag when the refresh is refused", async () => {
    remembered.set("isAuthenticated", "true");
    remembered.set("userRole", "teacher");
    answer({ "POST /auth/refresh": failure(401, "Token refresh failed") });
    expect(await startSession()).toEqual({ status: "signed-out" });
    expect({ ...localStorage }).toEqual({});
  });

  it("keeps the flag while the server gives no answer", async () => {
    remembered.set("isAuthenticated", "true");
    answer({ "POST /auth/refresh": failure(503, "The service is unavailable.") });
    expect(await startSession()).toEqual({
      status: "unreachable",
      message: "The service is unavailable.",
    });
    expect(remembered.get("isAuthenticated")).toBe("true");
  });
});

describe("refreshing", () => {
  it("makes one call however many ask at once", async () => {
    const calls = answer({ "POST /auth/refresh": success({ accessToken: makeToken() }) });
    await Promise.all([refreshSession(), refreshSession(), refreshSession()]);
    expect(calls).toHaveLength(1);
  });

  it("happens by itself 60 seconds before the token ends", async () => {
    const calls = answer({ "POST /auth/refresh": success({ accessToken: makeToken() }) });
    acceptToken(makeToken({}, 900));
    await vi.advanceTimersByTimeAsync(839_000);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/refresh"]);
  });

  it("counts by the token's own span when the clock here is hours off", async () => {
    const calls = answer({ "POST /auth/refresh": success({ accessToken: makeToken() }) });
    const iat = Math.floor(Date.now() / 1000) - 7_200;
    acceptToken(makeToken({ iat, exp: iat + 900 }));
    await freshToken();
    expect(calls).toEqual([]);
  });

  it("refuses an answer whose token can't be read", async () => {
    answer({ "POST /auth/refresh": success({ accessToken: "no.token" }) });
    expect(await refreshSession()).toEqual({ status: "signed-out" });
  });
});

describe("signing out", () => {
  it("clears token, flag and role, and goes home, even if the call fails", async () => {
    acceptToken(makeToken());
    remembered.set("profileCompleted", "true");
    remembered.set("userRole", "student");
    remembered.set("userProfileId", "prf_1");
    sessionStorage.setItem("selectedRole", "student");
    answer({ "POST /auth/logout": failure(500, "Logout failed") });
    await signOut();
    expect($session.get()).toEqual({ status: "signed-out" });
    expect({ ...localStorage, ...sessionStorage }).toEqual({});
    expect(goTo).toHaveBeenCalledWith("/");
  });

  it("follows a sign-out in another tab", async () => {
    answer({});
    acceptToken(makeToken());
    await startSession();
    localStorage.removeItem("isAuthenticated");
    dispatchEvent(new StorageEvent("storage", { key: "isAuthenticated", newValue: null }));
    expect($session.get()).toEqual({ status: "signed-out" });
  });
});
