import { useEffect, useState } from "react";

const pause = 250;

/** The value after it has stopped changing for a moment, to avoid a request for every key. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
