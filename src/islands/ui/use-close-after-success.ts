/** Forms that go by themselves once they have said that all is well. */
import { useEffect, useRef } from "react";

/** How long a success is shown, in milliseconds. */
export const shownFor = 2_000;

/** Calls `close` two seconds after `done` has become true, unless the component goes before. */
export function useCloseAfterSuccess(done: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => latest.current(), shownFor);
    return () => clearTimeout(timer);
  }, [done]);
}
