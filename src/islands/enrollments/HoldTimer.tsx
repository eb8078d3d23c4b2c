import { useEffect } from "react";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { formatClock, formatInstant, formatTimeLeft } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/enrollments.ts";

const t = getTexts("enrollments");

interface HoldTimerProps {
  /** ISO 8601. */
  instant: string;
  /** Held during the checkout, or offered to a waiting student. */
  kind: "held" | "offered";
  /** Called when the time is up. */
  onEnd: () => unknown;
}

/** Shows the time at which a hold expires, in the viewer's time zone, and the time left. */
export function HoldTimer({ instant, kind, onEnd }: HoldTimerProps) {
  const now = useNow();
  useEffect(() => {
    const timer = setInterval(() => {
      if (Date.now() >= Date.parse(instant)) {
        clearInterval(timer);
        onEnd();
      }
    }, 1000);
    return () => clearInterval(timer);
  }, [instant, onEnd]);
  return (
    <Alert kind="success">
      {t.rich(kind, {
        clock: formatClock(instant, viewerZone()),
        // An offer ends on the next day or the day after.
        end: formatInstant(instant, viewerZone(), Date.now()),
        minutes: formatTimeLeft(Date.parse(instant) - now),
        time: (text) => (
          <time key="time" dateTime={instant}>
            {text}
          </time>
        ),
        // Hidden from screen readers, which would announce it every minute.
        left: (text) => (
          <span key="left" aria-hidden="true">
            {text}
          </span>
        ),
      })}
    </Alert>
  );
}
