import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken } from "../support/session.ts";
import { openTab, postToTabs, stubLocks, type Tab } from "../support/tabs.ts";

vi.mock("#lib/client/navigation.ts");
const { reloadPage } = await import("#lib/client/navigation.ts");

let tabs: [Tab, Tab];

beforeEach(async () => {
  tabs = [await openTab(), await openTab()];
});

afterEach(() => {
  for (const tab of tabs) tab.forgetSession();
});

async function signInBoth() {
  remembered.set("isAuthenticated", "true");
  answer({ "POST /auth/refresh": () => success({ accessToken: makeToken() }) });
  await Promise.all(tabs.map((tab) => tab.startSession()));
  for (const tab of tabs) expect(tab.$session.get().status).toBe("signed-in");
}

describe("two tabs", () => {
  it("take turns refreshing, so that no used cookie is sent", async () => {
    stubLocks();
    let under = 0;
    let most = 0;
    const calls = answer({
      "POST /auth/refresh": async () => {
        under += 1;
        most = Math.max(most, under);
        await new Promise<void>((resolve) => queueMicrotask(resolve));
        under -= 1;
        return success({ accessToken: makeToken() });
      },
    });
    await Promise.all(tabs.flatMap((tab) => [tab.refreshSession(), tab.refreshSession()]));
    expect(calls).toHaveLength(2);
    expect(most).toBe(1);
  });

  it("log out together", async () => {
    await signInBoth();
    const [here, there] = tabs;
    answer({ "POST /auth/logout": success(null) });
    await here.logOut();
    postToTabs("isAuthenticated");
    expect(there.$session.get()).toEqual({ status: "signed-out" });
    expect(there.$profile.get()).toEqual({ status: "unknown" });
  });

  it("log out together when the storage is cleared", async () => {
    await signInBoth();
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: null }));
    for (const tab of tabs) expect(tab.$session.get()).toEqual({ status: "signed-out" });
  });

  it("log out together when the server rejects one of them", async () => {
    await signInBoth();
    const [here, there] = tabs;
    answer({ "POST /auth/refresh": failure(401, "Token refresh failed") });
    await here.refreshSession();
    postToTabs("isAuthenticated");
    expect(there.$session.get()).toEqual({ status: "signed-out" });
  });

  it("do not refresh when the other one logged out while they waited for their turn", async () => {
    stubLocks();
    await signInBoth();
    const [here, there] = tabs;
    const calls = answer({
      "POST /auth/refresh": () => {
        there.forgetSession();
        return failure(401, "Token refresh failed");
      },
    });
    await Promise.all([here.refreshSession(), there.refreshSession()]);
    expect(calls).toHaveLength(1);
  });

  it("log in together", async () => {
    answer({});
    const [here, there] = tabs;
    await Promise.all(tabs.map((tab) => tab.startSession()));
    expect(there.$session.get()).toEqual({ status: "signed-out" });
    answer({ "POST /auth/refresh": () => success({ accessToken: makeToken() }) });
    here.acceptToken(makeToken());
    postToTabs("isAuthenticated");
    await vi.waitFor(() => expect(there.$session.get().status).toBe("signed-in"), 10_000);
  });

  it("switch to another person who logged in before the tabs noticed the previous person's log-out", async () => {
    await signInBoth();
    const [, there] = tabs;
    answer({ "POST /auth/refresh": () => success({ accessToken: makeToken({ id: "usr_2" }) }) });
    dispatchEvent(new StorageEvent("storage", { key: "isAuthenticated", newValue: null }));
    await vi.waitFor(() => expect(there.$session.get()).toMatchObject({ user: { id: "usr_2" } }));
    expect(reloadPage).toHaveBeenCalled();
    expect(remembered.get("isAuthenticated")).toBe("true");
  });

  it("do not react when other storage keys change", async () => {
    await signInBoth();
    const calls = answer({});
    postToTabs("color-mode");
    for (const tab of tabs) expect(tab.$session.get().status).toBe("signed-in");
    expect(calls).toEqual([]);
  });
});
