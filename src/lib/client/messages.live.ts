/**
 * News of conversations as they happen: one stream per page, open while somebody listens. Browsers
 * open it again by themselves after a break, except when the server refused; then it is this
 * module that tries again, with longer and longer pauses.
 */
import type { LiveEvent } from "../messages.ts";
import { $session } from "./session.store.ts";
import { refreshSession } from "./session-refresh.ts";

type Listener = (event: LiveEvent) => void;

const address = "/api/messages/events";
const longestPause = 30_000;

const listeners = new Set<Listener>();
let stream: EventSource | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let pause = 1_000;

const tell = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event);
};

function open(): void {
  clearTimeout(retry);
  stream?.close();
  const source = new EventSource(address);
  stream = source;
  source.addEventListener("ready", () => {
    pause = 1_000;
    // What happened while nobody listened is looked up.
    tell({ type: "resync" });
  });
  source.addEventListener("message", ({ data }) => tell(JSON.parse(data)));
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED) return;
    retry = setTimeout(reopen, pause);
    pause = Math.min(pause * 2, longestPause);
  });
}

/** The cookie may have been replaced, or the session may have ended. */
async function reopen(): Promise<void> {
  const { status } = await refreshSession();
  if (listeners.size > 0 && status !== "signed-out") open();
}

function close(): void {
  clearTimeout(retry);
  stream?.close();
  stream = undefined;
}

$session.listen(({ status }) => {
  if (status === "signed-out") close();
});

/** Hears news until the returned function is called. The first is `resync`, once none is missed. */
export function listenToMessages(listener: Listener): () => void {
  listeners.add(listener);
  if (!stream) open();
  else if (stream.readyState === EventSource.OPEN) listener({ type: "resync" });
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) close();
  };
}
