/** The stream of a live page: order, silence, interruptions and its end. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createLivePageSession } from "#lib/live-pages/client/live-page-session.ts";
import type { StreamState } from "#lib/live-pages/client/live-page-stream.ts";
import {
  accept,
  type FakeServer,
  refuse,
  snapshot,
  startServer,
  stateWith,
} from "./page-stream.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** Follows the page. The first connection is open and has sent its snapshot. */
async function follow(server: FakeServer) {
  const session = createLivePageSession("cls_1", snapshot);
  const states: StreamState[] = [];
  session.$view.listen(({ stream }, before) => {
    if (stream !== before?.stream) states.push(stream);
  });
  onTestFinished(session.start());
  await seconds(0);
  await server.latest().send("snapshot", { ...snapshot, stream: "one" });
  return { session, states, view: () => session.$view.get() };
}

it("a live page is read with the access token, and its chunks can end anywhere", async () => {
  const server = startServer();
  const { view, states } = await follow(server);
  expect(server.latest().authorization).toMatch(/^Bearer /);
  expect(states).toEqual(["open"]);
  const event = { seq: 5, state: stateWith({ current: "2:256" }) };
  const text = `event: state\ndata: ${JSON.stringify(event)}\n\n`;
  await server.latest().write(text.slice(0, 9));
  await server.latest().write(text.slice(9, 40));
  expect(view().state.current).toBe("2:255");
  await server.latest().write(text.slice(40));
  expect(view().state.current).toBe("2:256");
});

it("a live page never returns to an older state", async () => {
  const server = startServer();
  const { view } = await follow(server);
  const send = (seq: number, current: string) =>
    server.latest().send("state", { seq, state: stateWith({ current }) });
  await send(6, "2:257");
  await send(5, "2:256");
  await send(6, "2:255");
  expect(view()).toMatchObject({ seq: 6, state: { current: "2:257" } });
  // A server that read the row before the change.
  await server.latest().send("snapshot", { ...snapshot, followers: 9, stream: "two" });
  expect(view()).toMatchObject({ seq: 6, followers: 9, state: { current: "2:257" } });
});

it("a live page reconnects after 45 seconds of silence", async () => {
  const server = startServer();
  const { states, view } = await follow(server);
  for (let beats = 0; beats < 4; beats += 1) {
    await seconds(40);
    await server.latest().beat();
  }
  expect(server.connections).toHaveLength(1);
  await seconds(44);
  expect(server.connections).toHaveLength(1);
  await seconds(2);
  expect(server.connections).toHaveLength(2);
  expect(server.connections[0]?.signal.aborted).toBe(true);
  expect(states.at(-1)).toBe("reconnecting");
  const later = { ...snapshot, seq: 8, state: stateWith({ current: "2:257" }), stream: "two" };
  await server.latest().send("snapshot", later);
  expect(states.at(-1)).toBe("open");
  expect(view().state.current).toBe("2:257");
});

it("a live page whose server is unavailable retries with increasing delays", async () => {
  const server = startServer();
  const { states } = await follow(server);
  server.status = 503;
  await server.latest().end();
  expect(states.at(-1)).toBe("reconnecting");
  await seconds(120);
  const tries = server.connections.length - 1;
  expect(tries).toBeGreaterThanOrEqual(5);
  expect(tries).toBeLessThanOrEqual(9);
  server.status = 200;
  await seconds(40);
  await server.latest().send("snapshot", { ...snapshot, stream: "two" });
  expect(states.at(-1)).toBe("open");
});

it("an offline live page says so, and reconnects as soon as the network is back", async () => {
  const server = startServer();
  const { states } = await follow(server);
  dispatchEvent(new Event("offline"));
  expect(states.at(-1)).toBe("offline");
  dispatchEvent(new Event("online"));
  await seconds(0);
  expect(server.connections).toHaveLength(2);
});

it.each([
  [404, "missing"],
  [401, "signed-out"],
] as const)("a live page is not requested again after status %i", async (status, state) => {
  const server = startServer();
  const { states } = await follow(server);
  server.status = status;
  vi.stubGlobal("fetch", wrapRefresh(globalThis.fetch));
  await server.latest().end();
  await seconds(2);
  expect(states.at(-1)).toBe(state);
  const { length } = server.connections;
  await seconds(600);
  dispatchEvent(new Event("online"));
  await seconds(1);
  expect(server.connections).toHaveLength(length);
});

/** The session has ended, so it can't be refreshed. */
function wrapRefresh(inner: typeof fetch): typeof fetch {
  return async (address, init) =>
    address === "/api/auth/refresh" ? refuse(401, "Authentication required") : inner(address, init);
}

it("a live page answers the server's heartbeats, to confirm that they arrive", async () => {
  const server = startServer();
  await follow(server);
  await server.latest().beat();
  expect(server.commands).toEqual([{ command: "here", stream: "one" }]);
});

it("a pointer disappears after five seconds, when the verse changes, and when the lead changes", async () => {
  const server = startServer();
  const { view } = await follow(server);
  const pointer = { verse: "2:255", word: 3 };
  await server.latest().send("pointer", pointer);
  expect(view().pointer).toEqual(pointer);
  await seconds(5);
  expect(view().pointer).toBeNull();

  await server.latest().send("pointer", pointer);
  await server.latest().send("state", { seq: 5, state: stateWith({ current: "2:256" }) });
  expect(view().pointer).toBeNull();

  await server.latest().send("pointer", { verse: "2:256", word: 1 });
  const lead = { _id: "prf_2", name: "Layla Osman" };
  const passed = stateWith({ current: "2:256", lead });
  await server.latest().send("state", { seq: 6, state: passed });
  expect(view().pointer).toBeNull();
});

