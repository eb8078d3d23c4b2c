import { beforeEach, describe, expect, it, vi } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import { saveDraft } from "#lib/client/drafts.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { logOut } from "#lib/client/session/log-out.ts";
import { $session } from "#lib/client/session/session.store.ts";
import { refreshSession, startSession } from "#lib/client/session/session-refresh.ts";
import { $profile } from "#lib/people/profile.store.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken, signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goTo).mockReset();
});

/** The time of the log-out is kept, so that no page that was prefetched earlier is shown. */
const changed = { changedAt: expect.stringMatching(/^\d+$/) };

function signInWithEverything() {
  signInAs({ role: "student" });
  remembered.set("profileCompleted", "true");
  remembered.set("userRole", "student");
  remembered.set("userProfileId", "prf_1");
  sessionStorage.setItem("selectedRole", "student");
  queryClient.setQueryData(["enrollments"], ["one"]);
  saveDraft("course", "usr_1", { title: "Tajweed" });
}

describe("logging out", () => {
  it("ends the session on the server, clears all of the user's data and opens the home page", async () => {
    signInWithEverything();
    const calls = answer({ "POST /auth/logout": success(null) });
    await logOut();
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/logout"]);
    expect(calls[0]?.authorization).toMatch(/^Bearer /);
    expect($session.get()).toEqual({ status: "signed-out" });
    expect($profile.get()).toEqual({ status: "unknown" });
    expect(queryClient.getQueryData(["enrollments"])).toBeUndefined();
    expect({ ...localStorage, ...sessionStorage }).toEqual(changed);
    expect(goTo).toHaveBeenCalledWith("/");
  });

  it.each([
    ["is refused", () => failure(500, "Logout failed")],
    [
      "gets no response",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
  ])("clears everything even if the API call %s", async (_, reply) => {
    signInWithEverything();
    answer({ "POST /auth/logout": reply });
    await logOut();
    expect($session.get()).toEqual({ status: "signed-out" });
    expect({ ...localStorage, ...sessionStorage }).toEqual({ ...changed, signOutPending: "true" });
    expect(goTo).toHaveBeenCalledWith("/");
  });
});

describe("a log-out that did not reach the server", () => {
  it("is repeated by the next page before its cookie logs anyone in", async () => {
    remembered.set("signOutPending", "true");
    const calls = answer({
      "POST /auth/logout": success(null),
      "POST /auth/refresh": failure(401, "Token refresh failed"),
    });
    expect(await startSession(true)).toEqual({ status: "signed-out" });
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/logout", "POST /auth/refresh"]);
    expect({ ...localStorage }).toEqual(changed);
  });

  it("keeps everyone logged out while it still cannot be sent", async () => {
    remembered.set("signOutPending", "true");
    answer({ "POST /auth/logout": failure(503, "The service is unavailable.") });
    expect(await startSession(true)).toMatchObject({ status: "unreachable" });
    expect(remembered.get("signOutPending")).toBe("true");
  });

  it("is repeated by every later attempt to refresh, before anyone is logged in", async () => {
    remembered.set("signOutPending", "true");
    const calls = answer({ "POST /auth/logout": failure(503, "The service is unavailable.") });
    await startSession(true);
    expect(await refreshSession()).toMatchObject({ status: "unreachable" });
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/logout", "POST /auth/logout"]);
    expect(remembered.get("signOutPending")).toBe("true");
  });

  it("is forgotten after the next log-in", async () => {
    remembered.set("signOutPending", "true");
    const { acceptToken } = await import("#lib/client/session/session.store.ts");
    acceptToken(makeToken());
    expect(remembered.get("signOutPending")).toBeNull();
  });
});
