import { useEffect, useState } from "react";
import { pageLocation } from "#lib/page-scope.ts";
import type { Role } from "#lib/people/people.options.ts";
import { readTab, type TabId, tabPath } from "./tabs.ts";

/** The open tab, stored in the URL so that Back and reload work, and a function to change it. */
export function useTab(role: Role): [TabId, (tab: TabId) => void] {
  const [tab, setTab] = useState<TabId>(() => readTab(pageLocation().search, role));
  useEffect(() => {
    const follow = () => setTab(readTab(location.search, role));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [role]);
  const open = (next: TabId) => {
    if (next === tab) return;
    history.pushState(null, "", tabPath(next));
    setTab(next);
    scrollTo({ top: 0, behavior: "smooth" });
  };
  return [tab, open];
}
