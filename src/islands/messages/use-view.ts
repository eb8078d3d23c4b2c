import { useEffect, useState } from "react";
import {
  conversationParameter,
  conversationPath,
  messagesPath,
  practiceId,
} from "#lib/messages/conversation-path.ts";
import { pageLocation } from "#lib/page-scope.ts";

export type View =
  | { name: "list" }
  | { name: "practice" }
  /** `seq` is the number of the message to show. */
  | { name: "thread"; id: string; seq?: number };

function fromAddress(): View {
  const id = new URLSearchParams(pageLocation().search).get(conversationParameter);
  if (id === null) return { name: "list" };
  return id === practiceId ? { name: "practice" } : { name: "thread", id };
}

function toAddress(view: View): string {
  if (view.name === "list") return messagesPath;
  return conversationPath(view.name === "practice" ? practiceId : view.id);
}

interface Views {
  view: View;
  /** Opens another view and adds a history entry. */
  go: (view: View) => void;
  /** Replaces the current view. */
  settle: (view: View) => void;
}

/**
 * The current view. The messages page stores it in the URL, and the panel only in memory.
 * @param opening the view to start with if the URL contains none.
 */
export function useView(hasAddress: boolean, opening?: View): Views {
  const [view, setView] = useState<View>(
    () => opening ?? (hasAddress ? fromAddress() : { name: "list" }),
  );
  useEffect(() => {
    if (!hasAddress) return;
    const onPop = ({ state }: PopStateEvent) => setView(state?.view ?? fromAddress());
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, [hasAddress]);
  return {
    view,
    go(next) {
      if (hasAddress) history.pushState({ view: next }, "", toAddress(next));
      setView(next);
    },
    settle(next) {
      // Keep the URL, which names the person to open.
      if (hasAddress) history.replaceState({ ...history.state, view: next }, "");
      setView(next);
    },
  };
}
