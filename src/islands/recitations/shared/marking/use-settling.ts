import { useEffect, useState } from "react";

/** Taps that follow within this time belong to the tap before. */
const settlingMs = 700;

interface Settling {
  /** While true, buttons must ignore taps. */
  isSettling: boolean;
  /** Call it when other buttons appear under the finger. */
  settle(): void;
  /** Call it when the user has done something else, so that the next tap is meant. */
  stopSettling(): void;
}

/**
 * Keeps the second tap of a double tap from a button that has just appeared under the finger, where
 * it would do something else.
 */
export function useSettling(startsSettling: boolean): Settling {
  const [isSettling, setSettling] = useState(startsSettling);
  useEffect(() => {
    if (!isSettling) return;
    const timer = setTimeout(() => setSettling(false), settlingMs);
    return () => clearTimeout(timer);
  }, [isSettling]);
  return {
    isSettling,
    settle: () => setSettling(true),
    stopSettling: () => setSettling(false),
  };
}
