/** One message stream for all tabs of a browser, through silent connections and disconnections. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import { FakeEventSource } from "../support/event-source.ts";
import { FakeLocks } from "../support/locks.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeEventSource);
  FakeEventSource.forget();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ready = (source = FakeEventSource.latest) => source?.dispatchEvent(new Event("ready"));
const isOpen = ({ readyState }: FakeEventSource) => readyState !== FakeEventSource.CLOSED;
const openStreams = () => FakeEventSource.all.filter(isOpen);
const typing: LiveEvent = { type: "typing", threadId: "thr_1", profileId: "prf_1", name: "Amina" };

async function listen() {
  const { openStream } = await import("#lib/messages/client/message-stream.ts");
  const heard: string[] = [];
  const pulses: boolean[] = [];
  const close = openStream({
    onEvent: ({ type }) => heard.push(type),
    onConnection: (open) => pulses.push(open),
  });
  return { heard, pulses, close };
}

it("a message stream that is silent for too long is reopened, and missed messages are fetched", async () => {
  const { heard, close } = await listen();
  ready();
  for (let beats = 0; beats < 5; beats++) {
    vi.advanceTimersByTime(20_000);
    FakeEventSource.latest?.dispatchEvent(new Event("beat"));
  }
  expect(FakeEventSource.all).toHaveLength(1);
  vi.advanceTimersByTime(45_000);
  expect(FakeEventSource.all).toHaveLength(2);
  expect(openStreams()).toHaveLength(1);
  ready();
  expect(heard).toEqual(["resync", "resync"]);
  close();
  expect(openStreams()).toEqual([]);
  vi.advanceTimersByTime(300_000);
  expect(FakeEventSource.all).toHaveLength(2);
});

it("a message stream is reopened when the network is back and after sleep", async () => {
  const { close, pulses } = await listen();
  ready();
  dispatchEvent(new Event("offline"));
  expect(pulses.at(-1)).toBe(false);
  dispatchEvent(new Event("online"));
  expect(FakeEventSource.all).toHaveLength(2);
  ready();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeEventSource.all).toHaveLength(2);
  vi.setSystemTime(Date.now() + 3_600_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeEventSource.all).toHaveLength(3);
  close();
});

it("a message stream counts as broken until the network is back, even if data still arrives", async () => {
  const { close, pulses, heard } = await listen();
  ready();
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  dispatchEvent(new Event("offline"));
  FakeEventSource.latest?.tell(typing);
  FakeEventSource.latest?.dispatchEvent(new Event("beat"));
  expect(heard.at(-1)).toBe("typing");
  expect(pulses.at(-1)).toBe(false);
  onLine.mockRestore();
  dispatchEvent(new Event("online"));
  ready();
  expect(pulses.at(-1)).toBe(true);
  close();
});

it("one message stream serves all tabs, moves to another tab when its own closes, and delivers each event to each tab once", async () => {
  vi.useRealTimers();
  const locks = new FakeLocks();
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  const { joinStream } = await import("#lib/messages/client/shared-stream.ts");
  const join = () => {
    const heard: LiveEvent["type"][] = [];
    const leave = joinStream("usr_1", {
      onEvent: ({ type }) => heard.push(type),
      onConnection() {},
    });
    return { heard, leave };
  };
  const first = join();
  await expect.poll(() => openStreams().length).toBe(1);
  ready();
  const second = join();
  await expect.poll(() => second.heard).toEqual(["resync"]);
  expect(FakeEventSource.all).toHaveLength(1);
  FakeEventSource.latest?.tell(typing);
  await expect.poll(() => second.heard.at(-1)).toBe("typing");
  expect(first.heard.filter((type) => type === "typing")).toHaveLength(1);
  first.leave();
  await expect.poll(() => FakeEventSource.all.length).toBe(2);
  expect(openStreams()).toHaveLength(1);
  ready();
  expect(second.heard.at(-1)).toBe("resync");
  second.leave();
  expect(openStreams()).toEqual([]);
  Reflect.deleteProperty(navigator, "locks");
});

it("the message stream is taken over from a sleeping tab", async () => {
  const locks = new FakeLocks();
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  // A sleeping tab holds the lock and doesn't respond.
  void locks.request("messages:usr_1", {}, () => new Promise(() => {})).catch(() => {});
  const { joinStream } = await import("#lib/messages/client/shared-stream.ts");
  const leave = joinStream("usr_1", { onEvent() {}, onConnection() {} });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(FakeEventSource.all).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(openStreams()).toHaveLength(1);
  leave();
  expect(openStreams()).toEqual([]);
  Reflect.deleteProperty(navigator, "locks");
});
