import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { localizePath } from "#lib/site/locale.ts";
import { type TabId, tabPath } from "./tabs.ts";

interface TabLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  to: TabId;
  onOpen: (tab: TabId) => void;
}

/** A link to a tab. It opens in place, or in a new tab or window if the person requests that. */
export function TabLink({ to, onOpen, ...link }: TabLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(to);
  };
  return <a {...link} data-in-place href={localizePath(tabPath(to))} onClick={follow} />;
}
