import { useEffect, useState } from "react";

const pause = 250;

/** The value, once it has stayed the same for a moment; a server isn't asked at every key. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
