import { useRef } from "react";

/**
 * Runs one change at a time. Clicks and keys that come before it is stored are ignored, because they
 * would store the same thing again.
 */
export function useOneAtATime(): (change: () => Promise<void>) => Promise<void> {
  const isBusy = useRef(false);
  return async (change) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await change();
    } finally {
      isBusy.current = false;
    }
  };
}