it("a late joiner sees the word that the lead has just pointed at", async () => {
  const server = startServer();
  const { view } = await follow(server);
  const state = stateWith({ word: 7 });
  await server.latest().send("snapshot", { ...snapshot, seq: 5, state, stream: "two" });
  expect(view().pointer).toEqual({ verse: "2:255", word: 7 });
});

it("a student becomes co-host as soon as the host says so, and stops being one in the same way", async () => {
  const server = startServer();
  const { view } = await follow(server);
  await server.latest().send("state", { seq: 5, state: stateWith({ cohosts: ["prf_1"] }) });
  expect(view().role).toBe("cohost");
  await server.latest().send("state", { seq: 6, state: stateWith({ cohosts: [] }) });
  expect(view().role).toBe("participant");
});

it("a verse that the lead chooses is shown at once and stays until the server confirms it", async () => {
  const server = startServer();
  const { session, view } = await follow(server);
  server.answer = () => accept(5);
  const sent = session.send({ command: "go", verse: "2:256" });
  expect(view().state.current).toBe("2:256");
  expect(await sent).toBe(true);
  expect(view()).toMatchObject({ seq: 4, state: { current: "2:256" } });
  await server.latest().send("state", { seq: 5, state: stateWith({ current: "2:256" }) });
  expect(view()).toMatchObject({ seq: 5, state: { current: "2:256" } });
});

it("a command from someone who has lost the lead is undone, with the server's message", async () => {
  const server = startServer();
  const { session, view } = await follow(server);
  server.answer = () => refuse(409, "Layla Osman is leading the class now.");
  expect(await session.send({ command: "go", verse: "2:256" })).toBe(false);
  expect(view()).toMatchObject({
    problem: "Layla Osman is leading the class now.",
    state: { current: "2:255" },
  });
  session.dismissProblem();
  expect(view().problem).toBeUndefined();
});

it("an error message disappears as soon as a later command, even a pointer, has arrived", async () => {
  const server = startServer();
  const { session, view } = await follow(server);
  const fail = async () => {
    server.answer = () => refuse(503, "Unavailable");
    expect(await session.send({ command: "go", verse: "2:256" })).toBe(false);
    expect(view().problem).toBeDefined();
    server.answer = () => accept(4);
  };
  await fail();
  expect(await session.send({ command: "go", verse: "2:256" })).toBe(true);
  expect(view().problem).toBeUndefined();
  await fail();
  session.point("2:255", 3);
  await seconds(1);
  expect(view().problem).toBeUndefined();
});

const presence = { followers: 1, isLeadAway: false, hands: 1, isHandRaised: true };

it("a hand is shown as raised at once, and until the server says otherwise", async () => {
  const server = startServer();
  const { session, view } = await follow(server);
  const sending = session.send({ command: "raise" });
  expect(view().isHandRaised).toBe(true);
  expect(await sending).toBe(true);
  expect(view().isHandRaised).toBe(true);
  await server.latest().send("presence", presence);
  await server.latest().send("presence", { ...presence, isHandRaised: false });
  expect(view().isHandRaised).toBe(false);
});

it("a hand that the server refuses to raise isn't shown as raised", async () => {
  const server = startServer();
  server.answer = () => refuse(409, "This class was canceled.");
  const { session, view } = await follow(server);
  expect(await session.send({ command: "raise" })).toBe(false);
  expect(view()).toMatchObject({ isHandRaised: false, problem: "This class was canceled." });
});

it("a hand that couldn't be lowered stays raised", async () => {
  const server = startServer();
  server.answer = () => refuse(429, "Please wait a moment.");
  const { session, view } = await follow(server);
  await server.latest().send("presence", presence);
  const sending = session.send({ command: "lower" });
  expect(view().isHandRaised).toBe(false);
  expect(await sending).toBe(false);
  expect(view().isHandRaised).toBe(true);
});

it("commands arrive in order, and outdated steps are left out", async () => {
  const server = startServer();
  const { session, view } = await follow(server);
  let seq = 4;
  let release = () => {};
  server.answer = () =>
    new Promise((resolve) => {
      seq += 1;
      const own = seq;
      release = () => resolve(accept(own));
    });
  const all = [
    session.send({ command: "go", verse: "2:256" }),
    session.send({ command: "go", verse: "2:257" }),
    session.send({ command: "go", verse: "2:255" }),
    session.send({ command: "lock", locked: true }),
  ];
  expect(view().state).toMatchObject({ current: "2:255", locked: true });
  for (let each = 0; each < 3; each += 1) {
    await vi.waitFor(() => expect(server.commands).toHaveLength(each + 1));
    release();
    await seconds(0);
  }
  expect(await Promise.all(all)).toEqual([true, true, true, true]);
  expect(server.commands).toEqual([
    { command: "go", verse: "2:256" },
    { command: "go", verse: "2:255" },
    { command: "lock", locked: true },
  ]);
});

it("a lead who points quickly sends four pointers a second, and always the latest", async () => {
  const server = startServer();
  const { session, view } = await follow(server);
  for (let word = 1; word <= 20; word += 1) {
    session.point("2:255", word);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(view().pointer).toEqual({ verse: "2:255", word: 20 });
  await seconds(1);
  const words = server.commands.map(({ word }) => word);
  expect(words[0]).toBe(1);
  expect(words.at(-1)).toBe(20);
  expect(words.length).toBeLessThanOrEqual(6);
});
