import { useEffect, useState } from "react";

export type View =
  | { name: "list" }
  | { name: "practice" }
  /** `seq` is the message to show, by number. */
  | { name: "thread"; id: string; seq?: number };

const parameter = "conversation";
const practice = "practice";

function fromAddress(): View {
  const id = new URLSearchParams(location.search).get(parameter);
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
  /** Goes to another; the browser's Back leads here again. */
  go: (view: View) => void;
  /** Puts it in the place of this one. */
  settle: (view: View) => void;
}

/** What is open. On a page of its own the address tells it, in the panel nobody but this. */
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
      // The address stays: it named whom to open.
      if (hasAddress) history.replaceState({ ...history.state, view: next }, "");
      setView(next);
    },
  };
}
