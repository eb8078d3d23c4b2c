import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import {
  createLivePageSession,
  type LivePageSession,
  type LivePageView,
} from "#lib/live-pages/client/live-page-session.ts";
import type { LivePageSnapshot } from "#lib/live-pages/live-pages.responses.ts";

/** Follows the live page of a class as long as the component is shown. */
export function useLivePage(
  classId: string,
  initial: LivePageSnapshot,
): { session: LivePageSession; view: LivePageView } {
  const [session] = useState(() => createLivePageSession(classId, initial));
  useEffect(() => session.start(), [session]);
  return { session, view: useStore(session.$view) };
}
