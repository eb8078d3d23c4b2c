import { useEffect, useState } from "react";

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** The remaining seconds of a wait, and a function to start another. */
export function useCountdown(seconds: number): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(secondsUntil(end));
    const timer = setInterval(() => {
      setLeft(secondsUntil(end));
      if (Date.now() >= end) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return [left, (next) => setEnd(Date.now() + next * 1000)];
}
