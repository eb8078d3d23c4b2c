/** What people in a class notice when its verse or its lead changes. */
import { act, cleanup, render as renderInto } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Announcer, settleMs } from "#islands/live-pages/Announcer.tsx";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { Notices } from "#islands/live-pages/Notices.tsx";
import type { LivePageSnapshot } from "#lib/live-pages/live-pages.responses.ts";
import { snapshot, stateWith } from "./page-stream.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const layla = { _id: "prf_layla", name: "Layla Osman" };

/** Shows a part of the page, which then changes. */
function watch(part: (view: LivePageSnapshot) => React.ReactNode, first: LivePageSnapshot) {
  const shown = renderInto(part(first));
  const find = (selector: string) => shown.container.querySelector(selector)?.textContent;
  return {
    ...shown,
    show: (view: LivePageSnapshot) => shown.rerender(part(view)),
    /** What screen readers have announced last. */
    verse: () => find("[data-announcer=verse]"),
    lead: () => find("[data-announcer=lead]"),
  };
}

const announce = (view: LivePageSnapshot) => <Announcer view={view} />;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("screen readers announce every verse that the lead stays on, and none that the lead only passes through", async () => {
  const page = watch(announce, snapshot);
  const announced: (string | null | undefined)[] = [];
  const go = async (current: string, ms: number) => {
    page.show({ ...snapshot, state: stateWith({ current }) });
    await wait(ms);
    if (announced.at(-1) !== page.verse()) announced.push(page.verse());
  };
  await wait(settleMs);
  expect(page.verse(), "the verse that the page opened with isn't new").toBe("");
  await go("2:256", settleMs);
  await go("2:257", settleMs - 1);
  await go("2:256", settleMs);
  await go("2:257", settleMs);
  await go("2:256", 10);
  await go("2:255", settleMs);
  expect(announced).toEqual(["Al-Baqarah 2:256", "Al-Baqarah 2:257", "Al-Baqarah 2:255"]);
});

test("screen readers announce a new lead to everyone", () => {
  const page = watch(announce, snapshot);
  expect(page.lead()).toBe("");
  page.show({ ...snapshot, state: stateWith({ lead: layla }) });
  expect(page.lead()).toBe("Layla Osman is leading");
  page.show({ ...snapshot, state: stateWith({ lead: { _id: "prf_1", name: "Yusuf Karim" } }) });
  expect(page.lead()).toBe("You're leading");
  page.show(snapshot);
  expect(page.lead(), "a notice says so").toBe("");
});

test("screen readers announce the new lead to the person who has passed the lead on", () => {
  const host = { ...snapshot, profileId: snapshot.hostId, role: "host" } as const;
  const page = watch(announce, host);
  const passed = { ...host, passedTo: layla._id, state: stateWith({ lead: layla }) };
  page.show(passed);
  expect(page.lead()).toBe("Layla Osman is leading");
});

const facts = { endsAt: "2999-01-01T00:00:00.000Z", isCanceled: false };
const withNotices = (view: LivePageSnapshot, endsAt = facts.endsAt) => {
  const isLead = view.state.lead._id === view.profileId;
  const live = {
    classId: "cls_1",
    view: { ...view, stream: "open" },
    facts: { ...facts, endsAt },
    isLead,
    session: {},
  };
  return (
    <LiveContext value={live as unknown as Live}>
      <Notices />
    </LiveContext>
  );
};

test("a teacher whose lead a co-host takes sees who leads, and can take it back", async () => {
  const host = { ...snapshot, profileId: snapshot.hostId, role: "host" } as const;
  const page = watch(withNotices, host);
  expect(page.queryByText(/is leading the class now/)).toBeNull();
  page.show({ ...host, state: stateWith({ lead: layla }) });
  expect(page.getByRole("status").textContent).toContain("Layla Osman is leading the class now.");
  expect(page.getByRole("button", { name: "Take back the lead" })).toBeDefined();
  page.show(host);
  expect(page.queryByText(/is leading the class now/)).toBeNull();
});

test("a teacher who passes the lead on sees no notice about it, but sees one when a co-host takes the lead", async () => {
  const host = { ...snapshot, profileId: snapshot.hostId, role: "host" } as const;
  const omar = { _id: "prf_omar", name: "Omar Haddad" };
  const page = watch(withNotices, host);
  const passed = { ...host, passedTo: layla._id };
  page.show(passed);
  page.show({ ...passed, state: stateWith({ lead: layla }) });
  expect(page.queryByText(/is leading the class now/)).toBeNull();
  page.show({ ...passed, state: stateWith({ lead: omar }) });
  expect(page.queryByText(/is leading the class now/), "the lead was Layla's").toBeNull();
  page.show(host);
  page.show({ ...host, state: stateWith({ lead: layla }) });
  expect(page.getByRole("status").textContent).toContain("Layla Osman is leading the class now.");
});

test("people who haven't led see no notice about a new lead", () => {
  const page = watch(withNotices, snapshot);
  page.show({ ...snapshot, state: stateWith({ lead: layla }) });
  expect(page.queryByText(/is leading the class now/)).toBeNull();
});

test("students wait for a lead who is away until the class has ended", () => {
  const away = { ...snapshot, isLeadAway: true };
  const page = watch(withNotices, away);
  expect(page.getByText("The teacher is away")).toBeDefined();
  page.unmount();
  const ended = watch((view) => withNotices(view, "2020-01-01T00:00:00.000Z"), away);
  expect(ended.getByText(/^This class has ended/)).toBeDefined();
  expect(ended.queryByText("The teacher is away")).toBeNull();
});
