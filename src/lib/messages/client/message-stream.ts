/**
 * A stream of events from the server that reconnects after every interruption. Browsers do that
 * themselves while the server responds. This module does it if the server refused, and if a connection
 * died silently, as after sleep or behind a proxy that dropped it.
 */

import { refreshSession } from "../../client/session/session-refresh.ts";
import type { LiveEvent } from "../messages.responses.ts";

export interface StreamListener {
  /** An event, `resync` among them: it comes first, and after every break. */
  onEvent(event: LiveEvent): void;
  /** The server was heard, or the connection broke. */
  onConnection(isOpen: boolean): void;
}

const address = "/api/messages/events";
/** The server is heard every 20 s. */
const maxSilence = 45_000;
const maxPause = 30_000;

/** Opens the stream until the returned function is called. */
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
    onConnection(true);
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
      // Events that were missed are fetched.
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

  /** Back from sleep or from where there was no network, the old connection is not trusted. */
  function lookUp(): void {
    if (document.visibilityState === "visible" && Date.now() - heardAt > maxSilence / 2) open();
  }

  addEventListener("online", open, { signal });
  addEventListener("offline", () => onConnection(false), { signal });
  addEventListener("pageshow", lookUp, { signal });
  document.addEventListener("visibilitychange", lookUp, { signal });
  open();
  return () => {
    closing.abort();
    clearTimeout(silence);
    clearTimeout(retry);
    source?.close();
  };
}
