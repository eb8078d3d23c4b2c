import { useLayoutEffect, useState } from "react";
import { findPageScope } from "#lib/page-scope.ts";

/** Until hydration, the time at which the server rendered the page: its clock may differ. */
const firstTime = () => findPageScope()?.data.renderedAt ?? Date.now();

/**
 * The current time in milliseconds since the epoch. Updated by a timer, and when the page returns
 * from sleep, another tab or the back/forward cache. The first render uses the server's time, so
 * that it matches the page, and the correct time is set before it becomes visible.
 */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(firstTime);
  useLayoutEffect(() => {
    const look = () => setNow(Date.now());
    look();
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    addEventListener("pageshow", look);
    addEventListener("focus", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pageshow", look);
      removeEventListener("focus", look);
    };
  }, [everyMs]);
  return now;
}
