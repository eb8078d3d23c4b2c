/**
 * Shares one stream among all tabs of a user, because browsers open only six HTTP/1.1 connections
 * to a server. The tab that holds a lock opens the stream and broadcasts its events. When that tab
 * closes, the next one gets the lock. If a tab receives nothing from the lock's holder, which may
 * be suspended, it takes over the lock.
 */
import { openStream, type StreamListener } from "./message-stream.ts";

type TabMessage =
  | { kind: "news"; event: Parameters<StreamListener["onEvent"]>[0] }
  | { kind: "pulse"; isOpen: boolean }
  /** Sent by a new tab to find out whether another tab has the stream. */
  | { kind: "hello" };

/** The stream sends a heartbeat every 20 seconds, and its tab answers a hello immediately. */
const maxSilence = 45_000;
const maxGreeting = 5_000;

/**
 * Receives the user's events through a stream of this tab or another one, until the returned
 * function is called.
 */
export function joinStream(userId: string, listener: StreamListener): () => void {
  if (!("locks" in navigator) || !("BroadcastChannel" in globalThis)) return openStream(listener);
  const name = `messages:${userId}`;
  const channel = new BroadcastChannel(name);
  let closeOwn: (() => void) | undefined;
  let isOpen = false;
  let hasLeft = false;
  let place = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;

  const postToTabs = (message: TabMessage) => {
    if (!hasLeft) channel.postMessage(message);
  };

  function lead(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    clearTimeout(silence);
    closeOwn = openStream({
      onEvent(event) {
        postToTabs({ kind: "news", event });
        listener.onEvent(event);
      },
      onConnection(nowOpen) {
        isOpen = nowOpen;
        postToTabs({ kind: "pulse", isOpen });
        listener.onConnection(isOpen);
      },
    });
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  /** Waits for the lock, or takes it from an unresponsive tab. */
  function requestLock(timeoutMs: number, steal = false): void {
    place.abort();
    place = new AbortController();
    const { signal } = place;
    waitForMessage(timeoutMs);
    navigator.locks
      .request(name, steal ? { steal } : { signal }, () => lead(signal))
      // The request was aborted here, or another tab took the lock.
      .catch(() => {})
      .finally(() => {
        if (signal.aborted || hasLeft) return;
        closeOwn?.();
        closeOwn = undefined;
        requestLock(maxSilence);
      });
  }

  function waitForMessage(timeoutMs: number): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      listener.onConnection(false);
      requestLock(maxSilence, true);
    }, timeoutMs);
  }

  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "hello") {
      if (!closeOwn) return;
      postToTabs({ kind: "pulse", isOpen });
      if (isOpen) postToTabs({ kind: "news", event: { type: "resync" } });
      return;
    }
    if (closeOwn) return;
    waitForMessage(maxSilence);
    if (data.kind === "news") listener.onEvent(data.event);
    else listener.onConnection(data.isOpen);
  });

  requestLock(maxGreeting);
  postToTabs({ kind: "hello" });
  return () => {
    hasLeft = true;
    clearTimeout(silence);
    place.abort();
    closeOwn?.();
    channel.close();
  };
}
