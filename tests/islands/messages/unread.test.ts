/** The number of unread messages in the header. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetSession } from "#lib/client/session/session.store.ts";
import { showUnread, watchUnread } from "#lib/messages/client/unread-count.ts";
import { answer, success } from "../support/api.ts";
import { signInAs } from "../support/session.ts";

beforeEach(() => {
  signInAs({ role: "student" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = () => document.documentElement.style.getPropertyValue("--unread");

it("the unread count survives page changes, shows at most 99+, and is cleared with the session", () => {
  showUnread(3);
  expect([shown(), localStorage.getItem("unreadMessages")]).toEqual(['"3"', '"3"']);
  showUnread(250);
  expect(shown()).toBe('"99+"');
  showUnread(0);
  expect([shown(), localStorage.getItem("unreadMessages")]).toEqual(["none", null]);
  showUnread(1);
  forgetSession();
  expect([shown(), localStorage.getItem("unreadMessages")]).toEqual(["none", null]);
});

it("the unread count is fetched when a page opens and when it becomes visible again", async () => {
  vi.useFakeTimers();
  let count = 2;
  const calls = answer({ "GET /messages/unread": () => success({ count }) });
  watchUnread();
  watchUnread();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toBe('"2"');
  count = 4;
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe('"4"');
  expect(calls).toHaveLength(2);
  forgetSession();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(calls).toHaveLength(2);
  vi.useRealTimers();
});
