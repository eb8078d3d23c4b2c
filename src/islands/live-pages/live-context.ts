/** The data and functions that all parts of a live page use. */
import { createContext, useContext } from "react";
import type { LivePageSession, LivePageView } from "#lib/live-pages/client/live-page-session.ts";
import type { LivePage } from "#lib/live-pages/live-pages.responses.ts";

/** Where the live page is shown: on the site, or in the narrow panel of a meeting. */
export type LiveLayout = "page" | "panel";

export interface Live {
  classId: string;
  facts: LivePage["class"];
  view: LivePageView;
  session: LivePageSession;
  layout: LiveLayout;
  /** Whether the viewer leads the class now. */
  isLead: boolean;
  /** Opens a page of the site. Undefined if links work as usual. */
  onLeave: ((path: string) => void) | undefined;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("Parts of a live page are rendered within it");
  return live;
}
