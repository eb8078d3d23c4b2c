/**
 * One stream for all tabs of a person in a browser, because browsers open only six connections to
 * a server of the older protocol. The tab that holds a lock has the stream and passes on what it
 * hears; when it goes, the next one has the lock. A tab that hears nothing from the one with the
 * stream, which may be asleep, takes the lock from it.
 */
import { openStream, type StreamListener } from "./message-stream.ts";

type TabMessage =
  | { kind: "news"; event: Parameters<StreamListener["onEvent"]>[0] }
  | { kind: "pulse"; isOpen: boolean }
  /** Somebody has come and asks who has the stream. */
  | { kind: "hello" };

/** The stream is heard every 20 s, and the tab that has it answers a hello at once. */
const maxSilence = 45_000;
const maxGreeting = 5_000;

/**
 * Receives the person's events, through a stream of this tab or another, until the returned function is
 * called.
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

  /** Waits for the lock, or takes it from the tab that is silent. */
  function stand(patience: number, steal = false): void {
    place.abort();
    place = new AbortController();
    const { signal } = place;
    waitForMessage(patience);
    navigator.locks
      .request(name, steal ? { steal } : { signal }, () => lead(signal))
      // Aborted here, or another tab took it.
      .catch(() => {})
      .finally(() => {
        if (signal.aborted || hasLeft) return;
        closeOwn?.();
        closeOwn = undefined;
        stand(maxSilence);
      });
  }

  function waitForMessage(patience: number): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      listener.onConnection(false);
      stand(maxSilence, true);
    }, patience);
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

  stand(maxGreeting);
  postToTabs({ kind: "hello" });
  return () => {
    hasLeft = true;
    clearTimeout(silence);
    place.abort();
    closeOwn?.();
    channel.close();
  };
}
