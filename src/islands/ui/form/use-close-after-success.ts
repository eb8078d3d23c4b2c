/** Closes forms automatically after their success message. */
import { useEffect, useRef } from "react";
import { successMessageMs } from "./success-message.ts";

/** Calls `close` two seconds after `done` becomes true, unless the component unmounts first. */
export function useCloseAfterSuccess(done: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => latest.current(), successMessageMs);
    return () => clearTimeout(timer);
  }, [done]);
}
