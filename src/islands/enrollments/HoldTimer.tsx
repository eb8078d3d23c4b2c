import { useEffect, useState } from "react";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { formatClock, formatTimeLeft } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";

interface HoldTimerProps {
  /** ISO 8601. */
  instant: string;
  text: string;
  /** Called when the time is up. */
  onEnd: () => unknown;
}

/** Shows the time at which a hold expires, in the viewer's time zone, and the time left. */
export function HoldTimer({ instant, text, onEnd }: HoldTimerProps) {
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
      {text} <time dateTime={instant}>{formatClock(instant, viewerZone())}</time>{" "}
      {/* Hidden from screen readers, which would announce it every minute. */}
      <span aria-hidden="true">({formatTimeLeft(Date.parse(instant) - now)} left)</span>.
    </Alert>
  );
}
