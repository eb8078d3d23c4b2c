import { useEffect, useState } from "react";
import { Alert } from "#islands/ui/Alert.tsx";
import { formatClock, formatTimeLeft, viewerZone } from "#lib/time/format-time.ts";

interface HoldTimerProps {
  /** ISO 8601. */
  instant: string;
  words: string;
  /** What to do once the time is over. */
  onEnd: () => unknown;
}

/** Until when something is kept, by the viewer's clock, and how long that is. */
export function HoldTimer({ instant, words, onEnd }: HoldTimerProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= Date.parse(instant)) {
        clearInterval(timer);
        onEnd();
      }
    }, 1000);
    return () => clearInterval(timer);
  }, [instant, onEnd]);
  return (
    <Alert kind="success">
      {words} <time dateTime={instant}>{formatClock(instant, viewerZone())}</time>{" "}
      {/* Told once, not each minute again. */}
      <span aria-hidden="true">({formatTimeLeft(Date.parse(instant) - now)} left)</span>.
    </Alert>
  );
}
