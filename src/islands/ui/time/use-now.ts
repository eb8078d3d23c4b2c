import { useEffect, useState } from "react";

/**
 * The current time in milliseconds since the epoch. Updated by a timer, and when the page returns
 * from sleep, another tab or the back/forward cache.
 * @param initial the time at which the server rendered the page, so that the first render matches.
 */
export function useNow(initial: number, everyMs = 1_000): number {
  const [now, setNow] = useState(initial);
  useEffect(() => {
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
