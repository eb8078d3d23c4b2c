import { useEffect, useState } from "react";
import { pageLocation } from "#lib/page-scope.ts";
import type { Role } from "#lib/people/people.options.ts";
import { localizePath } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/dashboard.ts";
import { listTabs, readTab, type TabId, tabPath } from "./tabs.ts";

const t = getTexts("dashboard");

/**
 * The open tab, stored in the URL so that Back and reload work, and a function to change it. The
 * page's title changes with the tab, and so does its navigation, which isn't part of the island.
 */
export function useTab(role: Role): [TabId, (tab: TabId) => void] {
  const [tab, setTab] = useState<TabId>(() => readTab(pageLocation().search, role));
  const open = (next: TabId) => {
    if (next === tab) return;
    history.pushState(null, "", localizePath(tabPath(next)));
    setTab(next);
    scrollTo({ top: 0, behavior: "smooth" });
  };

  useEffect(() => {
    const follow = () => setTab(readTab(location.search, role));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [role]);

  useEffect(() => {
    document.title = `${t(`tab.${tab}`)} · ${site.name}`;
    markTab(tab);
  }, [tab]);

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest("a[data-tab]");
      if (!(link instanceof HTMLAnchorElement) || isForNewWindow(event)) return;
      const next = listTabs(role).find(({ id }) => id === link.dataset.tab)?.id;
      if (!next) return;
      event.preventDefault();
      link.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
      open(next);
    };
    addEventListener("click", follow);
    return () => removeEventListener("click", follow);
  });

  return [tab, open];
}

const isForNewWindow = ({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey;

/** Marks the tab as the current page in the navigation. */
function markTab(tab: TabId): void {
  for (const link of document.querySelectorAll<HTMLElement>("nav [data-tab]")) {
    if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const isInMore = document.querySelector("#more [aria-current]") !== null;
  document.querySelector("[data-shell-more]")?.toggleAttribute("data-current", isInMore);
}
