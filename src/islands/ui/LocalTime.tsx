import { formatInstant, viewerZone } from "#lib/time/format-time.ts";
import { useHydrated } from "./use-hydrated.ts";

interface LocalTimeProps {
  /** ISO 8601. */
  instant: string;
  /** The zone of whoever set the time; shown beside where it differs from the viewer's. */
  otherZone?: string | undefined;
  /** What follows the time in the other zone. */
  otherWords?: string;
  /** The viewer's zone as the server knows it, shown until the browser is known. */
  zoneBefore?: string | undefined;
}

/** A moment in the viewer's zone with the zone's name. Until that is known: in UTC. */
export function LocalTime({
  instant,
  otherZone,
  otherWords = "for the teacher",
  zoneBefore,
}: LocalTimeProps) {
  const hydrated = useHydrated();
  const zone = hydrated ? viewerZone() : (zoneBefore ?? "UTC");
  const own = formatInstant(instant, zone);
  const isKnown = hydrated || zoneBefore !== undefined;
  const other = otherZone && isKnown ? formatInstant(instant, otherZone) : own;
  return (
    // Browsers don't agree with the server on every space and abbreviation of a date.
    <time dateTime={instant} suppressHydrationWarning>
      {own}
      {other !== own && (
        <span className="muted" suppressHydrationWarning>
          {" "}
          ({other} {otherWords})
        </span>
      )}
    </time>
  );
}
