import { useEffect, useState } from "react";
import { pageLocation } from "#lib/page-scope.ts";

export type View =
  | { name: "list" }
  | { name: "practice" }
  /** `seq` is the number of the message to show. */
  | { name: "thread"; id: string; seq?: number };

const parameter = "conversation";
const practice = "practice";

function fromAddress(): View {
  const id = new URLSearchParams(pageLocation().search).get(parameter);
  if (id === null) return { name: "list" };
  return id === practice ? { name: "practice" } : { name: "thread", id };
}

function toAddress(view: View): string {
  const path = "/dashboard/messages";
  if (view.name === "list") return path;
  const id = view.name === "practice" ? practice : view.id;
  return `${path}?${new URLSearchParams({ [parameter]: id })}`;
}

interface Views {
  view: View;
  /** Opens another view and adds a history entry. */
  go: (view: View) => void;
  /** Replaces the current view. */
  settle: (view: View) => void;
}

/** The current view. On the messages page it is stored in the URL, in the panel only in memory. */
export function useView(hasAddress: boolean): Views {
  const [view, setView] = useState<View>(() => (hasAddress ? fromAddress() : { name: "list" }));
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
