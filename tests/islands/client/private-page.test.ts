/** Pages for logged-in users that have no island that needs the session. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import type { PageData } from "#lib/page-scope.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken } from "../support/session.ts";
import { postToTabs } from "../support/tabs.ts";

vi.mock("#lib/client/navigation.ts");

const path = "/dashboard/receipts";
const logIn = "/login?returnTo=%2Fdashboard%2Freceipts";

/** Opens the page as the server renders it for a user, with its own modules. */
async function openPage(data: Partial<PageData> = {}) {
  vi.resetModules();
  history.replaceState({}, "", path);
  const element = document.createElement("script");
  element.id = "page-data";
  element.type = "application/json";
  element.textContent = JSON.stringify({
    renderedAt: Date.now(),
    accessToken: makeToken(),
    answers: [],
    failures: [],
    zone: "UTC",
    reportedZone: null,
    isRefreshDue: false,
    ...data,
  } satisfies PageData);
  document.head.append(element);
  const [{ watchPrivatePage }, store, navigation] = await Promise.all([
    import("#lib/client/session/private-page.ts"),
    import("#lib/client/session/session.store.ts"),
    import("#lib/client/navigation.ts"),
  ]);
  watchPrivatePage();
  return {
    ...store,
    reloadPage: vi.mocked(navigation.reloadPage),
    replaceWith: vi.mocked(navigation.replaceWith),
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  delete document.documentElement.dataset.session;
});

/** Whether CSS shows the page (`src/styles/session-gate.css`), regardless of the head script. */
const isShown = () => document.documentElement.dataset.session === "active";

describe("a page for logged-in users", () => {
  it("makes no request while its session is fresh", async () => {
    const calls = answer({});
    const { $session } = await openPage();
    expect($session.get().status).toBe("signed-in");
    expect(isShown()).toBe(true);
    expect(calls).toEqual([]);
  });

  it("refreshes the session if the server says so, even if the user leaves the page in the meantime", async () => {
    answer({ "POST /auth/refresh": () => success({ accessToken: makeToken() }) });
    const request = vi.spyOn(globalThis, "fetch");
    const { $session } = await openPage({ isRefreshDue: true });
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
    const [url, init] = request.mock.calls[0] ?? [];
    expect([url, init?.keepalive]).toEqual(["/api/auth/refresh", true]);
    expect($session.get().status).toBe("signed-in");
  });

  it("opens the log-in page when the user logs out in another tab", async () => {
    answer({});
    const { replaceWith } = await openPage();
    remembered.remove("isAuthenticated");
    postToTabs("isAuthenticated");
    expect(isShown()).toBe(false);
    await vi.waitFor(() => expect(replaceWith).toHaveBeenCalledWith(`${logIn}&reason=ended`));
  });

  it("is reloaded when another person has logged in", async () => {
    answer({ "POST /auth/refresh": success({ accessToken: makeToken({ id: "usr_2" }) }) });
    const { reloadPage, replaceWith } = await openPage();
    dispatchEvent(new StorageEvent("storage", { key: "isAuthenticated", newValue: null }));
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalled());
    expect(replaceWith).not.toHaveBeenCalled();
    expect(isShown()).toBe(false);
  });

  it("finishes a log-out that did not reach the server, and opens the log-in page", async () => {
    remembered.set("signOutPending", "true");
    const calls = answer({
      "POST /auth/logout": success(null),
      "POST /auth/refresh": failure(401, "Token refresh failed"),
    });
    const { replaceWith } = await openPage();
    expect(isShown()).toBe(false);
    await vi.waitFor(() => expect(replaceWith).toHaveBeenCalledWith(logIn));
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/logout", "POST /auth/refresh"]);
  });

  it("is reloaded if someone logs in while it is hidden", async () => {
    remembered.set("signOutPending", "true");
    answer({ "POST /auth/logout": failure(503, "The service is unavailable.") });
    const { acceptToken, $session, reloadPage } = await openPage();
    await vi.waitFor(() => expect($session.get().status).toBe("unreachable"));
    acceptToken(makeToken());
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalled());
    expect(isShown()).toBe(false);
  });
});
