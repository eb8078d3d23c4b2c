/**
 * An event stream from the server that reconnects after every interruption. Browsers reconnect on
 * their own while the server responds. This module reconnects if the server rejected the request,
 * or if the connection was silently lost, as after sleep or behind a proxy.
 */

import { refreshSession } from "../../client/session/session-refresh.ts";
import type { LiveEvent } from "../messages.responses.ts";

export interface StreamListener {
  /** Called for each event. The first event, and the first after each reconnect, is `resync`. */
  onEvent(event: LiveEvent): void;
  /** Called when data arrives or the connection is lost. */
  onConnection(isOpen: boolean): void;
}

const address = "/api/messages/events";
/** The server sends a heartbeat every 20 seconds. */
const maxSilence = 45_000;
const maxPause = 30_000;

/** Keeps the stream open until the returned function is called. */
export function openStream({ onEvent, onConnection }: StreamListener): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  let source: EventSource | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause = 1_000;
  let heardAt = 0;

  function deliver(): void {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(open, maxSilence);
    // Data in transit can still arrive after the network is gone.
    onConnection(navigator.onLine);
  }

  function open(): void {
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
    const opened = new EventSource(address);
    source = opened;
    silence = setTimeout(open, maxSilence);
    opened.addEventListener("ready", () => {
      pause = 1_000;
      deliver();
      // Listeners fetch the events that they missed.
      onEvent({ type: "resync" });
    });
    opened.addEventListener("beat", deliver);
    opened.addEventListener("message", ({ data }) => {
      deliver();
      onEvent(JSON.parse(data));
    });
    opened.addEventListener("error", () => {
      if (opened !== source) return;
      onConnection(false);
      if (opened.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(reopen, pause);
      pause = Math.min(pause * 2, maxPause);
    });
  }

  /** The cookie may have been replaced, or the session may have ended. */
  async function reopen(): Promise<void> {
    const { status } = await refreshSession();
    if (!signal.aborted && status !== "signed-out") open();
  }

  /** After sleep or an offline period, the old connection can't be trusted. */
  function reopenIfStale(): void {
    if (document.visibilityState === "visible" && Date.now() - heardAt > maxSilence / 2) open();
  }

  addEventListener("online", open, { signal });
  addEventListener("offline", () => onConnection(false), { signal });
  addEventListener("pageshow", reopenIfStale, { signal });
  document.addEventListener("visibilitychange", reopenIfStale, { signal });
  open();
  return () => {
    closing.abort();
    clearTimeout(silence);
    clearTimeout(retry);
    source?.close();
  };
}
