import { useEffect, useState } from "react";

/**
 * The time, in milliseconds since 1970, that goes on while the page stands open: by a timer, and at
 * once when the page comes back from sleep, another tab or the browser's page cache.
 *
 * @param initial the time that the server rendered for, so that both draw the same at first.
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
