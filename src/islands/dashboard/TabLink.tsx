import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { type TabId, tabPath } from "./tabs.ts";

interface TabLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  to: TabId;
  onOpen: (tab: TabId) => void;
}

/** A link to a tab: it opens in place, or anywhere else the person wants it. */
export function TabLink({ to, onOpen, ...link }: TabLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(to);
  };
  return <a {...link} href={tabPath(to)} onClick={follow} />;
}
