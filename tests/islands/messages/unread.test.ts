/** The number beside the header's link. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetSession } from "#lib/client/session.store.ts";
import { showUnread, watchUnread } from "#lib/client/unread.ts";
import { answer, success } from "../support/api.ts";
import { FakeEventSource } from "../support/event-source.ts";
import { signInAs } from "../support/session.ts";

beforeEach(() => {
  vi.stubGlobal("EventSource", FakeEventSource);
  signInAs({ role: "student" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = () => document.documentElement.style.getPropertyValue("--unread");

it("stays over pages, is never longer than it may be, and goes with the session", () => {
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

it("is looked up when news come in, once for a rush of them", async () => {
  let count = 2;
  const calls = answer({ "GET /messages/unread": () => success({ count }) });
  watchUnread();
  watchUnread();
  FakeEventSource.latest?.dispatchEvent(new Event("ready"));
  await expect.poll(shown).toBe('"2"');
  count = 4;
  const state = {
    type: "state",
    threadId: "t",
    profileId: "p",
    readSeq: 1,
    deliveredSeq: 1,
  } as const;
  FakeEventSource.latest?.tell(state);
  FakeEventSource.latest?.tell(state);
  await expect.poll(shown).toBe('"4"');
  expect(calls).toHaveLength(2);
});
