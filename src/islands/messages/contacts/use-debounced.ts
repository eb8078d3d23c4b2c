import { useEffect, useState } from "react";

const pause = 250;

/** Returns the value once it has stopped changing, to avoid a request for every keystroke. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
