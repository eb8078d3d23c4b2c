/**
 * The events of a live page. They are read with `fetch` and the access token, because cookies are
 * blocked in the panel of a meeting. After every interruption, even one without an error, the
 * stream is reopened, until the viewer may no longer follow the page.
 */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { openApiEvents } from "../../client/api-client.ts";
import { ApiError } from "../../client/api-error.ts";
import { livePageEventsPath, sendLivePageCommand } from "../live-pages.calls.ts";
import type { LivePageEvents } from "../live-pages.responses.ts";
import { beatMs } from "../live-pages.rules.ts";

/**
 * `offline`: the device has no network. `missing`: the viewer isn't in the class, or is no longer
 * in it. After `missing` and `signed-out`, the stream isn't reopened.
 */
export type StreamState =
  | "connecting"
  | "open"
  | "reconnecting"
  | "offline"
  | "missing"
  | "signed-out";

export interface LivePageListener {
  onSnapshot(snapshot: LivePageEvents["snapshot"]): void;
  onState(event: LivePageEvents["state"]): void;
  onPointer(pointer: LivePageEvents["pointer"]): void;
  onPresence(presence: LivePageEvents["presence"]): void;
  onClass(facts: LivePageEvents["class"]): void;
  onStream(state: StreamState): void;
}

/**
 * After this many milliseconds without data, during which three beats should have arrived, the
 * connection counts as lost.
 */
export const maxSilence = 3 * beatMs;
/** The delays before the first and the later attempts, in milliseconds. */
const firstPause = 1_000;
const maxPause = 30_000;

/** These response statuses mean that the viewer may no longer follow the page. */
const finalStates: Readonly<Record<number, StreamState>> = { 401: "signed-out", 404: "missing" };

/** Keeps the stream open until the returned function is called. */
export function openLivePageStream(classId: string, listener: LivePageListener): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  let connection = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPause;
  let heardAt = 0;
  let streamId: string | undefined;

  function handle({ event, data }: EventSourceMessage): void {
    switch (event) {
      case "beat":
        answerBeat();
        break;
      case "snapshot": {
        const snapshot: LivePageEvents["snapshot"] = JSON.parse(data);
        streamId = snapshot.stream;
        pause = firstPause;
        listener.onStream("open");
        listener.onSnapshot(snapshot);
        break;
      }
      case "state":
        listener.onState(JSON.parse(data));
        break;
      case "pointer":
        listener.onPointer(JSON.parse(data));
        break;
      case "class":
        listener.onClass(JSON.parse(data));
        break;
      case "presence":
        listener.onPresence(JSON.parse(data));
        break;
    }
  }

  /**
   * Proves to the server that events arrive. If the answer is lost, the next beat is answered as
   * well.
   */
  function answerBeat(): void {
    if (streamId === undefined) return;
    sendLivePageCommand(classId, { command: "here", stream: streamId }).catch(() => {});
  }

  async function open(): Promise<void> {
    clearTimeout(retry);
    connection.abort();
    connection = new AbortController();
    const { signal: own } = connection;
    hear();
    const result = await read(own);
    if (!own.aborted) reopenAfter(result);
  }

  function hear(): void {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => {
      listener.onStream("reconnecting");
      void open();
    }, maxSilence);
  }

  /** Reads until the stream ends. @returns the reason, if it is known. */
  async function read(own: AbortSignal): Promise<ApiError | undefined> {
    const parser = createParser({ onEvent: handle });
    const utf8 = new TextDecoder();
    try {
      const reader = (await openApiEvents(livePageEventsPath(classId), own)).getReader();
      own.addEventListener("abort", () => void reader.cancel().catch(() => {}));
      for (;;) {
        const { done, value } = await reader.read();
        if (done || own.aborted) return undefined;
        hear();
        parser.feed(utf8.decode(value, { stream: true }));
      }
    } catch (error) {
      // An interrupted connection throws errors that differ between browsers.
      return error instanceof ApiError ? error : undefined;
    }
  }

  function reopenAfter(error: ApiError | undefined): void {
    clearTimeout(silence);
    streamId = undefined;
    const final = error && finalStates[error.status];
    if (final) {
      close();
      listener.onStream(final);
      return;
    }
    listener.onStream(navigator.onLine ? "reconnecting" : "offline");
    // The delays are random, because the streams of a whole class can end at the same time.
    const spread = pause * (0.75 + Math.random() / 2);
    const wait = Math.max(spread, (error?.retryAfter ?? 0) * 1_000);
    retry = setTimeout(() => void open(), wait);
    pause = Math.min(pause * 2, maxPause);
  }

  function close(): void {
    closing.abort();
    connection.abort();
    clearTimeout(silence);
    clearTimeout(retry);
  }

  function reconnect(): void {
    pause = firstPause;
    listener.onStream("reconnecting");
    void open();
  }

  /** After the device was asleep, the old connection can't be trusted. */
  function reopenIfStale(): void {
    if (document.visibilityState === "visible" && Date.now() - heardAt > maxSilence / 2)
      reconnect();
  }

  addEventListener("online", reconnect, { signal });
  addEventListener("offline", () => listener.onStream("offline"), { signal });
  addEventListener("pageshow", reopenIfStale, { signal });
  document.addEventListener("visibilitychange", reopenIfStale, { signal });
  listener.onStream("connecting");
  void open();
  return close;
}
