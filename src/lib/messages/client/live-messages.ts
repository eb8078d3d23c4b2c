/** News of conversations as they happen, while somebody on this page listens. */
import { atom } from "nanostores";
import { $session } from "../../client/session/session.store.ts";
import type { LiveEvent } from "../messages.ts";
import { joinStream } from "./shared-stream.ts";

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();
let leave: (() => void) | undefined;
let isOpen = false;

/** Whether news come in; broken only once they don't, so that nothing flashes at the beginning. */
export const $connection = atom<"fine" | "broken">("fine");

const tell = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event);
};

function join(): void {
  const session = $session.get();
  if (session.status !== "signed-in") return;
  leave = joinStream(session.user.id, {
    onEvent: tell,
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

/** Hears news until the returned function is called. The first is `resync`, once none is missed. */
export function listenToMessages(listener: Listener): () => void {
  listeners.add(listener);
  if (!leave) join();
  else if (isOpen) listener({ type: "resync" });
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) part();
  };
}
