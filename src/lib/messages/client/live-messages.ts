/** Receives live events of conversations while at least one listener on the page needs them. */
import { atom } from "nanostores";
import { $session } from "../../client/session/session.store.ts";
import type { LiveEvent } from "../messages.responses.ts";
import { joinStream } from "./shared-stream.ts";

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();
let leave: (() => void) | undefined;
let isOpen = false;

/**
 * Whether events arrive. "broken" only after a failure, so that no warning flashes on page load.
 */
export const $connection = atom<"fine" | "broken">("fine");

const forwardEvent = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event);
};

function join(): void {
  const session = $session.get();
  if (session.status !== "signed-in") return;
  leave = joinStream(session.user.id, {
    onEvent: forwardEvent,
    onConnection(nowOpen) {
      isOpen = nowOpen;
      $connection.set(nowOpen ? "fine" : "broken");
    },
  });
}

function part(): void {
  leave?.();
  leave = undefined;
  isOpen = false;
  $connection.set("fine");
}

$session.listen(({ status }) => {
  if (status === "signed-out") part();
  if (status === "signed-in" && !leave && listeners.size > 0) join();
});

/**
 * Passes events to the listener until the returned function is called. The first event is `resync`,
 * as soon as no later event can be missed.
 */
export function listenToMessages(listener: Listener): () => void {
  listeners.add(listener);
  if (!leave) join();
  else if (isOpen) listener({ type: "resync" });
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) part();
  };
}
